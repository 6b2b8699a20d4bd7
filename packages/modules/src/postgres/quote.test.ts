import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Client } from 'pg';
import { nameFault } from './name.ts';
import { identifier, literal } from './quote.ts';

const client = new Client({ connectionString: inject('postgresUrl') });
beforeAll(() => client.connect());
afterAll(() => client.end());

const text = fc.string({ unit: 'binary', maxLength: 40 }).filter((one) => one.isWellFormed());
const nasty = fc.constantFrom(`"`, `'`, `\\`, `\\'`, `';--`, `$$`, `E'`, `\n`, `%`, `ü`, `🐘`, `__proto__`, ``);
const hostile = fc.array(fc.oneof(text, nasty), { maxLength: 8 }).map((parts) => parts.join(''));

test.each(['on', 'off'])('any value comes back from PostgreSQL as it was, with standard_conforming_strings %s', async (conforming) => {
  await client.query(`set standard_conforming_strings to ${conforming}; set backslash_quote to off; set escape_string_warning to off`);
  await fc.assert(
    fc.asyncProperty(hostile, async (value) => {
      fc.pre(!value.includes('\0'));
      const { rows } = await client.query<{ value: string }>(`select ${literal(value)} as value`);
      expect(rows).toEqual([{ value }]);
    }),
    { seed: 4, numRuns: 150 },
  );
  await client.query('set standard_conforming_strings to on');
});

test('any name that is let through comes back from PostgreSQL as it was, whole', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (name) => {
      fc.pre(nameFault(name) === undefined);
      const { fields } = await client.query(`select 1 as ${identifier(name)}`);
      expect(fields.map((field) => field.name)).toEqual([name]);
    }),
    { seed: 4, numRuns: 150 },
  );
});

test.each(['', 'a\0b', 'a\nb', '\ud800', 'x'.repeat(64), 'ü'.repeat(32), '🐘'.repeat(16)])(
  'a name that PostgreSQL would cut or refuse never gets into a statement: %j',
  (name) => {
    expect(() => identifier(name)).toThrow('the name');
  },
);

test('the longest name is 63 bytes', () => {
  expect(identifier('x'.repeat(63))).toHaveLength(65);
  expect(identifier(`${'ü'.repeat(31)}x`)).toHaveLength(34);
});

test('NUL never gets into a statement', () => {
  expect(() => literal('a\0b')).toThrow('NUL');
});
