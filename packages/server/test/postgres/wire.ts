/** A way to a server that can be cut and mended: an outage without ending anything. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface CutableWire extends AsyncDisposable {
  readonly port: number;
  cut(): Promise<void>;
  /** On the same port again. */
  mend(): Promise<void>;
}

export async function openWire(to: { readonly host: string; readonly port: number }): Promise<CutableWire> {
  const sockets = new Set<Socket>();
  let port = 0;
  let server: Server | undefined;
  const mend = async (): Promise<void> => {
    server = createServer((near) => {
      const far = connect(to);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.on('error', () => other.destroy()).on('close', () => sockets.delete(one));
        one.pipe(other);
      }
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const cut = async (): Promise<void> => {
    const closed = server && once(server, 'close');
    server?.close();
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await mend();
  return { port, cut, mend, [Symbol.asyncDispose]: cut };
}
