/** A worker that is killed after it has filled the temporary file and before it renames it. Arguments: root, spec. */
import { readdirSync } from 'node:fs';
import { fileModule } from '../kind.ts';
import { TEMPORARY } from '../path.ts';
import { aHost, aSubject } from './scratch.ts';

const [root = '', spec = ''] = process.argv.slice(2);
const { signal } = new AbortController();
const isFilled = (): boolean => readdirSync(root, { recursive: true }).some((path) => String(path).includes(TEMPORARY));

// The module asks its signal once more right before the rename.
Object.defineProperty(signal, 'throwIfAborted', { value: () => isFilled() && process.kill(process.pid, 'SIGKILL') });
await fileModule({ root }).sync(aSubject(JSON.parse(spec)), { todo: 'write' }, aHost(signal));
