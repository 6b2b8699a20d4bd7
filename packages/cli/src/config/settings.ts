/** Which server and project a command is about: a flag wins over the environment, the environment over the context, the context over the default. */
import { ProblemError } from '@ectropy/sdk';
import { suggest } from '@ectropy/server/client';
import type { ConfigFile, Context } from './file.ts';

export interface Choice {
  readonly server?: string | undefined;
  readonly project?: string | undefined;
  readonly context?: string | undefined;
}

export interface Setting {
  readonly value: string;
  readonly origin: string;
}

export interface Settings {
  readonly server: Setting;
  readonly project: Setting;
  readonly context: Setting | undefined;
}

export const DEFAULTS = { server: 'http://127.0.0.1:8080', project: 'default' } as const;

/** Everything that the command reads from its environment, for `ectropy help environment`. */
export const environment = {
  ECTROPY_SERVER: 'The address of the server; --server wins over it.',
  ECTROPY_PROJECT: 'The project to work in; --project wins over it.',
  ECTROPY_CONTEXT: 'The context of the configuration to use; --context wins over it.',
  ECTROPY_CONFIG_HOME: 'The folder of config.yaml; otherwise ectropy below XDG_CONFIG_HOME or ~/.config.',
  ECTROPY_CLOUD_URL: 'The address of the cloud simulator for `ectropy cloud-sim list` and the like.',
  ECTROPY_DEBUG: 'Anything: tell where in the code an unexpected error came from.',
  NO_COLOR: 'Anything: no colours; --color wins over it.',
} as const;

export function settle(
  flags: Choice,
  env: Readonly<Record<string, string | undefined>>,
  { file, current, contexts }: ConfigFile,
): Settings {
  const context = first(
    setting(flags.context, '--context'),
    setting(env.ECTROPY_CONTEXT, 'ECTROPY_CONTEXT'),
    setting(current, `current-context in ${file}`),
  );
  const chosen = context && contextCalled(context.value, contexts, context.origin);
  const from = `context ${chosen?.name} in ${file}`;
  const server =
    first(setting(flags.server, '--server'), setting(env.ECTROPY_SERVER, 'ECTROPY_SERVER'), setting(chosen?.server, from)) ??
    ({ value: DEFAULTS.server, origin: 'default' } as const);
  checkServer(server);
  return {
    server,
    project:
      first(setting(flags.project, '--project'), setting(env.ECTROPY_PROJECT, 'ECTROPY_PROJECT'), setting(chosen?.project, from)) ??
      ({ value: DEFAULTS.project, origin: 'default' } as const),
    context,
  };
}

/** Never another one than was asked for: its server may be the wrong one. */
export function contextCalled(name: string, contexts: readonly Context[], origin?: string): Context {
  const found = contexts.find((context) => context.name === name);
  if (found) return found;
  const names = contexts.map((context) => context.name);
  const near = suggest(name, names);
  throw new ProblemError({
    code: 'not_found',
    message: `${origin === undefined ? '' : `${origin}: `}there is no context ${JSON.stringify(name)}${near === undefined ? '' : `; did you mean ${near}?`}`,
    hint:
      names.length > 0
        ? `the contexts are ${names.join(', ')}`
        : 'there are none yet; make one with `ectropy config set-context NAME --server URL`',
  });
}

export function checkServer({ value, origin }: Setting): void {
  const isAddress = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  if (!isAddress)
    throw new ProblemError({
      code: 'invalid',
      message: `${origin}: the server must be an address (got ${JSON.stringify(value)})`,
      hint: `such as ${DEFAULTS.server}`,
    });
}

const setting = (value: string | undefined, origin: string): Setting | undefined =>
  value === undefined || value === '' ? undefined : { value, origin };

const first = (...settings: readonly (Setting | undefined)[]): Setting | undefined => settings.find((one) => one !== undefined);
