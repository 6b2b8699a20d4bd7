/** The commands that are servers themselves, with flags of their own: they are loaded only when they are asked for. */
import type { Io } from './io.ts';

type Servant = (io: Io) => Promise<number>;

/** `cloud-sim list` and the like are commands as all others. */
export function servantFor({ argv: [name = '', word = ''] }: Io): Servant | undefined {
  const isAnother = name === 'cloud-sim' && word !== '' && !word.startsWith('-');
  return Object.hasOwn(servants, name) && !isAnother ? servants[name] : undefined;
}

const servants: Readonly<Record<string, Servant>> = {
  serve: async (io) => (await import('@ectropy/server/process')).serve(invocation('ectropy serve', io)),
  migrate: async (io) => (await import('@ectropy/server/process')).migrate(invocation('ectropy migrate', io)),
  'cloud-sim': async (io) => (await import('@ectropy/cloud-sim')).main([...cloudPort(io), ...io.argv.slice(1)]),
};

/** The server and the other commands look for it at this address: it is there unless a flag says otherwise. */
function cloudPort({ argv, env: { ECTROPY_CLOUD_URL: url } }: Io): readonly string[] {
  const isGiven = argv.some((word) => /^--port(?:=|$)/.test(word));
  const port = url !== undefined && URL.canParse(url) ? new URL(url).port : '';
  return isGiven || port === '' ? [] : ['--port', port];
}

const invocation = (command: string, { argv, env, cwd }: Io) => ({ command, argv: argv.slice(1), env, cwd });
