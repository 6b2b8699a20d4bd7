import { expect, test } from 'vitest';
import { realTime, sleep, type Time, within } from './time.ts';

/** A clock that is moved by hand. */
function byHand(): { readonly time: Time; readonly waiting: Set<() => void> } {
  const waiting = new Set<() => void>();
  const wait = (work: () => void): (() => void) => {
    waiting.add(work);
    return () => waiting.delete(work);
  };
  return { waiting, time: { elapsed: () => 0, after: (_, work) => wait(work), every: (_, work) => wait(work) } };
}

test('a sleep ends with its time and leaves no timer behind', async () => {
  const { time, waiting } = byHand();
  const slept = sleep(time, 10);
  expect(waiting.size).toBe(1);
  for (const work of waiting) work();
  await slept;
  expect(waiting.size).toBe(0);
});

test('a sleep is cut short by its signal, before and while it sleeps', async () => {
  const { time, waiting } = byHand();
  const abort = new AbortController();
  const slept = sleep(time, 10, abort.signal);
  abort.abort(new Error('stop'));
  await expect(slept).rejects.toThrow('stop');
  await expect(sleep(time, 10, abort.signal)).rejects.toThrow('stop');
  expect(waiting.size).toBe(0);
});

test('what is waited for with a limit says who came first', async () => {
  const { time, waiting } = byHand();
  expect(await within(time, 10, Promise.resolve())).toBe(true);
  const late = within(time, 10, new Promise(() => undefined));
  for (const work of waiting) work();
  expect(await late).toBe(false);
  expect(waiting.size).toBe(0);
});

test('the real time passes, can be cancelled, and comes again', async () => {
  const began = realTime.elapsed();
  realTime.after(1, () => expect.fail('it was cancelled'))();
  const { promise, resolve } = Promise.withResolvers<void>();
  let times = 0;
  const stop = realTime.every(1, () => void ((times += 1) >= 2 && resolve()));
  await promise;
  stop();
  await sleep(realTime, 2);
  expect(realTime.elapsed()).toBeGreaterThan(began);
});
