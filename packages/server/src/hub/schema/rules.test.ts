import { type Json, type JsonObject, ProblemError, type Rule } from '@ectropy/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rulesOf } from './rule-places.ts';
import { compileRules } from './rules.ts';
import { work } from '../../testing/work.ts';

const schema: JsonObject = {
  type: 'object',
  properties: {
    replicas: { type: 'integer' },
    ratio: { type: 'number' },
    names: { type: 'array', items: { type: 'string' } },
    numbers: { type: 'array', items: { type: 'integer' } },
    brokers: { type: 'array', items: { type: 'object', properties: { host: { type: 'string' }, port: { type: 'integer' } } } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    'max-size': { type: 'integer' },
    at: { type: 'string', format: 'date-time' },
    text: { type: 'string' },
    other: { type: 'string' },
  },
};
const sentences = (problems: readonly { message: string }[]): readonly string[] =>
  problems.map((one) => new ProblemError(one as never).message);
const faults = (rule: string, rest: Partial<Rule> = {}) => sentences(compileRules([{ rule, ...rest }], schema).problems);
const check = (rule: string, spec: Json, old?: Json) => sentences(compileRules([{ rule, message: 'no' }], schema).check(spec, old));

describe('a rule', () => {
  test.each<[string, Json]>([
    ['self.replicas + 1 == 4 && self.replicas % 2 == 1', { replicas: 3 }],
    ['self.ratio * 2.0 == 6.0', { ratio: 3 }],
    ['self.labels.a == "x" && "a" in self.labels && self.labels.all(k, k.startsWith("a"))', { labels: { a: 'x' } }],
    ['self.max__dash__size == 2 && self["max-size"] == 2', { 'max-size': 2 }],
    ['self.at < timestamp("2030-01-01T00:00:00Z")', { at: '2026-01-01T00:00:00Z' }],
    [
      'self.brokers.map(b, b.port).sum() == 3 && self.brokers.exists_one(b, b.host == "a")',
      {
        brokers: [
          { host: 'a', port: 1 },
          { host: 'b', port: 2 },
        ],
      },
    ],
    [
      'self.names.isSorted() && self.names.indexOf("b") == 1 && self.names.max() == "c" && self.names.min() == "a"',
      { names: ['a', 'b', 'c'] },
    ],
    ['self.names.filter(n, n != "b").map(n, n + "!") == ["a!", "c!"] && size(self.names) == 3', { names: ['a', 'b', 'c'] }],
    ['self.numbers.sum() == 6 && (self.numbers + [4]).size() == 4 && sets.contains(self.numbers, [3, 1])', { numbers: [1, 2, 3] }],
    ['self.text.split(",").join("-") == "a-b" && self.text.lowerAscii().replace("a", "z", 1).trim() == "z,b"', { text: 'a,b' }],
    ['self.text.matches("^[a-z,]+$") && self.text.find("[b-z]") == "b" && self.text.findAll("[a-z]").size() == 2', { text: 'a,b' }],
    [
      'self.text.indexOf("b") == 2 && self.text.substring(2) == "b" && self.text.charAt(0) == "a" && "%s!".format([self.text]) == "a,b!"',
      { text: 'a,b' },
    ],
    ['"".replace("", "x") == "x" && "ab".replace("", "-") == "-a-b-"', {}],
    ['quantity("1500m").isLessThan(quantity("2")) && quantity("1Gi").asInteger() == 1073741824 && !isQuantity("1x")', {}],
    ['quantity("1").add(quantity("500m")).compareTo(quantity("1500m")) == 0 && quantity("1000m") == quantity("1")', {}],
    ['ip("10.1.2.3").family() == 4 && isIP("::1") && !isIP("1.2.3") && ip("::1").isLoopback() && ip.isCanonical("::1")', {}],
    [
      'cidr("10.0.0.0/8").containsIP("10.1.2.3") && !cidr("10.0.0.0/8").containsIP(ip("11.0.0.1")) && cidr("10.0.0.0/8").containsCIDR("10.1.0.0/16")',
      {},
    ],
    [
      'isURL("https://a.b") && !isURL("nothing") && url("https://a.b:81/c?d=e").getPort() == "81" && url("/x").getEscapedPath() == "/x"',
      {},
    ],
    ['has(self.replicas) ? true : !has(self.text)', {}],
    ['type(self.replicas) == int', { replicas: 1 }],
  ])('holds: %s', (rule, spec) => {
    expect(faults(rule)).toEqual([]);
    expect(check(rule, spec)).toEqual([]);
  });

  test.each<[string, string]>([
    ['self.replica == 1', "does not know the field 'replica'"],
    ['self.brokers.all(b, b.hots == "")', "does not know the field 'hots'"],
    ['self.brokers[0].hots == ""', "does not know the field 'hots'"],
    ['other.replicas == 1', "does not know 'other'"],
    ['frob(self.replicas)', "does not know the function 'frob'"],
    ['self.replicas == ', 'cannot be compiled'],
    ['', 'must be an expression'],
    ['self.text.matches("(?=x)")', 'has a pattern that cannot be matched in linear time'],
    ['self.names.all(a, self.names.all(b, self.names.all(c, self.names.all(d, true))))', 'has loops in loops more than 3 deep'],
    ['true'.padEnd(4_097), 'is longer than 4096 characters'],
    ['('.repeat(2_000) + '1' + ')'.repeat(2_000), 'cannot be compiled'],
  ])('is refused when it cannot be right: %s', (rule, sentence) => {
    expect(faults(rule)[0]).toContain(`rules[0].rule: ${sentence}`);
  });

  test('that fails is told with its message, or with itself', () => {
    expect(check('self.replicas > 3', { replicas: 3 })).toEqual(['spec: no']);
    expect(sentences(compileRules([{ rule: 'self.replicas > 3' }], schema).check({ replicas: 3 }))).toEqual([
      'spec: breaks the rule self.replicas > 3',
    ]);
  });

  test('that cannot be evaluated is a problem, not a crash', () => {
    expect(check('self.replicas > 3', {})[0]).toContain('cannot be evaluated: ');
    expect(check('self.replicas / 0 == 1', { replicas: 3 })[0]).toContain('divide by zero');
    expect(check('self.replicas', { replicas: 3 })[0]).toContain('it says neither true nor false');
    expect(check('self.text.matches(self.other)', { text: 'a', other: '(' })[0]).toContain('cannot be evaluated');
  });

  test('about what was before is held only when there was something', () => {
    expect(check('self.replicas >= oldSelf.replicas', { replicas: 1 })).toEqual([]);
    expect(check('self.replicas >= oldSelf.replicas', { replicas: 1 }, { replicas: 2 })).toEqual(['spec: no']);
    expect(check('self == oldSelf', { names: ['a'] }, { names: ['a'] })).toEqual([]);
  });

  test('stands at a path, behind a list for every item', () => {
    const { check: held, problems } = compileRules(
      [
        { rule: 'self.size() > 1', path: 'brokers.host', message: 'too short' },
        { rule: 'self.port > 0', path: 'brokers.*' },
      ],
      schema,
    );
    expect(problems).toEqual([]);
    const spec = { brokers: [{ host: 'a', port: 1 }, { host: 'bb', port: 0 }, { port: 1 }] };
    expect(sentences(held(spec))).toEqual(['spec.brokers[0].host: too short', 'spec.brokers[1]: breaks the rule self.port > 0']);
  });
});

describe('rules inside a schema', () => {
  const item = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      size: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self >= oldSelf', message: 'must not shrink' }] },
    },
    'x-kubernetes-validations': [
      { rule: 'self.size < 10', messageExpression: '"size is " + string(self.size)', fieldPath: '.size', reason: 'FieldValueInvalid' },
    ],
  };
  const disks: JsonObject = {
    type: 'object',
    properties: { disks: { type: 'array', items: item, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] } },
    'x-kubernetes-validations': [
      {
        rule: '!oldSelf.hasValue() || oldSelf.value().disks.size() <= self.disks.size()',
        optionalOldSelf: true,
        message: 'must keep its disks',
      },
    ],
  };

  test('are found with their places', () => {
    expect(rulesOf(disks).map(({ at }) => at.join('/'))).toEqual([
      'x-kubernetes-validations/0',
      'properties/disks/items/x-kubernetes-validations/0',
      'properties/disks/items/properties/size/x-kubernetes-validations/0',
    ]);
  });

  test('are held, each at its place, an item against the one with the same key', () => {
    const { problems, check: held } = compileRules([], disks);
    expect(problems).toEqual([]);
    expect(sentences(held({ disks: [{ name: 'a', size: 10 }] }))).toEqual(['spec.disks[0].size: size is 10']);
    const old = {
      disks: [
        { name: 'a', size: 5 },
        { name: 'b', size: 1 },
      ],
    };
    expect(
      sentences(
        held(
          {
            disks: [
              { name: 'b', size: 2 },
              { name: 'a', size: 4 },
            ],
          },
          old,
        ),
      ),
    ).toEqual(['spec.disks[1].size: must not shrink']);
    expect(sentences(held({ disks: [] }, old))).toEqual(['spec: must keep its disks']);
  });

  test('that are wrong are told with the place where they are written', () => {
    const bad = { properties: { a: { 'x-kubernetes-validations': [{ rule: 'nope(self)', fieldPath: 'a b' }, 7] } } } as JsonObject;
    expect(sentences(compileRules([], bad).problems)).toEqual([
      "schema.properties.a.x-kubernetes-validations[0].rule: does not know the function 'nope'",
      'schema.properties.a.x-kubernetes-validations[0].fieldPath: is not a path to a field',
      'schema.properties.a.x-kubernetes-validations[1].rule: must be an expression',
    ]);
  });

  test('end also where a schema holds itself', () => {
    expect(rulesOf({ properties: { a: { $ref: '#' } }, 'x-kubernetes-validations': [{ rule: 'true' }] })).toHaveLength(1);
  });
});

