import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { saslprep } from './saslprep.ts';
import { isVerifierOf, newPassword, verifierOf } from './scram.ts';

/** The salt of the example in RFC 7677, whose server signature was computed from the server key below. */
const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');

test('the verifier of the example in RFC 7677', async () => {
  expect(await verifierOf('pencil', salt, 4096)).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  );
});

test('a verifier is of its password and of no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme', minLength: 1 }), async (mine, other) => {
      const verifier = await verifierOf(mine, salt, 2);
      expect(await isVerifierOf(verifier, mine)).toBe(true);
      expect(await isVerifierOf(verifier, other)).toBe(saslprep(mine) === saslprep(other));
    }),
    { seed: 4, numRuns: 50 },
  );
});

test.each([
  ['none', null],
  ['the old kind', 'md59f2c1b5d4a1a3c9e8f7d6c5b4a392817'],
  ['words', 'SCRAM-SHA-256$x:y$z'],
  ['no work', 'SCRAM-SHA-256$0:AAAA$AAAA:AAAA'],
  ['work for a year', 'SCRAM-SHA-256$999999999:AAAA$AAAA:AAAA'],
])('a stored verifier that is %s is of no password', async (_, verifier) => {
  expect(await isVerifierOf(verifier, 'pencil')).toBe(false);
});

test('two verifiers of one password differ, and so do two generated passwords', async () => {
  expect(await verifierOf('pencil')).not.toBe(await verifierOf('pencil'));
  expect(newPassword()).not.toBe(newPassword());
});

describe('the form that counts', () => {
  test.each([
    ['I\u00ADX', 'IX'],
    ['user', 'user'],
    ['\u00AA', 'a'],
    ['\u2168', 'IX'],
    ['a\u3000b', 'a b'],
    ['with\u0007bell \u2168', 'with\u0007bell \u2168'],
    ['\u00AD', '\u00AD'],
  ])('%j is %j', (given, prepared) => {
    expect(saslprep(given)).toBe(prepared);
  });
});
