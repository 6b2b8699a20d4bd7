/** A process as the image and the compose file would run it, on a port of its own on loopback. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Service } from './compose.ts';
import { environment, finalStage, said, words } from './dockerfile.ts';
import type { Image } from './image.ts';

export interface Container extends AsyncDisposable {
  readonly url: string;
  output(): string;
  /** The health check of the image: its exit code, and what it says. */
  probe(): Promise<{ readonly code: number; readonly says: string }>;
  /** Waits for its end. */
  ended(): Promise<number | null>;
  stop(): Promise<number | null>;
}

const final = finalStage();

/** Paths of the image are those of this machine, and `node` is the one that runs the tests. */
const translated = ({ at }: Image, words_: readonly string[]): readonly string[] =>
  words_.map((word) => (word === 'node' ? process.execPath : word.startsWith('/') ? at(word) : word));

export async function startContainer(image: Image, service: Service): Promise<Container> {
  const port = await freePort();
  const settings = { ...environment(final), ...service.environment };
  const paths = Object.entries(settings).map(([key, value]) => [key, value.startsWith('/') ? image.at(value) : value]);
  const env = { ...(Object.fromEntries(paths) as Record<string, string>), ECTROPY_HOST: '127.0.0.1', ECTROPY_PORT: String(port) };
  const [program = '', ...args] = translated(image, [
    ...words(said(final, 'ENTRYPOINT')),
    ...(service.command ?? words(said(final, 'CMD'))),
  ]);
  const child = spawn(program, args, { env, cwd: image.at('/app'), stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exit = once(child, 'close') as Promise<[number | null]>;
  const ended = async (): Promise<number | null> => (await exit)[0];
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    return ended();
  };
  const probe: Container['probe'] = () => {
    const [first = '', ...rest] = translated(image, words(said(final, 'HEALTHCHECK')));
    return new Promise((resolve) => {
      execFile(first, rest, { env }, (error, says) => resolve({ code: error ? Number(error.code) : 0, says: says.trim() }));
    });
  };
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => text,
    probe,
    ended,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
