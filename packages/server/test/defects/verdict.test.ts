import { describe, expect, test } from 'vitest';
import { simulationVerdict, tortureVerdict } from './verdict.ts';

const table =
  '  killed                         done  planned\n  worker                            8        6\n  api                               0        0\n';

describe('the verdict of a torture', () => {
  test.each<readonly [string, string, number | null, object]>([
    ['nothing was found', `${table}\nNo violation.\n`, 0, { type: 'passed', after: '8 worker' }],
    [
      'something was',
      `${table}\n2 violations:\n  every failpoint is reached: x was never reached\n  one worker at a time: b took it\n`,
      1,
      { type: 'caught', text: 'one worker at a time: b took it' },
    ],
    ['only a fault was not tried', `${table}\n1 violations:\n  every failpoint is reached: x was never reached\n`, 1, { type: 'passed' }],
    ['it broke', 'Error: initdb failed', 1, { type: 'broken', text: 'Error: initdb failed' }],
    ['it was ended', `${table}`, null, { type: 'broken' }],
    ['it says one thing and ends with another', `${table}\nNo violation.\n`, 1, { type: 'broken' }],
  ])('when %s', (_, output, code, expected) => {
    expect(tortureVerdict(output, code)).toMatchObject(expected);
  });
});

const ran = (failed: number): string => `300 seeds, 7 events, 0.1 hours of their own time in 2.0 s; ${failed} failed\n`;

describe('the verdict of a simulation', () => {
  test.each<readonly [string, string, number | null, object]>([
    ['nothing was found', ran(0), 0, { type: 'passed', after: '300 seeds' }],
    ['something was', `${ran(1)}\nseed 7 violates L3: two at once\n`, 1, { type: 'caught', after: 'seed 7', text: 'L3: two at once' }],
    ['only a fault was not tried', `${ran(0)}never happened: drift\n`, 1, { type: 'passed' }],
    ['it is not deterministic', `${ran(1)}\nseed 7 violates nothing when it is run again: …\n`, 1, { type: 'broken' }],
    ['it broke', 'SyntaxError: oh', 1, { type: 'broken' }],
    ['it was ended', '', null, { type: 'broken' }],
  ])('when %s', (_, output, code, expected) => {
    expect(simulationVerdict(output, code)).toMatchObject(expected);
  });
});
