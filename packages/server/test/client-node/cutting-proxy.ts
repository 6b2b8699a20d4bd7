/** A wire between client and server that can be cut, also in the middle of what is being said. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { until } from '../../src/testing/until.ts';

export interface CuttingProxy extends AsyncDisposable {
  readonly url: string;
  /** Connections over which the server has answered something, and which have not been cut. */
  live(): number;
  /** Waits until somebody is connected, and cuts everybody off: at once, or amid the next words of the server if they come soon. */
  cut(amid: boolean): Promise<void>;
}

/** A server that says nothing meanwhile is cut off all the same. */
const PATIENCE_MS = 20;

interface Wire {
  readonly client: Socket;
  readonly server: Socket;
  heard: boolean;
  /** How many more bytes of the server pass. */
  left: number;
}

/** `part` says how much of what the server says next still passes, from 0 to 1. */
export async function openCuttingProxy(target: string, part: () => number): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const wires = new Set<Wire>();
  const end = (wire: Wire): void => {
    wires.delete(wire);
    wire.client.resetAndDestroy();
    wire.server.destroy();
  };
  const server = createServer((client) => {
    const wire: Wire = { client, server: connect(Number(port), hostname), heard: false, left: Number.POSITIVE_INFINITY };
    wires.add(wire);
    for (const socket of [client, wire.server]) socket.on('error', () => end(wire)).on('close', () => end(wire));
    client.pipe(wire.server);
    wire.server.on('data', (chunk) => {
      wire.heard = true;
      if (wire.left === Number.POSITIVE_INFINITY) return void client.write(chunk);
      client.write(chunk.subarray(0, Math.floor(chunk.length * wire.left)), () => end(wire));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const live = (): readonly Wire[] => [...wires].filter(({ heard }) => heard);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    live: () => live().length,
    async cut(amid) {
      const cut = await until(() => (live().length > 0 ? live() : undefined), { what: 'a connection', timeoutMs: 20_000, everyMs: 1 });
      for (const wire of cut) {
        wire.left = part();
        setTimeout(() => end(wire), amid ? PATIENCE_MS : 0);
      }
      await until(() => cut.every((wire) => !wires.has(wire)), { what: 'the cut', timeoutMs: 20_000, everyMs: 1 });
    },
    async [Symbol.asyncDispose]() {
      for (const wire of wires) end(wire);
      server.close();
    },
  };
}
