import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Elements, type FieldSet, fieldSet, has, isEmpty, leaves, pathsOf, sameSet, union } from './field-set.ts';
import { fieldsOf } from './fields-of.ts';
import { readFields } from './fields-v1.ts';
import { merge } from './merge.ts';
import { ownable } from './never-owned.ts';
import { apply, aWidget, document, nothingStored, spec, type Stored, tryApply, update, widget } from './testing/documents.ts';

const seeded = { seed: 3, numRuns: 600 };
const manager = fc.constantFrom('a', 'b', 'c', 'd');
const step = fc.record({ kind: fc.constantFrom('apply', 'force', 'update'), manager, document });
type Step = { readonly kind: string; readonly manager: string; readonly document: JsonObject };

/** What is applied lies over what is there; an update replaces it. Conflicts change nothing. */
function play(stored: Stored, { kind, manager: who, document: sent }: Step): Stored {
  if (kind === 'update') return update(stored, who, sent);
  const answer = tryApply(stored, who, sent, { force: kind === 'force' });
  return answer.type === 'conflict' ? stored : { live: answer.object, managers: answer.managers };
}
const history = (steps: readonly Step[]): Stored => steps.reduce(play, nothingStored);
const steps = fc.array(step, { maxLength: 8 });

const setOf = ({ managers }: Stored, of: (entry: Stored['managers'][0]) => boolean): FieldSet =>
  managers
    .filter(of)
    .map(({ fieldsV1 }) => readFields(fieldsV1))
    .reduce(union, fieldSet());
const fields = (live: Json | undefined): FieldSet => (live === undefined ? fieldSet() : fieldsOf(live, widget));
const present = (live: JsonObject, path: Elements): boolean => has(withParents(fields(live)), path);
/** A map is there when something is in it. */
const withParents = ({ below }: FieldSet): FieldSet => ({
  owned: true,
  below: new Map([...below].map(([element, place]) => [element, withParents(place)])),
});

