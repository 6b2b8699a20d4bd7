/** The process itself, for those who start this file. */
import { main } from './run.ts';

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
