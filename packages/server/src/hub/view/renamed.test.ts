import { describe, expect, test } from 'vitest';
import type { FieldManager } from '../../core/resource.ts';
import { aResource } from '../../testing/builders.ts';
import { schemeOf } from '../scheme/scheme.ts';
import { renameFor } from './renamed.ts';

const manager = (apiVersion: string, ...annotations: readonly string[]): FieldManager => ({
  manager: 'me',
  operation: 'Apply',
  apiVersion,
  time: '2026-01-02T03:04:05Z',
  fieldsType: 'FieldsV1',
  fieldsV1: {
    'f:metadata': { 'f:annotations': Object.fromEntries(annotations.map((key) => [`f:${key}`, {}])) },
    'f:spec': { 'f:ectropy.dev/x': {} },
  },
});
const owner = (apiVersion: string) => ({ apiVersion, kind: 'File', name: 'one', uid: 'u' });
const resource = aResource({
  managed: [manager('core.ectropy.dev/v1', 'ectropy.dev/drift', 'note'), manager('example.dev/v1', 'old.io/drift')],
  owners: [owner('core.old.io/v1'), owner('a.b.ectropy.dev/v1'), owner('apps/v1')],
});

describe('what was kept under an earlier name', () => {
  test('is called as today: managers, their annotations, and owners', () => {
    const { managed, owners } = renameFor(schemeOf('acme.io', ['old.io', 'ectropy.dev']))(resource);
    expect(managed).toEqual([manager('core.acme.io/v1', 'acme.io/drift', 'note'), manager('example.dev/v1', 'acme.io/drift')]);
    expect(owners?.map(({ apiVersion }) => apiVersion)).toEqual(['core.acme.io/v1', 'a.b.ectropy.dev/v1', 'apps/v1']);
  });

  test('the name that the product was born with is known without being told', () => {
    expect(renameFor(schemeOf('acme.io'))(resource).managed?.[0]).toEqual(manager('core.acme.io/v1', 'acme.io/drift', 'note'));
  });

  test('stays the very same where nothing has another name', () => {
    const plain = aResource();
    for (const scheme of [schemeOf('ectropy.dev'), schemeOf('acme.io', ['old.io'])]) expect(renameFor(scheme)(plain)).toBe(plain);
    expect(renameFor(schemeOf('ectropy.dev'))(resource)).toBe(resource);
    const todays = { ...plain, managed: [manager('core.acme.io/v1', 'acme.io/drift')] };
    expect(
      renameFor(schemeOf('acme.io', ['old.io']))({ ...todays, managed: [{ ...manager('core.acme.io/v1'), fieldsV1: {} }] }).managed?.[0]
        ?.apiVersion,
    ).toBe('core.acme.io/v1');
  });
});
