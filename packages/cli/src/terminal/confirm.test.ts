import { expect, test } from 'vitest';
import { Ended } from '../exit.ts';
import type { Io } from '../io.ts';
import { confirm } from './confirm.ts';
import { plain, styleFor } from './style.ts';

function asked({ isTty = true, answer = new Promise<string | undefined>(() => undefined) } = {}) {
  let text = '';
  const listeners = new Set<Parameters<Io['onInterrupt']>[0]>();
  const io = {
    stdin: { isTty, readLine: () => answer },
    stderr: { write: (more: string) => (text += more) },
    onInterrupt(listener: Parameters<Io['onInterrupt']>[0]) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Io;
  return { answered: confirm('Sure?', { io, style: { out: plain, err: plain } }), text: () => text, listeners };
}

test.each([
  ['y', true],
  ['yes', true],
  [' Yes\t', true],
  ['Y', true],
  ['', false],
  ['n', false],
  ['no', false],
  ['yesterday', false],
  ['y y', false],
  [undefined, false],
])('%j means %s', async (answer, isYes) => {
  const { answered, text, listeners } = asked({ answer: Promise.resolve(answer) });
  expect(await answered).toBe(isYes);
  expect(text()).toBe(`Sure? [y/N] ${answer === undefined ? '\n' : ''}`);
  expect(listeners.size).toBe(0);
});

test.each([
  [undefined, 'interrupted'],
  ['terminated', 'terminated'],
] as const)('a signal (%s) ends it, and says that nothing was changed', async (by, exit) => {
  const { answered, text, listeners } = asked();
  for (const listener of listeners) listener(by);
  await expect(answered).rejects.toEqual(new Ended(exit));
  expect(text()).toBe('Sure? [y/N] \nNothing was changed.\n');
  expect(listeners.size).toBe(0);
});

test('where nobody sits nobody is asked', async () => {
  await expect(asked({ isTty: false }).answered).rejects.toMatchObject({
    problem: { code: 'invalid', hint: expect.stringContaining('--yes') },
  });
});

test.each([
  [true, {}, 'auto', true],
  [false, {}, 'auto', false],
  [true, { NO_COLOR: '1' }, 'auto', false],
  [true, { NO_COLOR: '' }, 'auto', true],
  [true, { TERM: 'dumb' }, 'auto', false],
  [false, { NO_COLOR: '1' }, 'always', true],
  [true, {}, 'never', false],
] as const)('colours on a terminal (%s) with %j and --color %s: %s', (isTty, env, choice, isColoured) => {
  const style = styleFor({ isTty, columns: 80, rows: 24, write: () => undefined }, { env }, choice);
  expect(style('red', 'x')).toBe(isColoured ? '\u001b[31mx\u001b[0m' : 'x');
  expect(style('red', '')).toBe('');
});
