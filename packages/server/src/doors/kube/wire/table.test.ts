import type { Column, JsonObject } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileColumns, engineColumns } from './columns.ts';
import { partialListOf, partialOf } from './partial.ts';
import { readIncludeObject, tableOf, tableWatch, versionOf } from './table.ts';
import { refusal } from './testing/only-problems.ts';

const now = Date.parse('2026-01-05T05:00:00Z');
const object: JsonObject = {
  apiVersion: 'example.dev/v1',
  kind: 'Widget',
  metadata: { name: 'x', creationTimestamp: '2026-01-01T03:00:00Z', resourceVersion: '7' },
  spec: { n: 3.7, on: false, list: ['a', 'b'], deep: { a: 1 } },
  status: { phase: 'Ready', conditions: [{ type: 'Ready', status: 'True', message: 'It is as declared.' }] },
};

const column = (name: string, path: string, type?: Column['type']): Column => ({ name, path, ...(type && { type }) });
const cells = (...columns: Column[]) => compileColumns(columns).cells(object, now).slice(1, -1);

describe('columns', () => {
  test('those of the engine, with the name first and the age last', () => {
    const columns = compileColumns(engineColumns);
    expect(columns.definitions.map(({ name, type, format, priority }) => [name, type, format, priority])).toEqual([
      ['Name', 'string', 'name', 0],
      ['Ready', 'string', '', 0],
      ['Status', 'string', '', 0],
      ['Message', 'string', '', 1],
      ['Age', 'date', '', 0],
    ]);
    expect(columns.cells(object, now)).toEqual(['x', 'True', 'Ready', 'It is as declared.', '4d2h']);
    expect(columns.cells({ metadata: {} }, now)).toEqual([null, null, null, null, '<unknown>']);
  });

  test('an age of their own is the only one', () => {
    expect(compileColumns([column('AGE', '.spec.n')]).definitions.map(({ name }) => name)).toEqual(['Name', 'AGE']);
  });

  test('cells are of the type of their column, or empty', () => {
    expect(cells(column('A', '.spec.n', 'integer'), column('B', '.spec.n', 'number'), column('C', '.spec.on', 'boolean'))).toEqual([
      3,
      3.7,
      false,
    ]);
    expect(cells(column('A', '.spec.on', 'integer'), column('B', '.spec.on', 'number'), column('C', '.spec.n', 'boolean'))).toEqual([
      null,
      null,
      null,
    ]);
    expect(cells(column('A', '.spec.list[*]'), column('B', '.spec.deep'), column('C', '.spec.on'))).toEqual(['a b', '{"a":1}', 'false']);
    expect(cells(column('A', '.spec.n', 'date'), column('B', '.status.phase', 'date'))).toEqual(['<invalid>', '<invalid>']);
  });

  test('every path that cannot be read is told with its place', () => {
    const [, message] = refusal(() => compileColumns([column('A', '.a['), column('B', '.b'), column('C', ']')]));
    expect(message).toMatch(/columns\[0\]\.path: .*columns\[2\]\.path: /);
    expect(message).not.toContain('columns[1]');
  });

  test('given object has as many cells as there are columns', () => {
    const columns = compileColumns(engineColumns);
    fc.assert(
      fc.property(fc.object(), (given) => {
        expect(columns.cells(given as JsonObject, now)).toHaveLength(columns.definitions.length);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe('tables', () => {
  const columns = compileColumns([]);
  const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata };

  test('each row brings as much of its object as was asked for', () => {
    const table = tableOf([object], { resourceVersion: '9' }, { columns, now });
    expect(table).toEqual({
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '9' },
      columnDefinitions: columns.definitions,
      rows: [{ cells: ['x', '4d2h'], object: partial }],
    });
    expect(tableOf([object], {}, { columns, now, include: 'None' }).rows[0]?.object).toBeNull();
    expect(tableOf([object], {}, { columns, now, include: 'Object' }).rows[0]?.object).toBe(object);
    expect(tableOf([object], {}, { columns, now, version: 'v1beta1' })).toMatchObject({
      apiVersion: 'meta.k8s.io/v1beta1',
      rows: [{ object: { apiVersion: 'meta.k8s.io/v1beta1' } }],
    });
  });

  test('a watch says only once what its columns are', () => {
    const show = tableWatch({ columns });
    expect(show(object, now)).toMatchObject({ columnDefinitions: columns.definitions, metadata: { resourceVersion: '7' } });
    expect(show(object, now)).toMatchObject({ columnDefinitions: null, rows: [{ cells: ['x', '4d2h'] }] });
  });

  test('an object without metadata has no version', () => {
    for (const metadata of [undefined, null, [], 'x', {}]) expect(versionOf(metadata === undefined ? {} : { metadata })).toEqual({});
  });

  test('how much of the object is one of three words', () => {
    expect([undefined, '', 'None', 'Object'].map(readIncludeObject)).toEqual(['Metadata', 'Metadata', 'None', 'Object']);
    expect(refusal(() => readIncludeObject('All'))).toEqual([400, expect.stringContaining('unrecognized includeObject value: "All"')]);
  });
});

test('metadata alone, single and in lists', () => {
  const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata };
  expect(partialOf(object)).toEqual(partial);
  expect(partialListOf([object], { resourceVersion: '9' })).toEqual({
    kind: 'PartialObjectMetadataList',
    apiVersion: 'meta.k8s.io/v1',
    metadata: { resourceVersion: '9' },
    items: [partial],
  });
  expect(partialOf({}, 'v1beta1')).toEqual({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1beta1', metadata: {} });
});
