import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { type DialectName, catalogues, openCatalogue } from './catalogue.ts';
import type { Entry } from './entry.ts';
import { anEntry, manyEntries, someEntries } from './testing/entries.ts';
import { bytesOf, readDocument } from './testing/read.ts';

const settings = { suffix: 'ectropy.dev', version: '0.1.0' };

interface Api {
  readonly openapi?: string;
  readonly swagger?: string;
  readonly tags?: readonly { readonly name: string }[];
  readonly paths: Record<
    string,
    Record<string, { readonly operationId?: string; readonly tags?: readonly string[]; readonly responses?: object }>
  >;
  readonly components?: { readonly schemas: Record<string, Record<string, unknown>> };
  readonly definitions?: Record<string, Record<string, unknown>>;
}

const operationsOf = (api: Api) =>
  Object.values(api.paths).flatMap((item) =>
    Object.entries(item)
      .filter(([key]) => key !== 'parameters')
      .map(([, each]) => each),
  );

async function expectValid(api: Record<string, unknown>): Promise<void> {
  const { valid, errors } = await new Validator().validate(structuredClone(api));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
}

const hostile: Entry = anEntry({
  group: 'hostile.example.com',
  kind: 'Hostile',
  listKind: 'HostileList',
  plural: 'hostiles',
  examples: [JSON.parse('{"__proto__": {"polluted": true}, "text": "</script>\\u2028😀"}')],
  schema: JSON.parse(`{
    "type": "object",
    "$defs": { "a/b": { "type": ["string", "integer", "null"] }, "loop": { "$ref": "#/$defs/loop" }, "no": false },
    "properties": {
      "__proto__": { "type": "string", "description": 5, "required": [], "enum": [] },
      "constructor": { "$ref": "#/$defs/a~1b", "default": null },
      "nowhere": { "$ref": "#/$defs/missing" },
      "outside": { "$ref": "https://example.com/schema.json" },
      "broken": { "$ref": "#/%E0%A4%A" },
      "loop": { "$ref": "#/$defs/loop" },
      "no": { "$ref": "#/$defs/no" },
      "self": { "$ref": "#" },
      "tuple": { "type": "array", "prefixItems": [{ "type": "string" }, true] },
      "old": { "type": "number", "minimum": 1, "exclusiveMinimum": true, "nullable": true, "example": 2 },
      "either": { "x-kubernetes-int-or-string": true },
      "maybe": { "oneOf": [{ "type": "null" }, { "$ref": "#/$defs/a~1b" }] },
      "unlike": { "not": { "if": {}, "then": false } },
      "odd": { "type": "thing", "minLength": -1, "items": 5, "properties": [], "allOf": {} }
    }
  }`),
});

describe.each(['3.1', '3.0', '2.0'] as const)('the document of all kinds in %s', (dialect: DialectName) => {
  test('is valid, also with schemas that try to spoil it', async () => {
    await expectValid(readDocument(await openCatalogue([...someEntries, hostile], settings).whole(dialect)));
    await expectValid(readDocument(await openCatalogue([], settings).whole(dialect)));
  });

  test('has an id of its own for every operation, and a tag for every kind', async () => {
    const twins = [...someEntries, anEntry({ kind: 'FileStatus', listKind: 'FileStatusList', plural: 'filestatuses' })];
    const api = readDocument<Api>(await openCatalogue(twins, settings).whole(dialect));
    const ids = operationsOf(api).map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      expect.arrayContaining([
        'listFile',
        'createFile',
        'getFile',
        'updateFile',
        'patchFile',
        'deleteFile',
        'listFileOfAllProjects',
        'listFileV1beta1',
        'listFileAnotherOrgV1',
        'createFileActionsByAction',
        'getFileArtifactsByName',
      ]),
    );
    const tags = new Set(api.tags?.map(({ name }) => name));
    expect(
      operationsOf(api)
        .flatMap((operation) => operation.tags ?? [])
        .filter((tag) => !tags.has(tag)),
    ).toEqual([]);
  });

  test('has no reference that leads nowhere, and keeps property names as they are', async () => {
    const api = readDocument<Api>(await openCatalogue([...someEntries, hostile], settings).whole(dialect));
    const schemas = api.components?.schemas ?? api.definitions ?? {};
    const references = [...JSON.stringify(api).matchAll(/"\$ref":"#\/(?:components\/schemas|definitions)\/([^"]+)"/g)].map(
      ([, name = '']) => name,
    );
    expect(references.filter((name) => !Object.hasOwn(schemas, name))).toEqual([]);
    expect(Object.keys(schemas['com.example.hostile.v1.Hostile']?.['properties'] as object)).toContain('__proto__');
    expect(JSON.stringify(api)).not.toMatch(/\$defs|"\$id"/);
  });

  test('is the same, byte by byte, for the same kinds', async () => {
    const one = await openCatalogue(someEntries, settings).whole(dialect);
    const other = await openCatalogue(structuredClone(someEntries).toReversed(), settings).whole(dialect);
    expect(bytesOf(other).equals(bytesOf(one))).toBe(true);
    expect(other.etag).toBe(one.etag);
    const changed = await openCatalogue([...someEntries.slice(1), anEntry({ plural: 'other' })], settings).whole(dialect);
    expect(changed.etag).not.toBe(one.etag);
  });
});

