import { mergeWords } from '../../core/labels.ts';
import { type Json, ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { Faults } from '../http/faults.ts';
import { readExecute, readModule, readResource, readUpdate } from './from-wire.ts';

function read<T>(reader: (json: Json | undefined, faults: Faults) => T, json: Json | undefined): T {
  const faults = new Faults();
  const value = reader(json, faults);
  faults.check();
  return value;
}

const wrong = (reader: (json: Json | undefined, faults: Faults) => unknown, json: Json | undefined): string => {
  try {
    read(reader, json);
    return 'taken';
  } catch (error) {
    if (error instanceof ProblemError) return error.message;
    throw error;
  }
};

const whole = { kind: 'file', name: 'one', project: 'demo', spec: { configs: { a: 1 } } };

describe('a resource', () => {
  const links = { zone: 'orn:entropy:file:demo:z' };
  test.each<[string, Json]>([
    ['today', { ...whole, spec: { configs: { a: 1 }, dependencies: [{ key: 'zone', value: links.zone }] } }],
    ['configs and dependencies at the top', { kind: 'file', name: 'one', project: 'demo', configs: { a: 1 }, dependencies: links }],
    ['parent for project', { kind: 'file', name: 'one', parent: 'demo', spec: { configs: { a: 1 }, dependencies: links } }],
    ['links by object', { ...whole, spec: { configs: { a: 1 }, dependencies: { zone: { urn: links.zone } } } }],
    ['spaces around', { ...whole, name: ' one ', project: '\tdemo', dependencies: links }],
    ['fields that are not for the caller', { ...whole, urn: 'x', state: 5, created_at: 'never', dependencies: links }],
  ])('%s', (_name, json) => {
    expect(read(readResource, json)).toMatchObject({ kind: 'file', name: 'one', project: 'demo', configs: { a: 1 }, dependencies: links });
  });

  test('a dependency may be given by its name', () => {
    expect(read(readResource, { ...whole, dependencies: { zone: { name: 'z' } } }).dependencies).toEqual({ zone: 'z' });
  });

  test('null means not set, except for configs', () => {
    expect(read(readResource, { ...whole, labels: null, spec: { configs: null, dependencies: null } })).toMatchObject({
      labels: {},
      configs: null,
    });
  });

  test.each<[Json | undefined, string]>([
    [undefined, "'configs' field must be specified and must be valid JSON"],
    [[], 'must be an object (got a list)'],
    ['x', 'must be an object (got the string "x")'],
    [{ ...whole, kind: 5 }, 'kind: must be a string (got the number 5)'],
    [{ ...whole, labels: { a: 1, b: true } }, 'labels.a: must be a string (got the number 1); labels.b: must be a string'],
    [{ ...whole, labels: [] }, 'labels: must be an object (got a list)'],
    [{ ...whole, annotations: 'x' }, 'annotations: must be an object'],
    [{ ...whole, spec: 'x' }, 'spec: must be an object'],
    [{ ...whole, spec: {} }, "'configs' field must be specified"],
    [{ ...whole, dependencies: 'x' }, 'dependencies: must be a list of { key, value }'],
    [{ ...whole, dependencies: [{ value: 'x' }] }, 'dependencies[0].key: must be set'],
    [{ ...whole, dependencies: ['x'] }, 'dependencies[0]: must be an object'],
    [{ ...whole, dependencies: [{ key: 'a', value: 5 }] }, 'dependencies[0].value: must be a string'],
    [{ ...whole, dependencies: { a: { name: 5 } } }, 'dependencies.a.name: must be a string'],
    [
      {
        ...whole,
        dependencies: [
          { key: 'k', value: 'a' },
          { key: 'k', value: 'b' },
        ],
      },
      "dependency key 'k' is set more than once",
    ],
  ])('%j is refused', (json, message) => {
    expect(wrong(readResource, json)).toContain(message);
  });

  test('faults of form and of content are told together', () => {
    expect(wrong(readResource, { kind: 5, name: 'a b', project: '', labels: { '!': 'x' }, spec: 1 })).toMatch(
      /kind: must be a string.*project: must be set.*name: "a b" is not valid.*labels\["!"\]: is not a valid key/,
    );
  });
});

describe('an update', () => {
  test('in snake_case, in camelCase and at the top', () => {
    const expected = { configs: { a: 1 }, dryRun: true };
    expect(read(readUpdate, { new_spec: { configs: { a: 1 } }, dry_run: true })).toMatchObject(expected);
    expect(read(readUpdate, { newSpec: { configs: { a: 1 } }, dryRun: true })).toMatchObject(expected);
    expect(read(readUpdate, { configs: { a: 1 }, dry_run: true })).toMatchObject(expected);
  });

  test('may change labels alone when it has no spec', () => {
    expect(read(readUpdate, { labels: { a: 'b' } })).toMatchObject({ configs: undefined, labels: { a: 'b' } });
  });

  test.each<[Json | undefined]>([[undefined], [{}], [{ new_spec: {} }], [{ new_spec: { dependencies: [] }, labels: { a: 'b' } }]])(
    '%j changes nothing',
    (json) => {
      expect(wrong(readUpdate, json)).toBe('no config is being updated, nothing to do');
    },
  );

  test('a wrong type is named by its path', () => {
    expect(wrong(readUpdate, { new_spec: 5, dry_run: 'x' })).toBe(
      'new_spec: must be an object (got the number 5); dry_run: must be true or false (got the string "x")',
    );
  });
});

test('an older action names itself in the body', () => {
  expect(read(readExecute, { action: 'restart' })).toMatchObject({ action: 'restart', params: {}, dryRun: false });
  expect(wrong(readExecute, {})).toContain('action: must be set');
  expect(wrong(readExecute, { action: 'x', params: [] })).toContain('params: must be an object');
});

test('a module needs a project, a name and configs', () => {
  expect(wrong(readModule, {})).toBe("'configs' field must be specified and must be valid JSON; project: must be set; name: must be set");
});

test('words are merged, and an empty one removes its key', () => {
  expect(mergeWords({ a: '1', b: '2', c: '' }, { b: '', d: '4' })).toEqual({ a: '1', c: '', d: '4' });
});
