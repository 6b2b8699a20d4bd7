import { describe, expect, test } from 'vitest';
import { failpoints } from '../names.ts';
import { at } from '../none.ts';
import { isDue, readScript } from './script.ts';

describe('the order of failpoints', () => {
  test('says where, what and when', () => {
    expect(
      readScript('worker.before-call=kill+5@12;worker.heartbeat=throw@every:2; store.committed=delay:30@1;watch.mid-stream=hang@4'),
    ).toEqual([
      { name: 'worker.before-call', mode: { type: 'kill', afterMs: 5 }, nth: 12, every: false },
      { name: 'worker.heartbeat', mode: { type: 'throw' }, nth: 2, every: true },
      { name: 'store.committed', mode: { type: 'delay', ms: 30 }, nth: 1, every: false },
      { name: 'watch.mid-stream', mode: { type: 'hang' }, nth: 4, every: false },
    ]);
    expect(readScript('')).toEqual([]);
  });

  test.each(['worker.claimed', 'worker.claimed=kill', 'nowhere=kill@1', 'worker.claimed=boil@1', 'worker.claimed=kill@0'])(
    '%s is refused',
    (text) => {
      expect(() => readScript(text)).toThrow(`'${text}' is no failpoint`);
    },
  );

  test('is due once at the n-th hit, or at every n-th', () => {
    const [once, every] = readScript('worker.claimed=kill@3;worker.claimed=throw@every:3');
    const due = (order: typeof once) => [1, 2, 3, 4, 5, 6].filter((hits) => order && isDue(order, hits));
    expect([due(once), due(every)]).toEqual([[3], [3, 6]]);
  });
});

test('without arms a failpoint does nothing', () => {
  expect(failpoints.map((name) => at(name))).toEqual(failpoints.map(() => undefined));
});
