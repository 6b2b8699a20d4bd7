/** Prints how large the sources are, and fails when one has outgrown what a reader can hold: split it by verb, not by `utils`. */
import { globSync, readFileSync } from 'node:fs';

const MAX_LINES = 400;
const files = globSync('packages/*/src/**/*.ts', { exclude: (name) => name === 'node_modules' || name === 'dist' }).filter(
  (name) => !name.endsWith('.test.ts') && !name.includes('/testing/'),
);
const sizes = files.map((name) => ({ name, lines: readFileSync(name, 'utf8').split('\n').length })).sort((a, b) => a.lines - b.lines);
const at = (share: number): number => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))]?.lines ?? 0;
const largest = sizes.at(-1);
console.log(`${files.length} source files, lines: median ${at(0.5)}, p90 ${at(0.9)}, max ${largest?.lines} (${largest?.name})`);
const tooLarge = sizes.filter(({ lines }) => lines > MAX_LINES);
for (const { name, lines } of tooLarge) console.error(`${name}: ${lines} lines; at most ${MAX_LINES}`);
process.exit(tooLarge.length > 0 ? 1 : 0);
