import { expect, test } from 'vitest';
import { parseFlags } from './flags.ts';

test('without flags the ledger is below the working folder', () => {
  expect(parseFlags([])).toEqual({ options: { data: './.ectropy/cloud' } });
});

test('every flag is read, in both spellings', () => {
  const options = { port: 0, data: '/d', delayMs: 2_500, quota: { servers: 20, disks: 0 }, seed: 7 };
  expect(parseFlags(['--port', '0', '--data=/d', '--delay', '2.5s', '--quota', 'servers=20, disks=0', '--seed=7'])).toEqual({ options });
});

test.each([
  ['0', 0],
  ['1500ms', 1_500],
  ['1500', 1_500],
  ['2m', 120_000],
])('--delay %s is %d ms', (text, delayMs) => expect(parseFlags(['--delay', text])).toMatchObject({ options: { delayMs } }));

test('help comes before everything else', () => {
  expect(parseFlags(['--port', 'x', '-h'])).toEqual({ help: true });
  expect(parseFlags(['--help', '--nonsense'])).toEqual({ help: true });
});

test('everything that is wrong is told at once', () => {
  const wrong = ['--port', '65536', '--delay', '-1', '--quota', 'cars=1', '--seed', '1.5', '--prot=1', 'word', '--data'];
  expect(parseFlags(wrong)).toMatchObject({
    problems: [
      expect.stringContaining('There is no flag --prot; there are --port'),
      expect.stringContaining('"word"'),
      '--data needs a value.',
      expect.stringContaining('--port must be'),
      expect.stringContaining('--delay must be'),
      expect.stringContaining('--quota must be'),
      expect.stringContaining('--seed must be'),
    ],
  });
});

test.each(['1e3', '-1', '', ' 1', '0x10', '99999999999'])('--port %j is refused', (port) => {
  expect(parseFlags([`--port=${port}`])).toHaveProperty('problems');
});

test.each(['servers', 'servers=', 'servers=-1', 'servers=1,servers=2', '__proto__=1', ',', ''])('--quota %j is refused', (quota) => {
  expect(parseFlags([`--quota=${quota}`])).toHaveProperty('problems');
});

test('a flag that is given twice is refused', () => {
  expect(parseFlags(['--seed', '1', '--seed', '2'])).toEqual({ problems: ['--seed is given twice.'] });
});
