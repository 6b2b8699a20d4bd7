/** One process per ledger. The hold is a socket that the kernel takes back when its process dies, however that happens. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';

export interface Hold {
  release(): Promise<void>;
}

export async function holdFolder(folder: string, platform: NodeJS.Platform): Promise<Hold> {
  await mkdir(folder, { recursive: true });
  const address = addressOf(await realpath(folder), platform);
  if (address === undefined) return { release: () => Promise.resolve() };
  const server = createServer((socket) => socket.destroy());
  try {
    await once(server.listen(address), 'listening');
  } catch (error) {
    throw new Error(`The ledger in ${folder} is in use by another cloud; stop it, or give this one its own folder with --data.`, {
      cause: error,
    });
  }
  server.unref();
  return {
    release: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

/** Names that vanish with their process exist on Linux and Windows only. */
function addressOf(path: string, platform: NodeJS.Platform): string | undefined {
  const name = `ectropy-cloud-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
  if (platform === 'linux') return `\0${name}`;
  return platform === 'win32' ? `\\\\.\\pipe\\${name}` : undefined;
}
