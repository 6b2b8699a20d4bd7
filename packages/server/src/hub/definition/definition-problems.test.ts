import { type Json, type JsonObject, type Kind, ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { compileSchema } from '../schema/compile.ts';
import { definitionProblems } from './definition-problems.ts';
import { kindDefinition } from './kind-definition.ts';
import type { KindDefinitionSpec, VersionDefinition } from './spec.ts';

const check = compileSchema(kindDefinition.schema, { root: ['spec'] });
const schema: JsonObject = {
  type: 'object',
  properties: {
    size: { type: 'integer' },
    brokers: { type: 'array', items: { type: 'object', properties: { host: { type: 'string' } } } },
    anything: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
};
const version = (rest: Partial<VersionDefinition> = {}): VersionDefinition => ({ name: 'v1', hub: true, schema, ...rest });
const spec = (rest: Partial<KindDefinitionSpec> = {}): KindDefinitionSpec => ({
  group: 'example.dev',
  names: { kind: 'Widget', plural: 'widgets' },
  versions: [version()],
  ...rest,
});
const said = (
  one: KindDefinitionSpec,
  { name = `${one.names.plural}.${one.group}`, taken = [] as readonly Kind[] } = {},
): readonly string[] => definitionProblems(name, one, taken).map((problem) => new ProblemError(problem).message);

test('a plain definition has no problems', () => {
  expect(said(spec())).toEqual([]);
  expect(check(JSON.parse(JSON.stringify(spec())) as Json).problems).toEqual([]);
});

test('the example of the kind of kinds is one of its resources', () => {
  for (const example of kindDefinition.examples ?? []) {
    const { value, problems } = check(example);
    expect(problems).toEqual([]);
    expect(definitionProblems('widgets.example.dev', value as unknown as KindDefinitionSpec)).toEqual([]);
    expect(value).toMatchObject({ scope: 'Project', backend: { record: {} }, versions: [{ served: true }] });
  }
});

test('every field of the kind of kinds is described', () => {
  const bare: string[] = [];
  const walk = (node: Json | undefined, path: string): void => {
    const one = node as JsonObject;
    if (typeof one.description !== 'string' || one.description === '') bare.push(path);
    for (const [key, inner] of Object.entries((one.properties ?? {}) as JsonObject)) walk(inner, `${path}.${key}`);
    for (const inner of [one.items, one.additionalProperties])
      if (typeof inner === 'object' && inner !== null && 'properties' in inner) walk(inner, `${path}[]`);
  };
  walk(kindDefinition.schema, 'spec');
  expect(bare).toEqual([]);
});

describe('a definition is refused', () => {
  test.each<[string, KindDefinitionSpec, string]>([
    ['with a kind in lower case', spec({ names: { kind: 'widget', plural: 'widgets' } }), 'spec.names.kind: "widget" is not a kind'],
    ['with a plural in capitals', spec({ names: { kind: 'Widget', plural: 'Widgets' } }), 'spec.names.plural: "Widgets" is not a name'],
    [
      'with a short name of two words',
      spec({ names: { kind: 'W', plural: 'ws', short: ['a b'] } }),
      'spec.names.short[0]: "a b" is not a name',
    ],
    ['with a short name twice', spec({ names: { kind: 'W', plural: 'ws', short: ['w', 'w'] } }), "spec.names.short[1]: 'w' stands twice"],
    [
      'with a list that is called like the kind',
      spec({ names: { kind: 'W', plural: 'ws', list: 'W' } }),
      'spec.names.list: must not be the kind itself',
    ],
    ['with a group that is none', spec({ group: 'Example.dev' }), 'spec.group: "Example.dev" is not a group'],
    ['with a group that climbs', spec({ group: '../x' }), 'spec.group: "../x" is not a group'],
    ["in the server's own group", spec({ group: 'core' }), "spec.group: the group 'core' is the server's own"],
    [
      "in Kubernetes' own group",
      spec({ group: 'apiextensions.k8s.io' }),
      "spec.group: the group 'apiextensions.k8s.io' is the server's own",
    ],
    [
      'with names that are too long together',
      spec({ group: Array.from({ length: 9 }, () => 'abcdefghijklmno').join('.') }),
      'spec.group: the singular and the group must have at most 128',
    ],
    ['without versions', spec({ versions: [] }), 'spec.versions: must have between 1 and 32 items (got 0)'],
    [
      'with too many',
      spec({ versions: Array.from({ length: 33 }, (_, i) => version({ name: `v${i}` })) }),
      'spec.versions: must have between 1 and 32 items (got 33)',
    ],
    [
      'without a hub',
      spec({ versions: [version({ hub: false })] }),
      'spec.versions: exactly one version must be the hub, in which documents are stored (got 0)',
    ],
    [
      'with two hubs',
      spec({ versions: [version(), version({ name: 'v2' })] }),
      'spec.versions: exactly one version must be the hub, in which documents are stored (got 2)',
    ],
    [
      'with the same version twice',
      spec({ versions: [version(), version({ hub: false })] }),
      "spec.versions[1].name: the version 'v1' stands twice",
    ],
    ['with a version that is none', spec({ versions: [version({ name: 'V1' })] }), 'spec.versions[0].name: "V1" is not a version'],
    ['with nothing served', spec({ versions: [version({ served: false })] }), 'spec.versions: at least one version must be served'],
    [
      'with a spec that is no object',
      spec({ versions: [version({ schema: { type: 'string' } })] }),
      'spec.versions[0].schema.type: spec must be an object',
    ],
    [
      'with reserved fields',
      spec({ versions: [version({ schema: { properties: { sharing: {} } } })] }),
      'spec.versions[0].schema.properties.sharing: is reserved at the top of spec',
    ],
    [
      'with moves of the hub',
      spec({ versions: [version({ moves: [{ move: 'a', to: 'b' }] })] }),
      'spec.versions[0].moves: the hub version is what the others are converted to',
    ],
    [
      'with moves that lose something',
      spec({ versions: [version(), version({ name: 'v2', hub: false, moves: [{ move: 'x', to: 'size' }] })] }),
      "spec.versions[1].moves[0].to: 'size' can also be a field of this version",
    ],
    [
      'with moves of reserved fields',
      spec({ versions: [version(), version({ name: 'v2', hub: false, moves: [{ move: 'dependencies.a', to: 'x' }] })] }),
      "spec.versions[1].moves[0]: 'dependencies.a' is reserved",
    ],
    [
      'with a column along no path',
      spec({ versions: [version({ columns: [{ name: 'X', path: 'spec..x' }] })] }),
      'spec.versions[0].columns[0].path: "spec..x" is not a path',
    ],
    [
      'with too many columns',
      spec({ versions: [version({ columns: Array.from({ length: 101 }, () => ({ name: 'X', path: 'spec.size' })) })] }),
      'spec.versions[0].columns: must have at most 100',
    ],
    [
      'with a filter by nothing',
      spec({ versions: [version({ selectable: ['spec.colour'] })] }),
      "spec.versions[0].selectable[0]: the schema has no field 'spec.colour'",
    ],
    [
      'with a filter by something else',
      spec({ versions: [version({ selectable: ['data.x'] })] }),
      'spec.versions[0].selectable[0]: must begin with metadata, spec or status',
    ],
    [
      'with a filter by a secret',
      spec({ secret: ['size'], versions: [version({ selectable: ['spec.size'] })] }),
      'spec.versions[0].selectable[0]: nobody can select by a secret',
    ],
    [
      'with a filter by a secret of the status',
      spec({ secret: ['token'], versions: [version({ selectable: ['status.token'] })] }),
      'spec.versions[0].selectable[0]: nobody can select by a secret',
    ],
    [
      'with a scale of the status',
      spec({ versions: [version({ scale: { replicas: 'status.x' } })] }),
      'spec.versions[0].scale.replicas: must lie in spec',
    ],
    ['with a path to nowhere', spec({ createOnly: ['brokers.port'] }), "spec.createOnly[0]: the schema has no field 'brokers.port'"],
    ['with a path of the prototype', spec({ secret: ['__proto__'] }), 'spec.secret[0]: "__proto__" is not a path'],
    [
      'with a rule about nothing',
      spec({ rules: [{ rule: 'true', path: 'nowhere' }] }),
      "spec.rules[0].path: the schema has no field 'nowhere'",
    ],
    ['with keys that items lack', spec({ keyed: { brokers: ['name'] } }), "spec.keyed.brokers[0]: the items have no field 'name'"],
    ['with no keys', spec({ keyed: { brokers: [] } }), 'spec.keyed.brokers: must name at least one field'],
    ['with an action that is none', spec({ actions: { 'a b': { description: '' } } }), 'spec.actions["a b"]: is not a name'],
    ['with a need that is none', spec({ needs: { constructor: { kind: 'x' } } }), 'spec.needs.constructor: is not a name'],
    [
      'with a driver nowhere',
      spec({ backend: { driver: { url: 'file:///etc/passwd' } } }),
      'spec.backend.driver.url: "file:///etc/passwd" is not an http or https address',
    ],
    [
      'with two backends',
      spec({ backend: { record: {}, module: { name: 'x' } } as unknown as { record: JsonObject } }),
      'spec.backend: exactly one of',
    ],
  ])('%s', (_, one, expected) => {
    expect(said(one)[0]).toContain(expected);
  });

  test('under another name than plural and group', () => {
    expect(said(spec(), { name: 'widgets' })).toEqual([
      'metadata.name: must be "widgets.example.dev", the plural and the group (got "widgets")',
    ]);
  });

  test('with names that another kind of the group has', () => {
    const taken: readonly Kind[] = [
      { name: 'widget.example.dev', description: '', schema: {}, group: 'example.dev', names: { short: ['wd'] } },
      { name: 'gadget', description: '', schema: {}, group: 'other.dev' },
    ];
    expect(said(spec(), { taken })).toEqual([
      "spec.names.kind: 'Widget' is a name of the kind widget.example.dev already",
      "spec.names.plural: 'widgets' is a name of the kind widget.example.dev already",
      "spec.names.singular: 'widget' is a name of the kind widget.example.dev already",
    ]);
    expect(said(spec({ names: { kind: 'Gadget', plural: 'gadgets', short: ['wd'] } }), { taken })).toEqual([
      "spec.names.short[0]: 'wd' is a name of the kind widget.example.dev already",
    ]);
  });

  test('with every reason at once', () => {
    const bad = spec({ group: 'X', names: { kind: 'x', plural: 'X' }, createOnly: ['y'], versions: [version({ name: '1' })] });
    expect(said(bad, { name: 'z' })).toHaveLength(6);
  });
});

test('what cannot be told is let through', () => {
  const columns = [
    { name: 'A', path: '.status.conditions[?(@.type=="Ready")].status' },
    { name: 'B', path: "metadata.labels['a.b/c']" },
    { name: 'C', path: 'spec.brokers[0].host' },
    { name: 'D', path: 'status.phase' },
  ];
  const one = spec({
    createOnly: ['anything.below.it', 'brokers.host'],
    secret: ['only.in.the.output'],
    keyed: { brokers: ['host'] },
    versions: [version({ columns, selectable: ['status.phase', 'metadata.name', 'spec.dependencies.x'] })],
  });
  expect(said(one)).toEqual([]);
});
