/** The load generator, as a process of its own, so that its share of the machine can be counted. Takes orders until it is told to end. */
import { at } from './figure.ts';
import { driveAll } from './http/drive.ts';
import { type RequestName, requests, type Wanted } from './http/requests.ts';

export interface Order extends Partial<Wanted> {
  readonly url: string;
  readonly connections: number;
  readonly request: RequestName;
  readonly count: number;
  /** Numbers are drawn from this many, in an order that jumps about; as many as there are requests if absent. */
  readonly among?: number;
}

export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** What this process has used meanwhile. */
  readonly cpuMs: number;
}

/** Jumps about among all numbers below `among`, and meets each once before it meets one again. */
const scattered = (i: number, among: number): number => (i * 7919) % among;

async function carryOut({ url, connections, request, count, among = count, tag = 'x', mark = '', page = 500 }: Order): Promise<Load> {
  const all = Array.from({ length: count }, (_, i) => requests[request](scattered(i, among), { tag, mark, page })); // made before the clock runs
  const before = process.cpuUsage();
  const { ms, took } = await driveAll(url, all, connections);
  const { user, system } = process.cpuUsage(before);
  return { perSecond: (count / ms) * 1000, p50Ms: at(took, 0.5), p99Ms: at(took, 0.99), cpuMs: (user + system) / 1000 };
}

process.on('message', (order: Order) => {
  carryOut(order).then(
    (load) => process.send?.({ load }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
