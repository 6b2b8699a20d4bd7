/** The server by itself; the `ectropy` command calls the same as `serve`. */
import { serve } from './process.ts';

process.exit(await serve({ command: 'npm start --', argv: process.argv.slice(2), env: process.env, cwd: process.cwd() }));
