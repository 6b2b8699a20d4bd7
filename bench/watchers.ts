/** Many watchers as one process over real connections. They look for nothing but the moment at which each change was sent. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { bytesOf } from './http/requests.ts';

export interface Watched {
  readonly deliveries: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly cpuMs: number;
}

const MARK = Buffer.from('"mark":"');
/** A moment in nanoseconds, as it stands in a change, and its quotation mark. */
const LONGEST = 24;
/** Tenths of a millisecond, and everything beyond 60 s. */
const counts = new Uint32Array(600_001);
let deliveries = 0;

const [url = '', watchers = '0'] = process.argv.slice(2);
const { hostname, port } = new URL(url);

/** Sees a mark also where two chunks share it. */
function reader(): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    const now = process.hrtime.bigint();
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (let found = bytes.indexOf(MARK, from); found >= 0; found = bytes.indexOf(MARK, from)) {
      const start = found + MARK.length;
      const end = bytes.indexOf(0x22, start);
      if (end < 0) break;
      count(now, bytes.toString('latin1', start, end));
      from = end;
    }
    rest = Buffer.from(bytes.subarray(Math.max(from, bytes.length - MARK.length - LONGEST)));
  };
}

function count(now: bigint, mark: string): void {
  const tenths = Number(now - BigInt(mark)) / 1e5;
  const slot = Math.min(counts.length - 1, Math.max(0, Math.round(tenths)));
  counts[slot] = (counts[slot] ?? 0) + 1;
  deliveries += 1;
}

function quantileMs(share: number): number {
  let left = deliveries * share;
  const slot = counts.findIndex((many) => (left -= many) <= 0 && many > 0);
  return slot / 10;
}

for (let i = 0; i < Number(watchers); i += 1) {
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.write(bytesOf('GET', '/api/v1beta1/watch?kind=noop&project=bench'));
  const [first] = (await once(socket, 'data')) as [Buffer];
  if (!first.toString('latin1', 0, 12).endsWith('200')) throw new Error(`a watch was answered ${first.toString('latin1', 0, 200)}`);
  socket.on('data', reader());
}
const before = process.cpuUsage();
process.on('message', () => {
  const { user, system } = process.cpuUsage(before);
  const watched: Watched = {
    deliveries,
    p50Ms: quantileMs(0.5),
    p99Ms: quantileMs(0.99),
    maxMs: quantileMs(1),
    cpuMs: (user + system) / 1000,
  };
  process.send?.(watched);
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
