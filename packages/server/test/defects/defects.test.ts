import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { patched } from './defect.ts';
import { defectNamed, defects } from './defects.ts';
import { runHarness } from './harness.ts';

const src = new URL('../../src/', import.meta.url);

describe('a change of the source', () => {
  test.each([
    ['nowhere', 'b', /found 0 times/],
    ['twice', 'aXaXa', /found 2 times/],
  ])('that applies %s is refused', (_, source, message) => {
    expect(() => patched(source, [{ find: 'X', replace: 'Y' }], 'a.ts')).toThrow(message);
  });

  test('is made as it is written, dollar signs and all, one after the other', () => {
    const changes = [
      { find: 'X', replace: "$& $1 $'" },
      { find: '$1', replace: 'Z' },
    ];
    expect(patched('aXb', changes, 'a.ts')).toBe("a$& Z $'b");
  });
});

describe('every defect', () => {
  test('has a name of its own, and an unknown one is refused', () => {
    expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
    expect(() => defectNamed('none')).toThrow(/there are: no-fence-in-commit, /);
  });

  test.each(defects.map((defect) => [defect.name, defect] as const))('%s changes the source as it is now', async (_, { patches, law }) => {
    for (const [file, own] of Map.groupBy(patches, (patch) => patch.file)) {
      const source = await readFile(new URL(file, src), 'utf8');
      expect(patched(source, own, file)).not.toBe(source);
    }
    expect(await readFile(new URL('core/SPEC.md', src), 'utf8')).toContain(`### ${law} `);
  });
});

/** Those that are noticed within a few seeds; `npm run defects` has all of them. */
describe.concurrent('really caught', () => {
  test.each(['no-version-check', 'token-not-raised', 'revision-not-written', 'row-dropped-first'])(
    '%s, by the simulation',
    { timeout: 120_000 },
    async (name) => {
      const { simulation = [] } = defectNamed(name).caughtBy;
      expect(await runHarness('simulation', simulation, name)).toMatchObject({ type: 'caught' });
    },
  );
});
