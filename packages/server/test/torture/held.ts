/** A server that has read all its code and waits for the word to begin: so a death costs its successor as little time as possible. */
import { once } from 'node:events';
import { serve } from '../../src/process.ts';

process.stderr.write('loaded\n');
process.stdin.once('end', () => process.exit(0)); // whoever was to give the word has gone
await once(process.stdin, 'data');
process.stdin.removeAllListeners('end').destroy();
process.exit(await serve({ command: 'npm start --', argv: process.argv.slice(2), env: process.env, cwd: process.cwd() }));
