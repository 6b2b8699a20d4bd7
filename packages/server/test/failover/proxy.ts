/** One address in front of several servers, as a virtual address or a load balancer is. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Proxy extends AsyncDisposable {
  readonly port: number;
  /** New connections go there. Those that exist stay where they are, unless they are cut. */
  to(port: number, options?: { readonly cut: boolean }): void;
}

export async function startProxy(first: number): Promise<Proxy> {
  let target = first;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    to(port, { cut } = { cut: false }) {
      target = port;
      if (cut) cutAll();
    },
    async [Symbol.asyncDispose]() {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
