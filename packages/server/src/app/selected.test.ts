import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSelector } from '../core/labels.ts';
import type { Resource, Version } from '../core/resource.ts';
import { placeOf } from '../core/selectable.ts';
import type { FieldRequirement } from '../store/port.ts';
import { until } from '../testing/until.ts';
import type { ListRequest, Watched, WatchRequest } from './app.ts';
import { both, declare, make, me, peek, urnOf, vanish } from './testing/asks.ts';
import { type Bed, openBed } from './testing/bed.ts';
import { hubModules } from './testing/hub-kinds.ts';
import { each } from '../watch/each.ts';

const field = (name: string, op: FieldRequirement['op'], value: string): FieldRequirement => ({ path: placeOf(name), op, value });

/** What lists and watches ask for, in the same words. */
type Filter = Pick<ListRequest, 'kind' | 'project' | 'labels' | 'fields' | 'shared'>;

const filters: Readonly<Record<string, Filter>> = {
  everything: {},
  'a label': { labels: parseSelector('team=x') },
  'the absence of a label': { kind: 'card', labels: parseSelector('!team') },
  'several labels': { labels: parseSelector('team in (x, y), tier!=z') },
  'a field': { kind: 'card', fields: [field('spec.color', 'is', 'red')] },
  'another value of a field': { kind: 'card', fields: [field('spec.color', 'isnt', 'red')] },
  'an empty field': { kind: 'card', fields: [field('spec.color', 'is', '')] },
  'a field and a label': { kind: 'card', labels: parseSelector('team'), fields: [field('spec.color', 'is', 'red')] },
  'the status': { kind: 'crate', fields: [field('status.size', 'is', '2')] },
  'a name': { kind: 'card', fields: [field('metadata.name', 'is', 'a')] },
  'a project': { project: 'demo' },
  'what is shared with a project': { project: 'demo', shared: 'also' },
  'what is shared, by a label': { kind: 'card', project: 'demo', shared: 'also', labels: parseSelector('team=x') },
  'what belongs to no project': { kind: 'project' },
};

interface Act {
  readonly kind: 'card' | 'crate';
  readonly name: string;
  readonly project: string;
  readonly verb: 'declare' | 'remove';
  readonly labels: Readonly<Record<string, string>>;
  readonly color: string | undefined;
  readonly size: number;
  readonly sharedWith: readonly string[];
}

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('card', 'card', 'crate'),
  name: fc.constantFrom('a', 'b', 'c'),
  project: fc.constantFrom('demo', 'owner'),
  verb: fc.constantFrom('declare', 'declare', 'declare', 'remove'),
  labels: fc.dictionary(fc.constantFrom('team', 'tier'), fc.constantFrom('x', 'y', 'z')),
  color: fc.constantFrom('red', 'blue', undefined),
  size: fc.constantFrom(1, 2),
  sharedWith: fc.constantFrom<string[]>([], ['demo'], ['*'], ['third']),
});

/** What is refused is refused: only what comes of it matters here. */
async function perform(bed: Bed, { kind, name, project, verb, labels, color, size, sharedWith }: Act): Promise<void> {
  const spec = { ...(color !== undefined && { color }), ...(kind === 'crate' && { size }) };
  const work =
    verb === 'remove'
      ? bed.app.remove([{ urn: urnOf(kind, name, project) }], me)
      : declare(bed, kind, name, { project, labels, spec, sharedWith });
  await work.catch(() => undefined);
}

const listed = async ({ app }: Bed, filter: Filter): Promise<{ readonly found: Map<string, Resource>; readonly version: Version }> => {
  const { resources, version } = await app.list(filter, me);
  return { found: new Map(resources.map((resource) => [resource.urn, resource])), version };
};

/** Takes one change in, as a client does that keeps what it sees; a change that does not fit what it has seen is an error. */
function take(seen: Map<string, Resource>, one: Exclude<Watched, { type: 'bookmark' }>): void {
  const { urn } = one.resource;
  expect(`${one.type} ${seen.has(urn)}`).toBe(`${one.type} ${one.type !== 'new'}`);
  if (one.type === 'gone' || one.type === 'left') seen.delete(urn);
  else seen.set(urn, one.resource);
}

