/** `npm run bench [-- figure …]`: prints one table, and writes it with machine and commit into `bench/results/`. `BENCH_TINY=1` only tries it out. */
import { openBed } from './bed.ts';
import { figures } from './figures.ts';
import { full, tiny } from './scale.ts';
import { writeResults } from './results.ts';
import { counting, statementsOf } from './statements.ts';
import { tableOf } from './table.ts';
import type { Row } from './figure.ts';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(figures, name));
if (unknown.length > 0) {
  console.error(`no figure ${unknown.join(', ')}; there are ${Object.keys(figures).join(', ')}`);
  process.exit(3);
}
await using bed = await openBed(process.env['BENCH_TINY'] ? tiny : full, (text) => console.error(`  ${text}`));
const rows: Record<string, readonly Row[]> = {};
for (const [name, figure] of Object.entries(figures)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.error(`${name}:`);
  rows[name] = await figure(bed);
  if (counting.length > 0) console.error(await statementsOf(bed.postgresUrl));
}
console.log(tableOf(Object.values(rows).flat()));
if (bed.scale === full) writeResults(rows, new Date());
