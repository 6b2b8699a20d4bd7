import { join } from 'node:path';
import { ProblemError } from '@ectropy/sdk';
import type { Problem } from '@ectropy/sdk';
import { redact } from '../telemetry/redact.ts';
import { contradictions } from './contradictions.ts';
import { fromEnv } from './from-env.ts';
import type { Env } from './from-env.ts';
import { fromFile } from './from-file.ts';
import type { ReadFile } from './from-file.ts';
import { fromFlags } from './from-flags.ts';
import { invalid } from './given.ts';
import type { Given } from './given.ts';
import { names, propertyOf, settingOf } from './schema.ts';
import type { Config, Name } from './schema.ts';

export interface Sources {
  /** The words after the command. */
  readonly argv: readonly string[];
  readonly env: Env;
  readonly readFile: ReadFile;
  /** Absolute. */
  readonly cwd: string;
}

/**
 * Flag before environment before file before default. Throws one error with every problem there is.
 * Only the value that wins is judged: what was overridden does no harm. Who asks for help gets it whatever else is wrong.
 */
export function loadConfig({ argv, env, readFile, cwd }: Sources): Config {
  const flags = fromFlags(argv, cwd);
  const variables = fromEnv(env, readFile, cwd);
  const file = fromFile(flags.given.get('config') ?? variables.given.get('config'), readFile, cwd);

  const given = new Map([...file.given, ...variables.given, ...flags.given]);
  const wrong = [...given].filter(([name, one]) => read(name, one) === undefined);
  for (const [name] of wrong) given.delete(name);
  const config = settle(given, cwd);

  const [first, ...more] = [
    ...[flags, variables, file].flatMap(({ problems }) => problems),
    ...wrong.map(([name, one]) => notAllowed(name, one)),
    ...contradictions(config, given),
  ];
  if (first && !config.help && !config.version) throw new ProblemError([first, ...more]);
  return config;
}

const read = (name: Name, { text, folder }: Omit<Given, 'as'>): unknown => settingOf(name).value.read(text, folder);

function notAllowed(name: Name, { text, as }: Given): Problem {
  const { value, secret } = settingOf(name);
  return invalid(
    `${as}: must be ${value.allowed} (${secret ? 'the value is secret and is not shown' : `got ${JSON.stringify(redact(text))}`})`,
  );
}

function settle(given: ReadonlyMap<Name, Given>, cwd: string): Config {
  const values = names.map((name) => {
    const fallback = settingOf(name).default;
    const one = given.get(name) ?? (fallback === undefined ? undefined : { text: fallback, folder: cwd });
    return [propertyOf(name), one && read(name, one)] as const;
  });
  // Sound because names, kinds of values and the type `Config` come from the same table.
  const config = Object.fromEntries(values) as Config;
  return Object.freeze({
    ...config,
    filesRoot: config.filesRoot ?? join(config.data, 'files'),
    secretKeyFile: config.secretKeyFile ?? join(config.data, 'secret.key'),
    workers: config.role === 'api' ? 0 : config.workers,
  });
}
