import type { JsonObject } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { openCompiler } from './compiler.ts';

/** Compiles for many seconds: every reference is written out where it stands. */
const slow: JsonObject = {
  properties: Object.fromEntries(
    Array.from({ length: 9_000 }, (_, i) => [`f${i}`, { type: 'object', required: Array.from({ length: 100 }, (__, n) => `a${n}`) }]),
  ),
};

describe('the compiler', () => {
  test('says nothing about a schema that compiles, and what is wrong with one that does not', async () => {
    await using compiler = openCompiler();
    expect(await compiler.checkCompiles({ type: 'object' })).toEqual([]);
    const [problem] = await compiler.checkCompiles({ type: 'strnig' }, { root: ['schema'] });
    expect(problem).toMatchObject({ code: 'invalid', path: ['schema'] });
    expect(problem?.message).toContain('the schema cannot be compiled: ');
    expect(await compiler.checkCompiles({ type: 'string', pattern: '(?=x)' })).toHaveLength(1);
  });

  test('gives up on a schema that takes too long, keeps nobody waiting, and goes on with the next', async () => {
    await using compiler = openCompiler();
    await compiler.checkCompiles({});
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    const answers = await Promise.all([
      compiler.checkCompiles(slow, { withinMs: 100 }),
      compiler.checkCompiles({ type: 'object' }),
      compiler.checkCompiles({ type: 'nothing' }),
    ]);
    clearInterval(ticking);
    expect(answers.map((problems) => problems.map(({ message }) => message.slice(0, 45)))).toEqual([
      ['the schema cannot be compiled within 100 ms'],
      [],
      ['the schema cannot be compiled: schema/type mu'],
    ]);
    expect(ticks).toBeGreaterThan(5);
  });
});
