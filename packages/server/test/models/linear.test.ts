import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from './check.ts';
import { type Call, linearize, openRecorder, type Sequential } from './linear.ts';

type Op =
  | { readonly verb: 'read' }
  | { readonly verb: 'write'; readonly value: number }
  | { readonly verb: 'swap'; readonly from: number; readonly to: number };
type Answer = number | boolean;

/** A register with compare-and-set, as an example of an object. */
const register: Sequential<number, Op, Answer> = {
  start: 0,
  step(state, op, answer) {
    if (op.verb === 'read') return answer === state ? state : undefined;
    if (op.verb === 'write') return op.value;
    if (answer !== (op.from === state)) return undefined;
    return answer ? op.to : state;
  },
};

const read = (answer: number, invoked: number, returned: number, client = 'a'): Call<Op, Answer> => ({
  client,
  op: { verb: 'read' },
  invoked,
  returned,
  answer,
});
const write = (value: number, invoked: number, returned: number, client = 'b'): Call<Op, Answer> => ({
  client,
  op: { verb: 'write', value },
  invoked,
  returned,
  answer: true,
});
const swap = (from: number, to: number, answer: boolean, invoked: number, returned: number, client = 'c'): Call<Op, Answer> => ({
  client,
  op: { verb: 'swap', from, to },
  invoked,
  returned,
  answer,
});

const histories: Readonly<Record<string, readonly [boolean, readonly Call<Op, Answer>[]]>> = {
  'nothing at all': [true, []],
  'a read of what was written before': [true, [write(1, 1, 2), read(1, 3, 4)]],
  'a read of what is being written': [true, [write(1, 1, 4), read(1, 2, 3)]],
  'a read of what was there, while it is being written': [true, [write(1, 1, 4), read(0, 2, 3)]],
  'a stale read': [false, [write(1, 1, 2), read(0, 3, 4)]],
  'a read of what nobody wrote': [false, [write(1, 1, 2), read(2, 3, 4)]],
  'a read that goes back in time': [false, [write(1, 1, 6), read(1, 2, 3), read(0, 4, 5)]],
  'two reads that see two writes in two orders': [false, [write(1, 1, 2), write(2, 1, 2), read(1, 3, 4), read(2, 5, 6)]],
  'a swap that should have been refused': [false, [write(1, 1, 2), swap(0, 2, true, 3, 4)]],
  'a swap that was refused for no reason': [false, [write(1, 1, 2), swap(1, 2, false, 3, 4)]],
  'two swaps from the same value that both succeed': [false, [swap(0, 1, true, 1, 4), swap(0, 2, true, 2, 3)]],
  'two swaps from the same value, one of them refused': [true, [swap(0, 1, true, 1, 4), swap(0, 2, false, 2, 3)]],
  'a lost write': [false, [write(1, 1, 2), swap(1, 2, true, 3, 4), read(1, 5, 6)]],
};

describe('the search for an order', () => {
  test.each(Object.entries(histories))('of %s', (_, [legal, calls]) => {
    expect(linearize(calls, register) !== undefined).toBe(legal);
  });

  test('lets happen what may happen by itself', () => {
    const fading = { ...register, drifts: (state: number) => (state > 0 ? [0] : []) };
    expect(linearize([write(1, 1, 2), read(0, 3, 4)], fading)).toBeDefined();
    expect(linearize([write(1, 1, 2), read(0, 3, 4), read(1, 5, 6)], fading)).toBeUndefined();
  });

  test('finds one for whatever a real register answers, and none once an answer is made up', async () => {
    const op: fc.Arbitrary<Op> = fc.oneof(
      fc.constant<Op>({ verb: 'read' }),
      fc.record({ verb: fc.constant('write' as const), value: fc.nat(2) }),
      fc.record({ verb: fc.constant('swap' as const), from: fc.nat(2), to: fc.nat(2) }),
    );
    const programs = fc.array(fc.array(op, { maxLength: 5 }), { minLength: 2, maxLength: 3 });
    await check(
      11,
      200,
      fc.asyncProperty(programs, fc.scheduler(), async (clients, scheduler) => {
        let state = 0;
        const recorder = openRecorder<Op, Answer>();
        const perform = async (one: Op): Promise<Answer> => {
          await scheduler.schedule(Promise.resolve());
          const answer = one.verb === 'read' ? state : one.verb === 'write' || one.from === state;
          if (one.verb !== 'read' && answer) state = one.verb === 'write' ? one.value : one.to;
          await scheduler.schedule(Promise.resolve());
          return answer;
        };
        const all = clients.map(async (program, i) => {
          for (const one of program) await recorder.record(`${i}`, one, () => perform(one));
        });
        await scheduler.waitFor(Promise.all(all));
        expect(linearize(recorder.calls, register)).toHaveLength(recorder.calls.length);
        expect(linearize([...recorder.calls, read(9, 1_000, 1_001)], register)).toBeUndefined();
      }),
    );
  });
});
