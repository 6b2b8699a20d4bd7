import { type JsonObject, ProblemError, showPath } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { conflictMessage } from './conflict.ts';
import { apiVersion, apply, aWidget, fieldsOfManager, nothingStored, tryApply, update, widget } from './testing/documents.ts';
import { deduced } from './field-type.ts';

const messageOf = (...args: Parameters<typeof tryApply>): string => {
  const answer = tryApply(...args);
  return answer.type === 'conflict' ? conflictMessage(answer.conflicts) : 'no conflict';
};
const problemsOf = (applied: JsonObject): readonly string[] => {
  try {
    tryApply(nothingStored, 'a', applied);
    return [];
  } catch (error) {
    return (error as ProblemError).problems.map(({ path, message }) => `${showPath(path ?? [])}: ${message}`);
  }
};

const defaulted = (document: JsonObject): JsonObject => ({ ...document, spec: { size: 1, ...(document.spec as JsonObject) } });

/** The two versions have another name for one field. */
function renamed(document: JsonObject, to: string): JsonObject {
  const { color, colour, ...spec } = (document.spec ?? {}) as JsonObject;
  const value = color ?? colour;
  return {
    ...document,
    apiVersion: to,
    spec: { ...spec, ...(value !== undefined && { [to.endsWith('v2') ? 'colour' : 'color']: value }) },
  };
}

