import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody has now. Whoever is to come up again and again at the same place needs one of its own. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