describe('after any history', () => {
  test('applying the same twice is nothing', () => {
    fc.assert(
      fc.property(steps, manager, document, (before, who, applied) => {
        const once = apply(history(before), who, applied, { force: true });
        const twice = tryApply(once, who, applied, { now: 60_000 });
        expect(twice).toEqual({ type: 'applied', object: once.live, managers: once.managers, changed: false });
      }),
      seeded,
    );
  });

  test('a forced apply makes the document contain what was applied', () => {
    fc.assert(
      fc.property(steps, manager, document, (before, who, applied) => {
        const { live } = apply(history(before), who, applied, { force: true });
        expect(merge(live, applied, widget)).toBe(live);
      }),
      seeded,
    );
  });

  test('what somebody owns by apply is there, and nobody is named who owns nothing', () => {
    fc.assert(
      fc.property(steps, (before) => {
        const stored = history(before);
        for (const path of pathsOf(setOf(stored, ({ operation }) => operation === 'Apply')))
          expect(present(stored.live as JsonObject, path)).toBe(true);
        for (const { fieldsV1 } of stored.managers) expect(fieldsV1).not.toEqual({});
      }),
      seeded,
    );
  });

  test('what somebody has applied and still owns has the value that was applied', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const lastApplied = new Map<string, JsonObject>();
        let stored = nothingStored;
        for (const one of all) {
          const next = play(stored, one);
          if (next !== stored && one.kind !== 'update') lastApplied.set(one.manager, one.document);
          stored = next;
        }
        for (const entry of stored.managers.filter(({ operation }) => operation === 'Apply'))
          for (const path of pathsOf(readFields(entry.fieldsV1))) {
            const wanted = valueAt(lastApplied.get(entry.manager), path);
            if (isWhole(path, wanted)) expect(valueAt(stored.live, path)).toEqual(wanted);
          }
      }),
      seeded,
    );
  });

  test('an apply without force takes nothing from anybody', () => {
    fc.assert(
      fc.property(steps, manager, document, (before, who, applied) => {
        const stored = history(before);
        const answer = tryApply(stored, who, applied);
        if (answer.type === 'conflict') return;
        const isOther = ({ manager: name, operation }: Stored['managers'][0]): boolean => name !== who || operation !== 'Apply';
        const after = setOf(answer, isOther);
        for (const path of pathsOf(leaves(setOf(stored, ({ manager: name }) => name !== who)))) {
          if (!present(stored.live as JsonObject, path)) continue;
          expect(has(after, path)).toBe(true);
          const value = valueAt(stored.live, path);
          if (isWhole(path, value)) expect(valueAt(answer.object, path)).toEqual(value);
        }
      }),
      seeded,
    );
  });

  test('dropping everything removes a field exactly when nobody else owns it', () => {
    fc.assert(
      fc.property(steps, manager, document, (before, who, applied) => {
        const stored = apply(history(before), who, applied, { force: true });
        const others = setOf(stored, ({ manager: name, operation }) => name !== who || operation !== 'Apply');
        const bare = { apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name: 'w' } };
        const { live, managers } = apply(stored, who, bare);
        expect(managers.some(({ manager: name, operation }) => name === who && operation === 'Apply')).toBe(false);
        for (const path of pathsOf(leaves(setOf(stored, ({ manager: name, operation }) => name === who && operation === 'Apply'))))
          expect(present(live, path), path.join(' ')).toBe(isOwned(others, path));
      }),
      seeded,
    );
  });

  test('one apply of two documents that agree is the same as one apply of both together', () => {
    fc.assert(
      fc.property(document, document, (one, other) => {
        const answer = tryApply(apply(nothingStored, 'a', one), 'b', other);
        if (answer.type === 'conflict') return;
        const together = merge(one, other, widget) as JsonObject;
        expect(answer.object).toEqual(together);
        expect(
          sameSet(
            setOf(answer, () => true),
            ownable(union(fields(one), fields(other))),
          ),
        ).toBe(true);
      }),
      seeded,
    );
  });

  test('managers that use different fields never see each other', () => {
    fc.assert(
      fc.property(spec, spec, spec, fc.subarray(names), (mine, theirs, later, reserved) => {
        const without = (one: JsonObject): JsonObject =>
          aWidget(
            only(
              one,
              names.filter((name) => !reserved.includes(name)),
            ),
          );
        const kept = aWidget(only(theirs, reserved));
        const both = apply(apply(nothingStored, 'a', without(mine)), 'b', kept);
        const after = apply(both, 'a', without(later));
        expect(merge(after.live, kept, widget)).toBe(after.live);
        expect(after.managers.find(({ manager: name }) => name === 'b')).toEqual(both.managers.find(({ manager: name }) => name === 'b'));
      }),
      seeded,
    );
  });
});

const names = ['color', 'size', 'words', 'nested', 'whole', 'list', 'tags', 'ports', 'free'];
const only = (one: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(one).filter(([key]) => keys.includes(key)));
/** Nobody else can have a part of it. */
const isWhole = (path: Elements, value: Json | undefined): boolean =>
  typeof value !== 'object' || ['f:whole', 'f:list'].includes(path.at(-1) ?? '');

/** By the path, or by something below it, which cannot be without it. */
function isOwned(set: FieldSet, path: Elements): boolean {
  let place: FieldSet | undefined = set;
  for (const element of path) place = place?.below.get(element);
  return place !== undefined && !isEmpty(place);
}

function valueAt(value: Json | undefined, [head, ...rest]: Elements): Json | undefined {
  if (head === undefined || value === undefined) return value;
  if (head.startsWith('f:'))
    return isObject(value) && Object.hasOwn(value, head.slice(2)) ? valueAt(value[head.slice(2)], rest) : undefined;
  const keys = { protocol: 'TCP', ...(JSON.parse(head.slice(2)) as JsonObject) };
  const items = Array.isArray(value) ? (value as readonly Json[]) : [];
  if (head.startsWith('v:')) return items.find((item) => JSON.stringify(item) === head.slice(2));
  const found = items.find(
    (item) => isObject(item) && Object.entries(keys).every(([key, of]) => ({ protocol: 'TCP', ...item })[key] === of),
  );
  return valueAt(found, rest);
}