describe('apply', () => {
  test('creates the document and owns what was applied, but not its identity', () => {
    const stored = apply(
      nothingStored,
      'a',
      aWidget({ color: 'red', tags: ['x'] }, { labels: { k: 'v' }, uid: 'mine', creationTimestamp: null }),
    );
    expect(stored.live).toEqual(aWidget({ color: 'red', tags: ['x'] }, { labels: { k: 'v' } }));
    expect(stored.managers).toEqual([
      {
        manager: 'a',
        operation: 'Apply',
        apiVersion,
        time: '1970-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:metadata': { 'f:labels': { 'f:k': {} } }, 'f:spec': { 'f:color': {}, 'f:tags': { 'v:"x"': {} } } },
      },
    ]);
  });

  test('again changes nothing, not even times', () => {
    const stored = apply(nothingStored, 'a', aWidget({ color: 'red' }));
    const again = tryApply(stored, 'a', aWidget({ color: 'red' }), { now: 99_000 });
    expect(again).toEqual({ type: 'applied', object: stored.live, managers: stored.managers, changed: false });
  });

  test('of less removes what nobody else owns', () => {
    const both = apply(
      apply(nothingStored, 'a', aWidget({ color: 'red', words: { x: '1', y: '2' } })),
      'b',
      aWidget({ words: { y: '2', z: '3' } }),
    );
    const less = apply(both, 'a', aWidget({ words: { x: '1' } }), { now: 5_000 });
    expect(less.live.spec).toEqual({ words: { x: '1', y: '2', z: '3' } });
    expect(less.managers.map(({ manager, time }) => `${manager} ${time}`)).toEqual(['b 1970-01-01T00:00:00Z', 'a 1970-01-01T00:00:05Z']);
  });

  test('leaves the bare map where its last entry has gone', () => {
    const created = update(nothingStored, 'u', aWidget({ words: {} }));
    const filled = apply(created, 'a', aWidget({ words: { x: '1' } }));
    expect(apply(filled, 'a', aWidget({ color: 'red' })).live.spec).toEqual({ words: {}, color: 'red' });
  });

  test('keeps the items of others in sets and keyed lists in their places', () => {
    const first = apply(nothingStored, 'a', aWidget({ tags: ['a', 'b', 'c'], ports: [{ port: 80, name: 'x' }] }));
    const second = apply(
      first,
      'b',
      aWidget({
        tags: ['z', 'b'],
        ports: [
          { port: 80, protocol: 'UDP' },
          { port: 80, protocol: 'TCP' },
        ],
      }),
    );
    expect(second.live.spec).toEqual({
      tags: ['a', 'z', 'b', 'c'],
      ports: [
        { port: 80, protocol: 'UDP' },
        { port: 80, name: 'x', protocol: 'TCP' },
      ],
    });
  });

  test('of something else than somebody owns is a conflict that says who and what', () => {
    const stored = apply(
      update(nothingStored, 'kubectl', aWidget({ color: 'red', ports: [{ port: 80, name: 'x' }] })),
      'a',
      aWidget({ tags: ['t'], whole: { a: '1' } }),
    );
    expect(messageOf(stored, 'b', aWidget({ color: 'blue' }))).toBe(
      'Apply failed with 1 conflict: conflict with "kubectl" using example.dev/v1: .spec.color',
    );
    expect(messageOf(stored, 'b', aWidget({ color: 'blue', whole: { a: '2' }, ports: [{ port: 80, name: 'y' }] }))).toBe(
      [
        'Apply failed with 3 conflicts: conflicts with "a":',
        '- .spec.whole',
        'conflicts with "kubectl" using example.dev/v1:',
        '- .spec.color',
        '- .spec.ports[port=80,protocol="TCP"].name',
      ].join('\n'),
    );
    const forced = apply(stored, 'b', aWidget({ color: 'blue' }), { force: true });
    expect(forced.live.spec).toMatchObject({ color: 'blue' });
    expect(fieldsOfManager(forced, 'kubectl')).not.toHaveProperty(['f:spec', 'f:color']);
  });

  test('of the same value makes two owners, and then neither can be outdone', () => {
    const shared = apply(apply(nothingStored, 'a', aWidget({ color: 'red' })), 'b', aWidget({ color: 'red' }));
    expect(messageOf(shared, 'a', aWidget({ color: 'blue' }))).toContain('conflict with "b": .spec.color');
    expect(apply(shared, 'a', aWidget({ size: 1 })).live.spec).toEqual({ color: 'red', size: 1 });
  });

  test('to a document that nobody kept account of respects what was there', () => {
    const live = aWidget({ color: 'red', size: 1 }, {}, { status: { phase: 'x' } });
    expect(messageOf({ live, managers: [] }, 'a', aWidget({ color: 'blue' }))).toContain(
      '"before-first-apply" using example.dev/v1: .spec.color',
    );
    const stored = apply({ live, managers: [] }, 'a', aWidget({ color: 'red' }));
    expect(fieldsOfManager(stored, 'before-first-apply')).toEqual({ 'f:spec': { '.': {}, 'f:color': {}, 'f:size': {} } });
  });

  test('takes no status at the document and nothing else at the status', () => {
    const stored = apply(nothingStored, 'a', aWidget({ color: 'red' }, {}, { status: { phase: 'up' } }));
    expect(stored.live).not.toHaveProperty('status');
    const reported = apply(stored, 'c', aWidget({ color: 'blue' }, { labels: { k: 'v' } }, { status: { phase: 'up' } }), {
      subresource: 'status',
    });
    expect(reported.live).toEqual(aWidget({ color: 'red' }, {}, { status: { phase: 'up' } }));
    expect(fieldsOfManager(reported, 'c')).toEqual({ 'f:status': { 'f:phase': {} } });
    expect(messageOf(reported, 'd', aWidget({}, {}, { status: { phase: 'down' } }), { subresource: 'status' })).toContain(
      '"c" with subresource "status": .status.phase',
    );
    expect(apply(nothingStored, 'a', aWidget({}, {}, { status: { phase: 'up' } }), { wholeDocument: true }).live.status).toEqual({
      phase: 'up',
    });
  });

  test('fills in defaults that nobody owns', () => {
    const stored = apply(nothingStored, 'a', aWidget({ color: 'red' }), { defaulted });
    expect(stored.live.spec).toEqual({ size: 1, color: 'red' });
    expect(apply(stored, 'b', aWidget({ size: 2 }), { defaulted }).live.spec).toEqual({ size: 2, color: 'red' });
  });

  test('keeps what the server says, drops empty metadata, and never shows managed fields', () => {
    const live = { ...aWidget({ color: 'red' }, { uid: 'u', resourceVersion: '7', managedFields: [{}], labels: { k: 'v' } }) };
    const first = apply(
      { live, managers: [] },
      'a',
      aWidget({}, { labels: { k: 'v' }, resourceVersion: '1', finalizers: [], annotations: null }),
    );
    expect(first.live.metadata).toEqual({ name: 'w', uid: 'u', resourceVersion: '7', labels: { k: 'v' } });
  });

  test('keeps names that the language has a meaning for', () => {
    const words = JSON.parse('{"__proto__":"1","constructor":"2"}') as JsonObject;
    const stored = apply(apply(nothingStored, 'a', aWidget({ words })), 'b', aWidget({ words: { x: '3' } }));
    expect(JSON.stringify(stored.live.spec)).toBe('{"words":{"__proto__":"1","constructor":"2","x":"3"}}');
    expect(JSON.stringify(apply(stored, 'a', aWidget({ words: { constructor: '2' } })).live.spec)).toBe(
      '{"words":{"constructor":"2","x":"3"}}',
    );
  });

  test('says everything that keeps a document from being applied', () => {
    const ports = [{ name: 'x' }, { port: 1 }, { port: 1, protocol: 'TCP' }, 'y'];
    expect(problemsOf(aWidget({ tags: ['a', 'a', null], ports }, { managedFields: [{}] }))).toEqual([
      'metadata.managedFields: must be nil',
      'spec.tags[1]: stands in the list already: "a"',
      'spec.tags[2]: must be a string, a number or a boolean: the list is a set',
      "spec.ports[0]: must have 'port', by which the items of the list are told apart",
      'spec.ports[2]: stands in the list already: {"port":1,"protocol":"TCP"}',
      'spec.ports[3]: must be an object: the items of the list are told apart by their keys',
    ]);
    const deep = JSON.parse('{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000)) as JsonObject;
    expect(problemsOf(aWidget({ free: deep }))).toEqual([': must be at most 500 levels deep']);
    expect(() => update(nothingStored, 'u', aWidget({ free: deep }))).toThrow(ProblemError);
  });

  test('lives with values that do not fit their type: the schema refuses them, not this', () => {
    const stored = apply(nothingStored, 'a', aWidget({ words: 'none', tags: 'x', ports: { a: 1 }, color: { deep: [1] } }));
    expect(apply(stored, 'a', aWidget({ words: { x: '1' }, tags: ['x'], ports: [{ port: 1 }], color: 'red' })).live.spec).toEqual({
      words: { x: '1' },
      tags: ['x'],
      ports: [{ port: 1 }],
      color: 'red',
    });
    expect(
      apply({ live: aWidget({ ports: [{}, { port: 1 }] }), managers: [] }, 'a', aWidget({ ports: [{ port: 2 }] }), { force: true }).live
        .spec,
    ).toEqual({ ports: [{ port: 2 }] });
  });
});

