import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const install = fileURLToPath(new URL('./install.ts', import.meta.url));
const host = new URL('../../src/app/host.ts', import.meta.url).href;

/** The key of a step, told by this process, by a thread of it, and by a child of it. */
const program = `
import { spawnSync } from 'node:child_process';
import { isMainThread, Worker } from 'node:worker_threads';
import { hostFor } from ${JSON.stringify(host)};
console.log(process.argv[1] ?? 'here', hostFor({ uid: 'u', move: 3 }, { signal: AbortSignal.timeout(1), now: () => 7 }).key);
`;
const threads = `${program}
if (isMainThread) await new Promise((resolve) => new Worker(new URL('data:text/javascript,' + encodeURIComponent(process.env.PROGRAM)), { argv: ['thread'] }).on('exit', resolve));
if (isMainThread) console.log(spawnSync(process.execPath, ['--conditions=source', '--input-type=module', '-e', process.env.PROGRAM, 'child']).stdout.toString());
`;

function keys(defect?: string): { readonly status: number | null; readonly text: string } {
  const { DEFECT: _, ECTROPY_DEFECT: __, NODE_OPTIONS: ___, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=source', `--import=${install}`, '--input-type=module', '-e', threads],
    { env: { ...env, PROGRAM: program, ...(defect !== undefined && { ECTROPY_DEFECT: defect }) } },
  );
  return { status, text: `${stdout.toString()}${stderr.toString()}` };
}

const told = (text: string): readonly string[] => text.split('\n').flatMap((line) => / (u\.\S+)$/.exec(line)?.[1] ?? []);

test('without a name nothing is changed', () => {
  expect(told(keys().text)).toEqual(['u.3', 'u.3', 'u.3']);
});

test('a defect reaches the process, its threads and its children', () => {
  const { text } = keys('key-per-attempt');
  expect(told(text), text).toEqual(['u.3.7', 'u.3.7', 'u.3.7']);
});

test('an unknown name ends the process before anything else', () => {
  const { status, text } = keys('nonsense');
  expect(status).not.toBe(0);
  expect(text).toContain("there is no defect 'nonsense'");
  expect(told(text)).toEqual([]);
});
