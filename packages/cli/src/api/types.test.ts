import { describe, expect, test } from 'vitest';
import { aType } from '../testing/types.ts';
import type { Api } from './api.ts';
import { collectionPath, discover, findType, objectPath, typeOfDocument } from './types.ts';

const server = aType('CloudServer', { group: 'cloud.ectropy.dev', short: ['csrv'] });
const file = aType('File');
const foreign = aType('File', { group: 'example.com' });
const namespace = aType('Namespace', { group: '', namespaced: false });
const types = [file, server, foreign, namespace, aType('Odd', { singular: '' })];

describe('a kind', () => {
  test.each([
    ['cloudservers', server],
    ['cloudserver', server],
    ['CloudServer', server],
    ['CLOUDSERVER', server],
    ['cloud_server', server],
    ['csrv', server],
    ['cloudservers.cloud', server],
    ['cloudservers.cloud.ectropy.dev', server],
    ['file', file],
    ['files.example.com', foreign],
  ])('may be called %s', (word, type) => {
    expect(findType(word, types)).toBe(type);
  });

  test.each([
    ['clodserver', 'did you mean cloudserver?'],
    ['files.nowhere.org', 'there is no kind'],
    ['', 'there is no kind ""'],
    ['.', 'there is no kind'],
    ['__proto__', 'there is no kind'],
    ['x'.repeat(10_000), 'there is no kind'],
  ])('that nobody knows is refused: %.20s', (word, said) => {
    expect(() => findType(word, types)).toThrow(said);
  });

  test('is found for a document by its group, or else by its name', () => {
    expect(typeOfDocument({ apiVersion: 'example.com/v1', kind: 'File' }, types)).toBe(foreign);
    expect(typeOfDocument({ apiVersion: 'v1', kind: 'Namespace' }, types)).toBe(namespace);
    expect(typeOfDocument({ apiVersion: 'older.org/v1', kind: 'CloudServer' }, types)).toBe(server);
    expect(typeOfDocument({ apiVersion: 'v1', kind: 'Nothing' }, types)).toBeUndefined();
  });

  test('has paths, with names as they can stand there', () => {
    expect(collectionPath(server, 'shop')).toBe('/apis/cloud.ectropy.dev/v1/namespaces/shop/cloudservers');
    expect(collectionPath(server)).toBe('/apis/cloud.ectropy.dev/v1/cloudservers');
    expect(collectionPath(namespace, 'shop')).toBe('/api/v1/namespaces');
    expect(objectPath(server, 'a/b', '../x')).toBe('/apis/cloud.ectropy.dev/v1/namespaces/a%2Fb/cloudservers/..%2Fx');
  });
});

test('discovery that leaves things out is read as far as it goes, and the first version of a kind is the one', async () => {
  const answers = {
    '/apis': {
      items: [
        null,
        {
          metadata: { name: 'g' },
          versions: [
            { version: 'v2', resources: [{ resource: 'things' }] },
            { version: 'v1', resources: [{ resource: 'things' }, 5] },
          ],
        },
        { versions: 'none' },
      ],
    },
    '/api': { items: [] },
  };
  const api = { call: async (path: keyof typeof answers) => answers[path] } as unknown as Api;
  expect(await discover(api)).toMatchObject([{ group: 'g', version: 'v2', plural: 'things', kind: '', namespaced: false, verbs: [] }]);
});
