/** Stands between one server and PostgreSQL, and cuts a connection at the moment of its COMMIT. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { applicationOf, endsPipeline, isCommit, Messages, saysCommitted } from './wire.ts';

/** `unsent`: the COMMIT never arrives. `alone`: neither does it, and all before it is answered. `unanswered`: it does, and nobody waits for the answer. `answered`: the answer came and is withheld. */
export type Cut = 'unsent' | 'alone' | 'unanswered' | 'answered';
export const cuts: readonly Cut[] = ['unsent', 'alone', 'unanswered', 'answered'];

export interface Proxy extends AsyncDisposable {
  readonly port: number;
  /** The next COMMIT of the writing connection is cut; answers when it was, or `false` when none came in time. */
  cut(how: Cut, withinMs: number): Promise<boolean>;
}

interface Order {
  readonly how: Cut;
  readonly done: () => void;
}

const WRITER = 'ectropy-write';
/** So long all that came before the COMMIT may take to be answered. */
const ALONE_MS = 100;

export async function openProxy(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let order: Order | undefined;
  const take = (): Order | undefined => {
    const taken = order;
    order = undefined;
    return taken;
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.on('close', () => upstream.end()); // what was passed on still arrives
    upstream.on('close', () => client.destroy());
    relay(client, upstream, take);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut: (how, withinMs) =>
      new Promise((resolve) => {
        const late = setTimeout(() => {
          order = undefined;
          resolve(false);
        }, withinMs);
        order = {
          how,
          done: () => {
            clearTimeout(late);
            resolve(true);
          },
        };
      }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Everything is passed on as it came, until the order is carried out; from then on nothing is. */
function relay(client: Socket, upstream: Socket, take: () => Order | undefined): void {
  const asked = new Messages('client');
  const answered = new Messages('server');
  let writes = false;
  let pending: Order | undefined;
  let leaving: Order | undefined;
  let severed = false;
  let held = false;
  const sever = (done: () => void): void => {
    severed = true;
    client.destroy();
    done();
  };
  client.on('data', (chunk: Buffer) => {
    for (const message of asked.take(chunk)) {
      if (severed || held) return;
      writes ||= applicationOf(message) === WRITER;
      const order = writes && isCommit(message) ? take() : undefined;
      if (order?.how === 'unsent') return sever(order.done);
      held = order?.how === 'alone';
      if (order && held) return void setTimeout(() => sever(order.done), ALONE_MS);
      upstream.write(message.bytes);
      if (order?.how === 'answered') pending = order;
      if (order?.how === 'unanswered') leaving = order;
      if (leaving && endsPipeline(message)) return sever(leaving.done);
    }
  });
  upstream.on('data', (chunk: Buffer) => {
    if (severed) return;
    const committed = answered.take(chunk).some(saysCommitted);
    if (committed && pending) return sever(pending.done);
    client.write(chunk);
  });
}
