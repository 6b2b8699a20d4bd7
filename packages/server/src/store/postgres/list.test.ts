import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aResource, failed, put, ready } from '../../testing/builders.ts';
import { freshDatabase } from '../../testing/databases.ts';
import { openMemory } from '../memory/memory.ts';
import type { Query } from '../port.ts';
import { openPostgres } from './postgres.ts';

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };

/** Few, so that they meet; some that mean something to JSON, SQL or JavaScript. */
const word = fc.constantFrom('a', 'A', 'b', '', '0', '-1', '1', 'true', 'null', '{}', '__proto__', 'constructor', `'"\\`, 'é', '%', '*');
const project = fc.constantFrom('demo', 'Demo', 'other', '_');
const kind = fc.constantFrom('file', 'file_x', 'fil');
const name = fc.constantFrom('a', 'A', 'b', 'a-1', '1');
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    word,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }),
  map: fc.dictionary(word, tie('value'), { maxKeys: 3 }),
})).value;

const resource = fc.record({
  kind,
  project,
  name,
  spec: value as fc.Arbitrary<never>,
  labels: fc.dictionary(word, word, { maxKeys: 2 }),
  state: fc.constantFrom(ready(), failed(), ready({ output: { a: ['b'] } })),
  sharedWith: fc.oneof(fc.constant(undefined), fc.array(fc.oneof(project, fc.constant('*')), { maxLength: 2 })),
});

/** Paths lead through objects, not into lists. */
const step = word.filter((one) => !/^-?\d+$/.test(one));
const path = fc.oneof(
  fc.constantFrom(['name'], ['project'], ['kind'], ['state', 'status'], ['nothing']),
  fc.array(step, { maxLength: 3 }).map((rest) => ['spec', ...rest]),
);
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined, freq: 1 });
const query = fc.record({
  kind: maybe(kind),
  project: maybe(project),
  shared: maybe(fc.constantFrom('also', 'only')),
  inProjects: maybe(fc.boolean()),
  statuses: maybe(fc.uniqueArray(fc.constantFrom('ready', 'failed'))),
  labels: maybe(
    fc.array(fc.record({ key: word, op: fc.constantFrom('in', 'notin', 'exists', 'absent'), values: fc.array(word, { maxLength: 2 }) }), {
      maxLength: 1,
    }),
  ),
  fields: maybe(fc.array(fc.record({ path, op: fc.constantFrom('is', 'isnt'), value: fc.oneof(word, name, project) }), { maxLength: 2 })),
  offset: maybe(fc.nat(4)),
  limit: fc.integer({ min: 1, max: 20 }),
  total: maybe(fc.boolean()),
});

const given = (asked: object): Query =>
  Object.fromEntries(Object.entries(asked).filter(([, one]) => one !== undefined)) as unknown as Query;

test('a list is that of the store in memory, whatever is stored and asked', async () => {
  const database = await freshDatabase();
  const memory = openMemory({ now: () => Date.now() });
  const postgres = await openPostgres({ connection: database.connection, log });
  const shelf = fc.sample(resource, { numRuns: 200, seed: 7 }).map((one) => aResource(given(one) as never));
  for (const writes of Map.groupBy(shelf, ({ urn }) => urn).values())
    for (const store of [memory, postgres]) await store.commit({ writes: writes.slice(0, 1).map((one) => put(one)) });

  const pageOf = async (store: typeof memory, asked: Query) => {
    const { resources, version: _, ...page } = await store.list(asked);
    return { ...page, resources: resources.map(({ version: __, ...doc }) => doc) };
  };
  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      expect(await pageOf(postgres, given(asked))).toEqual(await pageOf(memory, given(asked)));
    }),
    { numRuns: 500, seed: 11 },
  );
  await Promise.all([memory.close(), postgres.close()]);
  await database.drop();
});
