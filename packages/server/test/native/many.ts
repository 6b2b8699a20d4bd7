/** Lists that are too long for one page. */
import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../src/testing/until.ts';
import { collection, items, remove } from '../kube.ts';
import { call, type Product, type Wire } from '../product.ts';

const MANY = 1_100;

const widget = (i: number): object => ({
  apiVersion: 'example.dev/v1',
  kind: 'Widget',
  metadata: { name: `w${String(i).padStart(5, '0')}` },
  spec: { color: 'red' },
});

const nameOf = ({ metadata }: Wire): string => String(metadata?.name);

export function beingMany(given: () => Product): void {
  const at = collection('example.dev/v1', 'widgets', 'crowd');
  const names = Array.from({ length: MANY }, (_, i) => `w${String(i).padStart(5, '0')}`);

  beforeAll(async () => {
    const answers = await Promise.all(names.map((_, i) => call(given(), at, { body: widget(i) })));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
  });

  describe('a long list', () => {
    test('comes whole in every form when nobody asks for pages', async () => {
      expect(items(await call(given(), at)).map(nameOf)).toEqual(names);
      const table = await call(given(), at, { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } });
      expect((table.body.rows as unknown as readonly { readonly object: Wire }[]).map(({ object }) => nameOf(object))).toEqual(names);
      const partial = await call(given(), at, { headers: { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' } });
      expect(items(partial).map(nameOf)).toEqual(names);
      const yaml = await call(given(), at, { headers: { accept: 'application/yaml' } });
      expect(yaml.text.match(/^ {4,6}name: w\d+$/gm)).toHaveLength(MANY);
    });

    test('comes in the pages that are asked for', async () => {
      const found: string[] = [];
      let next = '';
      do {
        const page = await call(given(), `${at}?limit=300${next}`);
        found.push(...items(page).map(nameOf));
        const token = page.body.metadata?.continue;
        next = token === undefined ? '' : `&continue=${String(token)}`;
      } while (next !== '');
      expect(found).toEqual(names);
    });

    test('is deleted as a whole, after a rehearsal', async () => {
      expect(items(await remove(given(), `${at}?dryRun=All`))).toHaveLength(MANY);
      expect((await remove(given(), `${at}?fieldSelector=metadata.name%3Dw00000`)).status).toBe(200);
      expect((await remove(given(), at)).status).toBe(200);
      await until(async () => items(await call(given(), at)).length === 0, { what: 'that all are gone', timeoutMs: 20_000 });
    });
  });
}
