/** What a module or a service may answer that was written in haste, or in bad faith. */
const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i += 1) value = i % 2 === 0 ? { d: value } : [value];
  return value;
};

function cycle(): unknown {
  const self: Record<string, unknown> = { a: 1 };
  self.self = self;
  return self;
}

const throwing = (): unknown =>
  Object.defineProperty({}, 'a', {
    enumerable: true,
    get() {
      throw new Error('a getter that throws');
    },
  });

/** By name, each made anew. */
export const hostileAnswers: Readonly<Record<string, () => unknown>> = {
  nothing: () => undefined,
  null: () => null,
  number: () => 5,
  text: () => 'x',
  list: () => [],
  empty: () => ({}),
  nan: () => ({ n: Number.NaN, i: Number.POSITIVE_INFINITY, z: -0 }),
  big: () => ({ n: 10n }),
  date: () => ({ at: new Date(0) }),
  code: () => ({ f: () => 1, s: Symbol('s') }),
  nul: () => ({ text: 'a\u0000b' }),
  surrogate: () => ({ text: 'a\ud800b' }),
  proto: () => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown,
  keys: () => JSON.parse('{"":1,"\\u0000":2,"a.b":3,"length":4,"then":5,"toString":6}') as unknown,
  cycle,
  throwing,
  deep: () => deep(200),
  abyss: () => deep(100_000),
  wide: () => Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i])),
  long: () => ({ text: 'x'.repeat(2_000_000) }),
  json: () => ({ toJSON: () => ({ toJSON: 1 }) }),
  jsonThrows: () => ({
    toJSON() {
      throw new Error('toJSON throws');
    },
  }),
  map: () => new Map([['a', 1]]),
  bytes: () => ({ b: Buffer.from('x') }),
};

/** What is thrown instead of an error. */
export const hostileThrows: Readonly<Record<string, () => unknown>> = {
  nothing: () => undefined,
  null: () => null,
  text: () => 'a text',
  number: () => 7,
  object: () => ({ message: { toString: 1 } }),
  message: () => Object.assign(new Error('x'), { message: 7 }),
  nul: () => new Error('a\u0000b'),
  surrogate: () => new Error('a\ud800b'),
  long: () => new Error('x'.repeat(1_000_000)),
  lines: () => new Error('a\nb\r\nc\u001b[31m'),
  cause: () => new Error('x', { cause: cycle() }),
  stack: () => Object.defineProperty(new Error('x'), 'stack', { get: () => JSON.parse('{') as unknown }),
  frozen: () => Object.freeze(new Error('frozen')),
};
