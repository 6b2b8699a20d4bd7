import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schemeOf } from './scheme.ts';

const scheme = schemeOf('ectropy.dev');

describe('groups', () => {
  test('of the server have its suffix, those of others stay', () => {
    expect(scheme.groupOf({})).toBe('core.ectropy.dev');
    expect(scheme.groupOf({ group: 'data' })).toBe('data.ectropy.dev');
    expect(scheme.groupOf({ group: 'stable.example.com' })).toBe('stable.example.com');
  });

  test('lose the suffix of today and earlier ones', () => {
    const renamed = schemeOf('acme.io', ['ectropy.dev', 'old.ectropy.dev']);
    expect(renamed.shortGroup('data.acme.io')).toBe('data');
    expect(renamed.shortGroup('data.ectropy.dev')).toBe('data');
    expect(renamed.shortGroup('data.old.ectropy.dev')).toBe('data');
    expect(renamed.shortGroup('stable.example.com')).toBe('stable.example.com');
    expect(renamed.parseApiVersion('data.ectropy.dev/v1')).toEqual({ group: 'data', version: 'v1' });
    expect(renamed.apiVersionOf({ group: 'data' })).toBe('data.acme.io/v1');
  });

  test.each(['ectropy.dev', 'a.b.ectropy.dev', 'notectropy.dev', '.ectropy.dev', ''])('%j is nobody short for anything', (group) => {
    expect(scheme.shortGroup(group)).toBe(group);
  });

  test('come back as they were: the full form of the stored form is the full form', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/);
    const group = fc.array(label, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(
        fc.oneof(
          group,
          group.map((one) => `${one}.ectropy.dev`),
        ),
        (whichever) => {
          const stored = scheme.shortGroup(whichever);
          const full = scheme.groupOf({ group: stored });
          expect(scheme.shortGroup(full)).toBe(stored);
          if (whichever.includes('.')) expect(full).toBe(whichever);
        },
      ),
      { seed: 3 },
    );
  });
});

describe('API versions', () => {
  test.each([
    ['data.ectropy.dev/v1', { group: 'data', version: 'v1' }],
    ['stable.example.com/v1beta1', { group: 'stable.example.com', version: 'v1beta1' }],
    ['v1', { group: '', version: 'v1' }],
  ])('%s is read', (text, expected) => {
    expect(scheme.parseApiVersion(text)).toEqual(expected);
  });

  test.each(['', '/', '/v1', 'a/', 'a/b/c', 'A.b/v1', 'a.b/V1', 'a b/v1', 'a/v1\n', '-a/v1', 'a/-', `${'a'.repeat(300)}/v1`, 'a/../v1'])(
    '%j is none',
    (text) => {
      expect(scheme.parseApiVersion(text)).toBeUndefined();
    },
  );

  test('are written for the hub version or another one', () => {
    expect(scheme.apiVersionOf({})).toBe('core.ectropy.dev/v1');
    expect(scheme.apiVersionOf({ group: 'x.y', version: 'v2' })).toBe('x.y/v2');
    expect(scheme.apiVersionOf({ group: 'x.y', version: 'v2' }, 'v1')).toBe('x.y/v1');
    expect(scheme.apiVersionOf({ group: '' }, 'v1')).toBe('v1');
  });
});
