/** The simulation can fail: with a defect in the product each of these runs ends with the law that does not hold. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const install = new URL('../defects/install.ts', import.meta.url).href;

const runWith = (defect: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const flags = ['--conditions=source', `--import=${install}`, main, ...args];
    const env = { ...process.env, ECTROPY_DEFECT: defect };
    execFile(process.execPath, flags, { env, maxBuffer: 64 * 1024 * 1024 }, (_, stdout, stderr) => resolve(stdout + stderr));
  });

/** With the laws by which it is noticed, whichever comes first. */
const table = {
  'no-recall': 'L1',
  'revision-not-written': 'L2',
  'no-fence-in-commit': 'L3',
  'no-version-check': 'R7|L2|L9',
  'token-not-raised': 'L3',
  'release-of-another': 'L3',
  'no-heartbeat': 'L3',
  'lease-never-ends': 'L4',
  'key-per-attempt': 'L3|L4',
  'move-on-retry': 'L4',
  'fence-starts-over': 'R7|L3',
  'late-news-counts': 'L8',
  'watch-skips-a-gap': 'L6',
  'notified-only': 'L6|L8',
  'wake-lost-while-held': 'R12',
  'dependents-not-woken': 'R12',
} as const;

describe('what is broken on purpose is caught', () => {
  test.each(Object.entries(table))('%s, by %s', { timeout: 120_000 }, async (defect, law) => {
    const output = await runWith(defect, ['--seeds', '400', '--threads', '1']);
    expect(output).toMatch(new RegExp(`seed \\d+ violates (?:${law}): `));
    expect(output).toMatch(/replay: npm run simulate -- --seed \d+ --verbose/);
  });
});