describe('an expensive rule', () => {
  const many = Array.from({ length: 3_000 }, (_, i) => i);
  const long = 'a'.repeat(400_000);
  test.each<[string, Json]>([
    ['self.numbers.all(x, self.numbers.all(y, self.numbers.all(z, x + y + z >= 0)))', { numbers: many }],
    ['self.numbers.all(x, self.numbers.all(y, self.numbers.all(z, x + y + z >= 0))) || true', { numbers: many }],
    ['self.numbers.all(x, self.numbers.exists(y, true))', { numbers: many }],
    ['self.numbers.all(x, self.numbers == self.numbers)', { numbers: many }],
    ['self.numbers.all(x, 5000 in self.numbers || true)', { numbers: many }],
    ['self.numbers.all(x, self.numbers.sum() > 0 && self.numbers.isSorted() && self.numbers.indexOf(-1) < 0)', { numbers: many }],
    ['self.text.contains(self.other)', { text: long, other: `${long.slice(0, 1e5)}b${long.slice(0, 1e5)}` }],
    ['self.text.replace("a", self.text) == ""', { text: long }],
    [`[self.text]${'.map(x, x + x)'.repeat(200)}.size() > 0`, { text: long }],
    [`[self.numbers]${'.map(x, x + x)'.repeat(200)}.size() > 0`, { numbers: many }],
    ['self.numbers.map(x, self.text).join("") == ""', { numbers: many, text: long }],
  ])('is given up soon: %s', (rule, spec) => {
    const rules = compileRules([{ rule }], schema);
    expect(rules.problems).toEqual([]);
    const worked = work();
    expect(rules.check(spec)).toMatchObject([{ code: 'too_large', path: ['spec'] }]);
    expect(worked()).toBeLessThan(3_000);
    expect(compileRules([{ rule: 'self.replicas == 1' }], schema).check({ replicas: 1 })).toEqual([]);
  });

  test('is not one that looks at every item once', () => {
    const spec = { numbers: Array.from({ length: 20_000 }, (_, i) => i) };
    expect(check('self.numbers.map(x, x + 1).filter(y, y > 5).all(z, z > 5)', spec)).toEqual([]);
  });
});

test('no text crashes the compiler of rules', () => {
  const words = fc.constantFrom(
    'self',
    'oldSelf',
    '.',
    'all',
    '(',
    ')',
    'x',
    ',',
    '[',
    ']',
    '1',
    '"a"',
    '==',
    '&&',
    '?',
    ':',
    '{',
    '}',
    '-',
    '@range',
    '__proto__',
    'é',
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
      const rules = compileRules([{ rule: parts.join('') }], schema);
      expect(Array.isArray(rules.check({ replicas: 1 }))).toBe(true);
    }),
    { seed: 3, numRuns: 500 },
  );
});
