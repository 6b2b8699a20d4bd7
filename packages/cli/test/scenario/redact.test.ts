import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparable, redact } from './redact.ts';

describe('what is written down', () => {
  test.each([
    ['a time', 'created 2026-11-15T15:22:10.123Z', 'created 2026-01-01T12:00:00Z'],
    ['an age in a table', 'greeting  True  Ready  17m3s', 'greeting  True  Ready  3s'],
    ['an age in words', 'created now (12s ago)', 'created now (3s ago)'],
    ['the folder that it is played in', 'config in /tmp/ectropy-scenario-aB3_x9/.config', 'config in /home/you/.config'],
    ['a version in YAML', "  resourceVersion: '1234'", "  resourceVersion: '42'"],
    ['a version in JSON', '"resourceVersion": "1234",', '"resourceVersion": "42",'],
    ['an id', 'uid: be838d53-2240-447d-9918-fb51a48d7140', 'uid: 00000000-0000-4000-8000-000000000000'],
    ['who counts objects in PostgreSQL', '    oid: 26388', '    oid: 16384'],
    ['what it runs on', 'client  1.2.3-rc.1  (Node 24.21.0, linux/arm64)', 'client  0.1.0  (Node 24.0.0, linux/x64)'],
    ['how far it is', 'creating, 37 %', 'creating, 50 %'],
    ['what nobody sees', 'a \t ', 'a'],
  ])('%s reads as on one day', (_, line, written) => {
    expect(redact(line)).toBe(written);
  });

  test.each(['statement_timeout: 30s', '--timeout 2s', 'within 90s of it', 'cidr 10.20.0.0/16', 'version 2026-01-01', 'spec.size: 3 → 5'])(
    'what was declared stays as it is: %s',
    (line) => {
      expect(redact(line)).toBe(line);
    },
  );

  const token = fc.constantFrom(
    '2026-11-15T15:22:10.123Z',
    '17m3s',
    ' ',
    '  ',
    '(',
    ' ago)',
    '37 %',
    'oid: 5',
    'a',
    '/tmp/ectropy-scenario-aB3_x9/b',
    '1',
  );

  test('is the same when it is redacted again', () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 8 }), (tokens) => {
        const once = redact(tokens.join(''));
        expect(redact(once)).toBe(once);
      }),
      { seed: 4, numRuns: 2_000 },
    );
  });
});

describe('two outputs say the same', () => {
  test('whatever the cloud called things, and however wide that made the column', () => {
    expect(comparable(['srv-0asa2k7khyvcg   ready   network=net-2sycm2121lekn'])).toEqual(
      comparable(['srv-3hnjjh7mwprvu  ready  network=net-19g1v0c6l9g24']),
    );
    expect(comparable(['  fence 3', 'attempt 2'])).toEqual(comparable(['  fence 12', 'attempt 5']));
  });

  test('but not when they are indented otherwise, or of another sort', () => {
    expect(comparable(['  a'])).not.toEqual(comparable(['    a']));
    expect(comparable(['srv-0asa2k7khyvcg'])).not.toEqual(comparable(['net-0asa2k7khyvcg']));
    expect(comparable(['a b'])).not.toEqual(comparable(['a  b']));
  });

  test('before and after they were written down', () => {
    const lines = [
      'NAME   AGE',
      'web    17m',
      "  resourceVersion: '7'",
      'CloudServer/web: Ready',
      'CloudNetwork/main: Ready',
      '  at 2026-11-15T15:22:10Z',
    ];
    expect(comparable(lines.map(redact))).toEqual(comparable(lines));
  });
});
