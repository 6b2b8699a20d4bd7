import { ProblemError } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { artifactNameProblem, refuseBadName } from './artifact-name.ts';

describe('the name of an artifact', () => {
  test.each([
    'a',
    'charts/app.tgz',
    '.hidden',
    'a/.git/b',
    'ä/ö.txt',
    '日本.md',
    'a b',
    '-rf',
    '~',
    '$HOME',
    '%2e%2e',
    'constructor',
    '__proto__',
    'x'.repeat(255),
  ])('%s is let in (R34)', (name) => {
    expect(artifactNameProblem(name)).toBeUndefined();
  });

  test.each([
    ['nothing', ''],
    ['a path from the root', '/etc/passwd'],
    ['a path upwards', '../x'],
    ['a path upwards in the middle', 'a/../../x'],
    ['a path upwards at the end', 'a/..'],
    ['a dot', '.'],
    ['a dot in the middle', 'a/./b'],
    ['an empty part', 'a//b'],
    ['a folder', 'a/'],
    ['a drive', 'C:x'],
    ['a drive with a root', 'c:/x'],
    ['a backslash', 'a\\..\\b'],
    ['a share of another machine', '\\\\host\\x'],
    ['a stream of a file', 'a.txt:hidden'],
    ['a wildcard', 'a*'],
    ['a line', 'a\nb'],
    ['nothing that can be seen', 'a\u0000b'],
    ['a later control character', 'a\u0085b'],
    ['letters that are turned around', 'a\u202egpj.exe'],
    ['half a character', 'a\ud800'],
    ['another normal form', 'a\u0308'],
    ['a part that ends with a dot', 'a./b'],
    ['a part that ends with a space', 'a /b'],
    ['a device', 'NUL'],
    ['a device with an ending', 'a/con.txt'],
    ['too many bytes', 'x'.repeat(256)],
    ['too many bytes in few letters', 'ö'.repeat(128)],
  ])('%s is refused (R34)', (_, name) => {
    expect(artifactNameProblem(name)).toMatchObject({ code: 'invalid', path: ['name'] });
  });

  test('that is let in leads to the same place below any folder, on every system (R34)', () => {
    const piece = fc.constantFrom('a', '.', '..', '/', '\\', ':', 'b c', '\u0000', 'ä', 'C', '~', ' ');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((all) => all.join('')),
        ),
        (name) => {
          if (artifactNameProblem(name)) return;
          expect(posix.relative('/r', posix.resolve('/r', name))).toBe(name);
          expect(win32.relative('C:\\r', win32.resolve('C:\\r', name)).replaceAll('\\', '/')).toBe(name);
        },
      ),
      { seed: 34, numRuns: 2_000 },
    );
  });
});

const refusal = (name: string, present: readonly string[]): string | undefined => {
  try {
    refuseBadName(name, present);
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.message;
    throw error;
  }
  return undefined;
};

describe('beside others', () => {
  test('a name may take its own place (R34)', () => {
    expect(refusal('a.txt', ['a.txt', 'b.txt'])).toBeUndefined();
  });

  test.each([
    ['A.txt', "differs from 'a.txt' only in upper and lower case"],
    ['a.txt/b', "cannot stand beside 'a.txt': one of them would have to be a folder"],
    ['B', "cannot stand beside 'b/c/d': one of them would have to be a folder"],
    ['b/C', "cannot stand beside 'b/c/d': one of them would have to be a folder"],
  ])('%s cannot be there too (R34)', (name, says) => {
    expect(refusal(name, ['a.txt', 'b/c/d'])).toBe(says);
  });

  test.each(['a.txt2', 'b/c/e', 'b/cc', 'bc'])('%s can (R34)', (name) => {
    expect(refusal(name, ['a.txt', 'b/c/d'])).toBeUndefined();
  });
});
