import { expect, test } from 'vitest';
import { openCatalogue } from './catalogue.ts';
import { anEntry, manyEntries, someEntries } from './testing/entries.ts';
import { readDocument } from './testing/read.ts';

const catalogue = openCatalogue(someEntries, { suffix: 'ectropy.dev', version: '0.1.0' });

test('the core group stands at /api, the others at /apis: ours first, then by the alphabet', () => {
  expect(readDocument(catalogue.api())).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
  const { groups } = readDocument<{ groups: { name: string; preferredVersion: { groupVersion: string } }[] }>(catalogue.apis());
  expect(groups.map(({ name }) => name)).toEqual(['core.ectropy.dev', 'another.org', 'example.com']);
  expect(groups[0]).toMatchObject({
    preferredVersion: { groupVersion: 'core.ectropy.dev/v1', version: 'v1' },
    versions: [{ version: 'v1' }, { version: 'v1beta1' }],
  });
});

test('a group that only looks like ours comes with the others', () => {
  const entries = ['notectropy.dev', 'ectropy.dev', 'a.ectropy.dev', 'ectropy.dev.example.com'].map((group) => anEntry({ group }));
  const { groups } = openCatalogue(entries, { suffix: 'ectropy.dev', version: '' });
  expect(groups.map(({ name }) => name)).toEqual(['a.ectropy.dev', 'ectropy.dev', 'ectropy.dev.example.com', 'notectropy.dev']);
});

test('a higher version that no kind prefers does not become the preferred one', () => {
  const entries = [
    anEntry({ version: 'v2', preferred: false }),
    anEntry({ version: 'v1' }),
    anEntry({ version: 'v1alpha1', preferred: false }),
  ];
  const [group] = openCatalogue(entries, { suffix: 'ectropy.dev', version: '' }).groups;
  expect(group?.versions.map(({ version }) => version)).toEqual(['v1', 'v2', 'v1alpha1']);
});

test('a group and its versions can be asked for one by one; what is not there is not there', () => {
  expect(readDocument(catalogue.group('core.ectropy.dev'))).toMatchObject({ kind: 'APIGroup', apiVersion: 'v1', name: 'core.ectropy.dev' });
  for (const name of ['', 'nobody.example.com', '__proto__', 'constructor']) expect(catalogue.group(name)).toBeUndefined();
  expect(catalogue.resources('core.ectropy.dev', 'v9')).toBeUndefined();
  expect(catalogue.resources('toString', 'v1')).toBeUndefined();
});

test('resources come with their subresources, named by their first word', () => {
  const { resources, groupVersion } = readDocument<{ groupVersion: string; resources: Record<string, unknown>[] }>(
    catalogue.resources('core.ectropy.dev', 'v1'),
  );
  expect(groupVersion).toBe('core.ectropy.dev/v1');
  expect(resources.map(({ name }) => name)).toEqual([
    'files',
    ...['status', 'scale', 'actions', 'logs', 'revisions', 'rollback', 'artifacts', 'import'].map((name) => `files/${name}`),
  ]);
  expect(resources[0]).toMatchObject({ singularName: 'file', namespaced: true, kind: 'File', shortNames: ['fi'], categories: ['all'] });
  expect(resources.find(({ name }) => name === 'files/scale')).toMatchObject({ kind: 'Scale', group: 'autoscaling', version: 'v1' });
  expect(resources.find(({ name }) => name === 'files/artifacts')).toMatchObject({ verbs: ['list', 'get', 'update', 'delete'] });
  expect(readDocument(catalogue.resources('', 'v1'))).toMatchObject({ groupVersion: 'v1' });
});

test.each(['v2', 'v2beta1'] as const)('aggregated discovery in %s says everything at once, and says what it is', (format) => {
  const groups = catalogue.apis(format);
  expect(groups.type).toBe(`application/json;g=apidiscovery.k8s.io;v=${format};as=APIGroupDiscoveryList`);
  expect(readDocument(groups)).toMatchObject({
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${format}`,
    items: [
      {
        metadata: { name: 'core.ectropy.dev' },
        versions: [
          {
            version: 'v1',
            freshness: 'Current',
            resources: [
              {
                resource: 'files',
                responseKind: { group: 'core.ectropy.dev', version: 'v1', kind: 'File' },
                scope: 'Namespaced',
                singularResource: 'file',
                subresources: expect.arrayContaining([
                  {
                    subresource: 'scale',
                    responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
                    verbs: ['get', 'update', 'patch'],
                  },
                ]),
              },
            ],
          },
          { version: 'v1beta1' },
        ],
      },
      { metadata: { name: 'another.org' }, versions: [{ resources: [{ scope: 'Cluster' }] }] },
      { metadata: { name: 'example.com' } },
    ],
  });
  const core = readDocument<{ items: { metadata: object }[] }>(catalogue.api(format));
  expect(core.items.map(({ metadata }) => metadata)).toEqual([{ creationTimestamp: null }]);
});

test('the etag is that of the content, whatever the order of the entries', () => {
  const again = openCatalogue(someEntries.toReversed(), { suffix: 'ectropy.dev', version: '0.1.0' });
  expect(again.apis('v2').etag).toBe(catalogue.apis('v2').etag);
  expect(again.apis().etag).not.toBe(again.apis('v2').etag);
  expect(openCatalogue(manyEntries(2), { suffix: 'ectropy.dev', version: '' }).apis('v2').etag).not.toBe(again.apis('v2').etag);
});

test('a server without kinds answers with empty lists', () => {
  const empty = openCatalogue([], { suffix: 'ectropy.dev', version: '' });
  expect(readDocument(empty.api())).toMatchObject({ versions: [] });
  expect(readDocument(empty.apis())).toMatchObject({ groups: [] });
  expect(readDocument(empty.apis('v2'))).toMatchObject({ items: [] });
});