describe('several versions', () => {
  const versions = { type: (version: string) => (version.endsWith('v9') ? undefined : widget), convert: renamed };
  const v2 = 'example.dev/v2';
  const stored = apply(nothingStored, 'a', aWidget({ color: 'red', size: 1 }), { versions });
  const inV2 = { ...stored, live: renamed(stored.live, v2) };
  const at2 = (spec: JsonObject): JsonObject => ({ ...aWidget(spec), apiVersion: v2 });

  test('see the conflict of a field that has another name in each', () => {
    expect(messageOf(inV2, 'b', at2({ colour: 'blue' }), { apiVersion: v2, versions })).toBe(
      'Apply failed with 1 conflict: conflict with "a": .spec.color',
    );
  });

  test('drop a field that was applied under its older name', () => {
    expect(apply(inV2, 'a', at2({ size: 1 }), { apiVersion: v2, versions }).live.spec).toEqual({ size: 1 });
    expect(apply(inV2, 'a', at2({ size: 1, colour: 'red' }), { apiVersion: v2, versions }).managers[0]?.apiVersion).toBe(v2);
  });

  test('forget who owned something in a version that is not known any more', () => {
    const gone = stored.managers.map((entry) => ({ ...entry, apiVersion: 'example.dev/v9' }));
    expect(
      apply({ live: stored.live, managers: gone }, 'b', aWidget({ color: 'blue' }), { versions }).managers.map(({ manager }) => manager),
    ).toEqual(['b']);
  });
});

describe('a type that has changed', () => {
  test('from granular to atomic makes owners of parts owners of the whole', () => {
    const granular = apply(nothingStored, 'a', aWidget({ whole: { a: '1' } }), { type: deduced });
    expect(fieldsOfManager(granular, 'a')).toMatchObject({ 'f:spec': { 'f:whole': { 'f:a': {} } } });
    expect(fieldsOfManager(apply(granular, 'b', aWidget({ color: 'red' })), 'a')).toEqual({ 'f:spec': { '.': {}, 'f:whole': {} } });
  });
});