test('the documents of each group version and of each kind are valid', async () => {
  const catalogue = openCatalogue([...someEntries, hostile], settings);
  for (const { group, version, entries } of catalogue.groups.flatMap(({ versions }) => versions)) {
    await expectValid(readDocument(await catalogue.v3(group, version)));
    for (const { plural } of entries) await expectValid(readDocument(await catalogue.kind(group, version, plural)));
  }
  expect(await catalogue.v3('nobody.example.com', 'v1')).toBeUndefined();
  expect(await catalogue.v3('__proto__', 'constructor')).toBeUndefined();
  expect(await catalogue.kind('core.ectropy.dev', 'v1', '__proto__')).toBeUndefined();
});

test('the index names every group version with the hash of its document', async () => {
  const catalogue = openCatalogue(someEntries, settings);
  const { paths } = readDocument<{ paths: Record<string, { serverRelativeURL: string }> }>(await catalogue.v3Index());
  expect(Object.keys(paths)).toEqual([
    'api/v1',
    'apis/core.ectropy.dev/v1',
    'apis/core.ectropy.dev/v1beta1',
    'apis/another.org/v1',
    'apis/example.com/v1alpha1',
  ]);
  const document = await catalogue.v3('core.ectropy.dev', 'v1');
  expect(paths['apis/core.ectropy.dev/v1']?.serverRelativeURL).toBe(
    `/openapi/v3/apis/core.ectropy.dev/v1?hash=${document?.etag.replaceAll('"', '')}`,
  );
});

test('kubectl finds what it looks for in the document of a group version', async () => {
  const api = readDocument<Api>(await openCatalogue(someEntries, settings).v3('core.ectropy.dev', 'v1'));
  const item = api.paths['/apis/core.ectropy.dev/v1/namespaces/{namespace}/files/{name}'];
  expect(item?.['patch']).toMatchObject({
    'x-kubernetes-action': 'patch',
    'x-kubernetes-group-version-kind': { group: 'core.ectropy.dev', version: 'v1', kind: 'File' },
    parameters: expect.arrayContaining([expect.objectContaining({ name: 'fieldValidation', in: 'query' })]),
    requestBody: { content: { 'application/apply-patch+yaml': {} } },
  });
  expect(api.components?.schemas['dev.ectropy.core.v1.File']).toMatchObject({
    'x-kubernetes-group-version-kind': [{ group: 'core.ectropy.dev', version: 'v1', kind: 'File' }],
    properties: { metadata: { allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }] } },
  });
  const meta = api.components?.schemas['io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta']?.['properties'] as Record<
    string,
    { description: string }
  >;
  expect(Object.values(meta).filter(({ description }) => !description)).toEqual([]);
});

test('a document is made once for everybody who asks, and again when the kinds have changed', async () => {
  const of = catalogues(settings);
  expect(of(someEntries)).toBe(of(someEntries));
  expect(of([...someEntries])).not.toBe(of(someEntries));
  const [one, other] = await Promise.all([of(someEntries).whole('3.1'), of(someEntries).whole('3.1')]);
  expect(one).toBe(other);
});

test('five hundred kinds are written a kind at a time, so that the others have their turn, and kept small', async () => {
  const catalogue = openCatalogue(manyEntries(500), settings);
  for (const build of [() => catalogue.v3('load.ectropy.dev', 'v1'), () => catalogue.whole('3.1'), () => catalogue.gnostic()]) {
    const turns = countTurns();
    const document = await build();
    expect(turns.end()).toBeGreaterThan(500);
    expect(document?.bytes).toBeGreaterThan(5_000_000);
    expect(document?.body.length).toBeLessThan(2_000_000);
  }
});

/** How often somebody else could have done something. */
function countTurns(): { end(): number } {
  let turns = 0;
  let next = setImmediate(count);
  function count(): void {
    turns += 1;
    next = setImmediate(count);
  }
  return {
    end: () => {
      clearImmediate(next);
      return turns;
    },
  };
}
