import { defineModule, type JsonObject } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { both, declare, me, urnOf } from '../app/testing/asks.ts';
import { openBed } from '../app/testing/bed.ts';
import type { Store } from '../store/port.ts';
import { until } from '../testing/until.ts';

/** A kind that is complete once it is stored and goes at once; looks at it wait at the gate, whatever their signal says. */
function gated(gate: Promise<void>, looks: string[]) {
  return defineModule<JsonObject, null>({
    kind: { name: 'lamp', description: 'Is only looked at.', schema: { type: 'object' } },
    plan: (_, intent) => ('spec' in intent ? { type: 'settle', spec: intent.spec, output: null } : { type: 'noop' }),
    sync: async () => ({ type: 'gone' }),
    async observe({ urn, spec }) {
      looks.push(urn);
      await gate;
      return { exists: true, actual: spec, output: null };
    },
  });
}

describe.each(both)('on %s', (store) => {
  test('a turn of an earlier life does not give back the lease of the present one (L3)', async () => {
    const gate = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const looks: string[] = [];
    let claims = 0;
    const telling = (bare: Store): Store => ({
      ...bare,
      claim: (request) => bare.claim(request).finally(() => (claims += 1)),
      release: (leases) => bare.release(leases).finally(released.resolve),
    });
    await using bed = await openBed({ store, through: telling, modules: () => [gated(gate.promise, looks)], lanes: 4 });
    const urn = urnOf('lamp', 'a');
    const look = async (times: number): Promise<void> => {
      await declare(bed, 'lamp', 'a');
      await bed.app.check(urn, me);
      await until(async () => looks.length >= times || undefined, { what: `look ${times}` });
    };
    await look(1);
    await bed.app.remove([{ urn }], me);
    await look(2); // the same worker, and again the first lease of a life
    await released.promise;

    const before = claims;
    await until(async () => claims >= before + 3 || undefined, { what: 'more claims' });
    expect(looks).toHaveLength(2); // nobody else could have claimed it either
    gate.resolve();
  });
});