/** What a watch leaves behind that began with a list and goes on to the version where it ends. */
async function accumulated(
  bed: Bed,
  filter: Filter,
  seen: Map<string, Resource>,
  since: Version,
  end: Version,
): Promise<Map<string, Resource>> {
  const { shared, ...rest } = filter;
  const request: WatchRequest = { ...rest, ...(shared && { shared: true }), since, signal: AbortSignal.timeout(10_000) };
  for await (const one of each(bed.app.watch(request, me))) {
    if (BigInt(one.version) > BigInt(end)) return seen;
    if (one.type !== 'bookmark') take(seen, one);
    if (BigInt(one.version) === BigInt(end)) return seen;
  }
  return expect.fail('the watch ended too early');
}

const settled = (bed: Bed): Promise<true> =>
  until(async () => ((await bed.store.list({ statuses: ['pending'], limit: 1 })).resources.length === 0 ? (true as const) : undefined), {
    what: 'rest',
  });

describe.each(both)('a list, and the watch from its version, on %s', (store) => {
  test('end with the list as it is then, whatever is asked for and whatever happens (R37, L6)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { maxLength: 8 }),
        fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { maxLength: 10 }),
        async (before, after) => {
          await using bed = await openBed({ store, lanes: 2, modules: hubModules, feed: { bookmarkMs: 5 } });
          for (const one of before) await perform(bed, one);
          const begun = await Promise.all(Object.values(filters).map((filter) => listed(bed, filter)));
          for (const together of after) await Promise.all(together.map((one) => perform(bed, one)));
          await settled(bed);
          const end = await bed.store.version();
          for (const [i, filter] of Object.values(filters).entries()) {
            const { found, version } = begun[i] ?? expect.fail();
            const seen = await accumulated(bed, filter, found, version, end);
            expect(Object.fromEntries(seen)).toEqual(Object.fromEntries((await listed(bed, filter)).found));
          }
        },
      ),
      { seed: 37, numRuns: store === 'memory' ? 40 : 12 },
    );
  }, 120_000);

  test('tell what leaves by its status when it is deleted (R37)', async () => {
    await using bed = await openBed({ store, lanes: 2, modules: hubModules });
    const since = await bed.store.version();
    await make(bed, 'crate', 'a', { spec: { size: 2 } });
    await bed.app.remove([{ urn: urnOf('crate', 'a') }], me);
    await vanish(bed, urnOf('crate', 'a'));
    const told: string[] = [];
    const watched = each(
      bed.app.watch({ kind: 'crate', fields: filters['the status']?.fields ?? [], since, signal: AbortSignal.timeout(5_000) }, me),
    );
    for await (const one of watched) {
      if (one.type !== 'bookmark') told.push(one.type);
      if (one.type === 'gone' || one.type === 'left') break;
    }
    expect([told[0], told.at(-1)]).toEqual(['new', 'gone']);
  });

  test('are not fooled by fields that only objects have (R37)', async () => {
    await using bed = await openBed({ store, modules: hubModules });
    const since = await bed.store.version();
    await declare(bed, 'card', 'a', { spec: { color: 'red' } });
    await declare(bed, 'card', 'a', { spec: { color: 'blue' } });
    const odd = [field('constructor', 'is', ''), field('spec.__proto__', 'is', ''), field('toString', 'is', '')];
    expect((await bed.app.list({ kind: 'card', fields: odd }, me)).resources).toHaveLength(1);
    const told: string[] = [];
    for await (const one of each(bed.app.watch({ kind: 'card', fields: odd, since, signal: AbortSignal.timeout(5_000) }, me))) {
      if (one.type !== 'bookmark') told.push(one.type);
      if (told.length === 2) break;
    }
    expect(told).toEqual(['new', 'put']);
    expect(await peek(bed, urnOf('card', 'a'))).toBeDefined();
  });
});
