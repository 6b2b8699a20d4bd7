/** The server with the bench's kind, as a process of its own. With `BENCH_STAMP` it tells when each sync began. */
import { readFileSync } from 'node:fs';
import { startServer } from '../packages/server/src/server.ts';
import { loadConfig } from '../packages/server/src/config/load.ts';
import { keepHeapSmall } from '../packages/server/src/heap.ts';
import { noopModule } from './noop.ts';

keepHeapSmall();
const config = loadConfig({ argv: process.argv.slice(2), env: {}, readFile: (path) => readFileSync(path, 'utf8'), cwd: process.cwd() });
/** The kernel's clock, which is the same for all processes. */
const stamp = (name: string): void => void process.send?.({ name, atNs: String(process.hrtime.bigint()) });
const server = await startServer({ config, modules: [process.env['BENCH_STAMP'] ? noopModule(stamp) : noopModule()] });
process.send?.(server.url);
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
