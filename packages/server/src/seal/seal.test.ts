import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IV_BYTES, openText, sealText } from './seal.ts';
import { ring } from './testing/rings.ts';

const { keys } = ring('ab');
const [a, b] = keys as [(typeof keys)[0], (typeof keys)[0]];
const iv = Buffer.alloc(IV_BYTES, 7);
const place = { scope: 'orn:entropy:account:demo:root', path: ['spec', 'users', 0, 'token'] };

test('what is sealed opens again, whatever it says', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.uint8Array({ minLength: IV_BYTES, maxLength: IV_BYTES }), (text, random) => {
      const sealed = sealText(a, place, text, random);
      expect(sealed).toMatch(new RegExp(`^v1:${a.id}:[A-Za-z0-9_-]+$`));
      expect(openText(keys, place, sealed)).toEqual({ type: 'open', text });
    }),
    { seed: 4 },
  );
});

test('the form is fixed: what was sealed by this version opens in all later ones', () => {
  const sealed = 'v1:87325a57:BwcHBwcHBwcHBwcH8yTAhHtIJ5wAiN-1EU6TOvH1gnugLU3ASw';
  expect(sealText(a, place, 'swordfish', iv)).toBe(sealed);
  expect(openText(keys, place, sealed)).toEqual({ type: 'open', text: 'swordfish' });
});

describe('a sealed text does not open', () => {
  const sealed = sealText(a, place, 'swordfish', iv);

  test.each([
    ['for another resource', { ...place, scope: 'orn:entropy:account:demo:other' }],
    ['at another path', { ...place, path: ['spec', 'users', 1, 'token'] }],
    ['at a path that only reads the same', { ...place, path: ['spec', 'users', '0', 'token'] }],
    ['where scope and path only read the same together', { scope: `${place.scope}","spec`, path: ['users', 0, 'token'] }],
  ])('%s (L11)', (_, elsewhere) => {
    expect(openText(keys, elsewhere, sealed)).toEqual({ type: 'broken' });
  });

  test('without its key, and the key is named', () => {
    expect(openText([b], place, sealed)).toEqual({ type: 'no-key', id: a.id });
    expect(openText([], place, sealed)).toEqual({ type: 'no-key', id: a.id });
  });

  test('under the name of another key', () => {
    expect(openText(keys, place, sealed.replace(a.id, b.id))).toEqual({ type: 'broken' });
  });

  test('when any part of it was altered', () => {
    const [form, id, body = ''] = sealed.split(':');
    const bytes = Buffer.from(body, 'base64url');
    for (let i = 0; i < bytes.length; i += 1) {
      const altered = Buffer.from(bytes);
      altered[i] = (altered[i] ?? 0) ^ 1;
      expect(openText(keys, place, `${form}:${id}:${altered.toString('base64url')}`)).toEqual({ type: 'broken' });
    }
  });

  test.each([
    ['cut short', sealed.slice(0, 40)],
    ['nothing', ''],
    ['of another version', sealed.replace('v1', 'v2')],
    ['a plain text', 'swordfish'],
    ['no text at all', { sealed }],
    ['null', null],
    ['with more behind it', `${sealed}\n`],
  ])('when it is %s', (_, text) => {
    expect(openText(keys, place, text)).toEqual({ type: 'broken' });
  });
});
