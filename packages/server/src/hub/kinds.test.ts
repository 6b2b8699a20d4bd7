import { defineModule, type Json, type JsonObject, type Kind, type Module, ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import type { Version } from '../core/resource.ts';
import { aResource } from '../testing/builders.ts';
import { openKinds } from './kinds.ts';

const module = (kind: Partial<Kind> = {}): Module =>
  defineModule<Json, null>({
    kind: { name: 'box', description: 'A box.', schema: { type: 'object' }, ...kind },
    plan: () => ({ type: 'noop' }),
    sync: async () => ({ type: 'gone' }),
  });

const sentences = (work: () => unknown): readonly string[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) return error.problems.map((problem) => new ProblemError(problem).message);
    throw error;
  }
  return [];
};

describe('the kinds', () => {
  test('are found by name, or refused with the names there are', () => {
    const kinds = openKinds([module(), module({ name: 'lid' })]);
    expect(kinds.all.map(({ name }) => name)).toEqual(['project', 'kinddefinition', 'box', 'lid']);
    expect(kinds.get('lid', 'demo').kind.name).toBe('lid');
    expect(kinds.find('hat')).toBeUndefined();
    expect(() => kinds.get('__proto__', 'demo')).toThrow("kind '__proto__' is not valid in project 'demo'");
    expect(sentences(() => kinds.get('hat', 'demo'))).toEqual(["kind: kind 'hat' is not valid in project 'demo'"]);
  });

  test('say how many of each may be worked on at once', () => {
    expect(openKinds([module(), module({ name: 'slot', concurrency: 2 })]).limits).toEqual({ slot: 2 });
  });

  test('are refused when their secrets could be selected by: at the path, below it, or in the output', () => {
    const selectable = ['spec.auth.password', 'spec.authority', 'status.output.auth', 'status.auth', 'metadata.name', 'spec.size'];
    expect(sentences(() => openKinds([module({ secret: ['auth'], selectable })]))).toEqual(
      [0, 2, 3].map((i) => `selectable[${i}]: nobody can select by a secret`),
    );
  });

  test('are refused with what is reserved at the top of spec', () => {
    const schema = { type: 'object', properties: { dependencies: {}, sharing: {}, size: {} } };
    expect(sentences(() => openKinds([module({ schema })]))).toEqual([
      'schema.properties.dependencies: is reserved at the top of spec',
      'schema.properties.sharing: is reserved at the top of spec',
    ]);
  });

  test.each(['module', 'a b', '', 'x', '1st'])('are refused with the name %j', (name) => {
    expect(sentences(() => openKinds([module({ name })]))).not.toEqual([]);
  });

  test('are refused with a schema that is none', () => {
    expect(sentences(() => openKinds([module({ schema: { type: 'nothing' } })]))[0]).toContain('the schema cannot be compiled');
  });

  test('check parameters and configuration: an object, defaults filled in', () => {
    const actions = {
      go: { description: 'Goes.', params: { type: 'object', properties: { fast: { type: 'boolean', default: true } } } },
      stop: { description: 'Stops.' },
    };
    const { checkParams, checkConfig } = openKinds([module({ actions })]).get('box', 'demo');
    expect(checkParams('go', {})).toEqual({ fast: true });
    expect(checkParams('stop', {})).toEqual({});
    expect(sentences(() => checkParams('stop', { fast: true }))).toEqual(["params: action 'stop' takes no parameters"]);
    expect(sentences(() => checkParams('go', { fast: 1 }))).toEqual(['params.fast: must be true or false (got 1)']);
    expect(sentences(() => checkParams('go', []))).toEqual(['params: must be an object']);
    expect(sentences(() => checkParams('toString', {}))).toEqual(["action 'toString' is not valid on kind 'box'"]);
    expect(checkConfig({ any: 'thing' })).toEqual({ any: 'thing' });
    expect(sentences(() => checkConfig(null))).toEqual(['configs: must be an object']);
  });
});

const defined = (schema: JsonObject, version: string, uid = 'one') =>
  aResource({
    kind: 'kinddefinition',
    project: '_',
    name: 'hats.example.dev',
    uid,
    version: version as Version,
    spec: { group: 'example.dev', names: { kind: 'Hat', plural: 'hats' }, versions: [{ name: 'v1', schema }] },
  });

describe('kinds that are defined', () => {
  test('cost nothing before they are used: their schemas are compiled with the first document', () => {
    const kinds = openKinds([]);
    for (let i = 0; i < 50; i += 1) kinds.learn(defined({ type: 'no such type' }, String(i + 1)));
    const { kind, checkSpec } = kinds.get('hat.example.dev', 'demo');
    expect(kind.name).toBe('hat.example.dev');
    expect(sentences(() => checkSpec({}))[0]).toContain('the schema cannot be compiled');
  });

  test('stay compiled when old news comes, and change with new news, of another life too', () => {
    const kinds = openKinds([]);
    kinds.learn(defined({ type: 'object' }, '7'));
    const first = kinds.find('hat.example.dev');
    const { generation } = kinds;
    kinds.learn(defined({ type: 'object', title: 'older' }, '5'));
    kinds.learn(defined({ type: 'object', title: 'the same' }, '7'));
    expect(kinds.find('hat.example.dev')).toBe(first);
    expect(kinds.generation).toBe(generation);
    kinds.learn(defined({ type: 'object', title: 'newer' }, '8'));
    expect(kinds.find('hat.example.dev')?.kind.schema).toMatchObject({ title: 'newer' });
    kinds.learn(defined({ type: 'object', title: 'another life' }, '6', 'two'));
    expect(kinds.find('hat.example.dev')?.kind.schema).toMatchObject({ title: 'another life' });
  });
});
