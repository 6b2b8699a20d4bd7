import { describe, expect, test } from 'vitest';
import { until } from '../testing/until.ts';
import { followKinds } from './follow.ts';
import { both, declare, me, vanish } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';
import { define, definition } from './testing/hub-kinds.ts';

const kind = 'gadget.example.dev';

describe.each(both)('the kinds of a process on %s', (store) => {
  test('are known from the start, come and go with their definitions, whoever writes them', async () => {
    await using bed = await openBed({ store, lanes: 2 });
    await define(bed);
    const other = await bed.beside();
    expect(other.deps.kinds.find(kind)).toBeUndefined();
    await followKinds(other.deps);
    expect(other.deps.kinds.find(kind)).toBeDefined();
    await declare(other, kind, 'a');
    await bed.app.remove([{ urn: definition, propagation: 'foreground' }], me);
    await vanish(bed, definition);
    await until(() => other.deps.kinds.find(kind) === undefined, { what: 'the end of the kind' });
    await define(bed);
    await until(() => other.deps.kinds.find(kind), { what: 'the kind' });
  });

  test('are followed on although one of the definitions cannot be learnt, and that is told', async () => {
    await using bed = await openBed({ store });
    await define(bed);
    const failures: unknown[] = [];
    const other = await bed.beside();
    const { kinds } = other.deps;
    let broken = true;
    const picky = {
      ...other.deps,
      kinds: {
        ...kinds,
        learn(resource: Parameters<typeof kinds.learn>[0]) {
          if (broken) throw new Error('it cannot be read');
          kinds.learn(resource);
        },
      },
    };
    await followKinds(picky, (error) => failures.push(error));
    expect(failures).toHaveLength(1);
    broken = false;
    await define(bed, { description: 'Now it can.' });
    await until(() => kinds.find(kind), { what: 'the kind' });
  });

  test('are read anew when the feed has gone too far ahead', async () => {
    await using bed = await openBed({ store });
    const failures: unknown[] = [];
    const other = await bed.beside();
    let expired = true;
    const late = {
      ...other.deps,
      store: {
        ...other.deps.store,
        changes: (...asked: Parameters<typeof other.deps.store.changes>) => {
          if (!expired) return other.deps.store.changes(...asked);
          expired = false;
          throw new Error('too old');
        },
      },
    };
    await followKinds(late, (error) => failures.push(error));
    await define(bed);
    await until(() => other.deps.kinds.find(kind), { what: 'the kind' });
    expect(failures).toHaveLength(1);
  });
});
