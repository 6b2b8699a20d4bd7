import { expect, test } from 'vitest';
import { openFlights } from './flight.ts';

const never = new AbortController().signal;

/** Work that ends when told, and writes down what became of it. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const begun: AbortSignal[] = [];
  return {
    begun,
    resolve,
    reject,
    run: (signal: AbortSignal) => {
      begun.push(signal);
      return promise;
    },
  };
}

test('many waiters are one piece of work', async () => {
  const flights = openFlights();
  const { run, begun, resolve } = work();
  const waiters = Array.from({ length: 100 }, () => flights.join('a', never, run));
  resolve('done');
  expect(new Set(await Promise.all(waiters))).toEqual(new Set(['done']));
  expect(begun).toHaveLength(1);
  expect(flights.size).toBe(0);
});

test('other keys are other work, and so is what comes later', async () => {
  const flights = openFlights();
  const answers = [1, 2, 3];
  const next = async () => answers.shift();
  expect(await Promise.all([flights.join('a', never, next), flights.join('b', never, next)])).toEqual([1, 2]);
  expect(await flights.join('a', never, next)).toBe(3);
});

test('a waiter who leaves does not stop the work for the others, not even the one who began it', async () => {
  const flights = openFlights();
  const { run, begun, resolve } = work();
  const first = new AbortController();
  const left = flights.join('a', first.signal, run);
  const stayed = flights.join('a', never, run);
  first.abort();
  await expect(left).rejects.toMatchObject({ problem: { code: 'cancelled' } });
  expect(begun[0]?.aborted).toBe(false);
  resolve('done');
  expect(await stayed).toBe('done');
});

test('when the last one leaves, the work is aborted, and who comes then begins anew', async () => {
  const flights = openFlights();
  const { run, begun } = work();
  const one = new AbortController();
  const two = new AbortController();
  const left = [flights.join('a', one.signal, run), flights.join('a', two.signal, run)];
  one.abort();
  two.abort();
  await Promise.allSettled(left);
  expect([begun[0]?.aborted, flights.size]).toEqual([true, 0]);
  expect(await flights.join('a', never, async (signal) => signal.aborted)).toBe(false);
});

test('who has left already begins nothing', async () => {
  const { run, begun } = work();
  await expect(openFlights().join('a', AbortSignal.abort(), run)).rejects.toMatchObject({ problem: { code: 'cancelled' } });
  expect(begun).toEqual([]);
});

test('a failure goes to all who wait and is not kept', async () => {
  const flights = openFlights();
  const { run, reject } = work();
  const waiters = [flights.join('a', never, run), flights.join('a', never, run)];
  reject(new Error('down'));
  for (const waiter of waiters) await expect(waiter).rejects.toThrow('down');
  expect(await flights.join('a', never, async () => 'up')).toBe('up');
});

test('work that fails after everybody has left disturbs nobody', async () => {
  const flights = openFlights();
  const { run, reject } = work();
  const gone = new AbortController();
  const left = flights.join('a', gone.signal, run);
  gone.abort();
  await expect(left).rejects.toThrow();
  reject(new Error('too late'));
  await new Promise((resolve) => setImmediate(resolve));
});
