/** The server with the bench's kind, as a process of its own. */
import { readFileSync } from 'node:fs';
import { startServer } from '../packages/server/src/server.ts';
import { loadConfig } from '../packages/server/src/config/load.ts';
import { noop } from './noop.ts';

const config = loadConfig({ argv: process.argv.slice(2), env: {}, readFile: (path) => readFileSync(path, 'utf8'), cwd: process.cwd() });
const server = await startServer({ config, modules: [noop] });
process.send?.(server.url);
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
