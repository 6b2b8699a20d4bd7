/** Documents as people hand them to the command: right ones, spoilt ones, and those that were made to do harm. */
import type { Random } from './random.ts';
import { hostileKeys } from './value.ts';

const good = [
  'apiVersion: core.ectropy.dev/v1\nkind: File\nmetadata:\n  name: one\n  labels: { team: a }\nspec:\n  path: one.txt\n  content: |\n    Hello\n      there\n',
  '---\napiVersion: v1\nkind: List\nitems:\n- &a {apiVersion: core.ectropy.dev/v1, kind: File, metadata: {name: two}, spec: {path: "two.txt"}}\n- <<: *a\n  metadata: {name: three}\n',
  '{"apiVersion":"core.ectropy.dev/v1","kind":"File","metadata":{"name":"four"},"spec":{"path":"four.txt","content":"x"}}',
  'apiVersion: core.ectropy.dev/v1\nkind: Kafka\nmetadata: {name: five}\nspec:\n  brokers:\n    - name: one\n      host: localhost\n---\napiVersion: core.ectropy.dev/v1\nkind: HttpCheck\nmetadata: {name: six}\nspec: {url: "https://example.com/", status: [200, 204]}\n',
  "# a comment\napiVersion: 'core.ectropy.dev/v1'\nkind: File\nmetadata: {name: seven}\nspec: {path: a, mode: 0644, content: >-\n  folded\n  text}\n...\n",
];

const pieces = [
  '\t',
  '\u0000',
  '\ufeff',
  '\r',
  '\u2028',
  '\u0085',
  ': ',
  '- ',
  '? ',
  '!!binary ',
  '!!js/function ',
  '!!set ',
  '!!timestamp ',
  '!<tag:x> ',
  '&a ',
  '*a ',
  '*nobody ',
  '<<: *a\n',
  '<<: [*a, *a]\n',
  '|9\n',
  '>-\n',
  '"\\ud800"',
  '"\\x00"',
  "'",
  '"',
  '%YAML 9.9\n---\n',
  '---\n',
  '...\n',
  '{',
  '}',
  '[',
  ']',
  ',',
  '@',
  '`',
  '~',
  '.inf',
  '.nan',
  '0x7fffffffffffffffff',
  '1e999',
  '9007199254740993',
  '1_000',
  '0777',
  'no',
  '2001-01-01',
  '"a":1,"a":2,',
  '\n\n\n',
  ' ',
  '😀',
];

const nested = (open: string, close: string, levels: number): string => `${open.repeat(levels)}${close.repeat(levels)}`;

/** Each line means ten of the line before. */
const bomb = (levels: number, width: number): string =>
  Array.from(
    { length: levels },
    (_, i) => `a${i}: &a${i} [${i === 0 ? '"x"' : Array.from({ length: width }, () => `*a${i - 1}`).join(', ')}]`,
  ).join('\n');

const bombs: readonly ((random: Random) => string)[] = [
  (random) => bomb(random.pick([5, 9, 30]), 10),
  (random) => `a: &a {b: 1}\n${Array.from({ length: random.pick([100, 5_000]) }, (_, i) => `k${i}: {<<: *a, c: ${i}}`).join('\n')}\n`,
  (random) => `spec: ${nested('[', ']', random.pick([60, 5_000, 200_000]))}`,
  (random) => `spec: ${nested('{a: ', '}', random.pick([60, 5_000, 100_000]))}`,
  (random) => Array.from({ length: random.pick([50, 2_000]) }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
  (random) => `${'- '.repeat(random.pick([100, 20_000]))}a`,
  (random) => `spec: "${'x'.repeat(random.pick([100_000, 3_000_000, 4_000_000]))}"`,
  (random) => `spec: |\n${'  line\n'.repeat(random.pick([1_000, 200_000]))}`,
  (random) => '---\na: 1\n'.repeat(random.pick([100, 60_000])),
  (random) => `{${Array.from({ length: random.pick([1_000, 100_000]) }, (_, i) => `"k${i}":${i}`).join(',')}}`,
  (random) => Array.from({ length: random.pick([100, 20_000]) }, () => 'a: 1').join('\n'),
  (random) => Array.from({ length: random.pick([100, 30_000]) }, (_, i) => `&a${i} k${i}: no`).join('\n'),
  (random) => `${'#'.repeat(random.pick([10_000, 2_000_000]))}\na: 1`,
  (random) => `a: &a [*a]\n${random.pick(['b: *a', '<<: *a', '? *a : 1'])}`,
  (random) => hostileKeys.map((key) => `${JSON.stringify(key)}: {polluted: ${random.below(3)}}`).join('\n'),
  (random) =>
    `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"kind":"${random.pick(['File', '__proto__', 'toString'])}","apiVersion":"v1"}`,
  () => '? {a: 1}\n: {b: 2}\n? [x, y]\n: z\n',
  (random) => `"${'\\u0041'.repeat(random.pick([1_000, 100_000]))}": 1`,
  (random) => `'${"''".repeat(random.pick([1_000, 200_000]))}`,
];

type Spoil = (text: string, random: Random) => string;

const spoils: readonly Spoil[] = [
  (text, random) => inserted(text, random.pick(pieces), random),
  (text, random) => inserted(text, random.pick(pieces).repeat(1 + random.below(5)), random),
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => text.slice(random.below(text.length + 1)),
  (text, random) =>
    text.replaceAll(random.pick(['  ', '\n', ':', '"', '{', 'name']), random.pick(['', '\t', '\r\n', ' :', "'", '[', '__proto__'])),
  (text, random) => {
    const lines = text.split('\n');
    const at = random.below(lines.length);
    lines.splice(at, random.below(3), lines[random.below(lines.length)] ?? '', random.pick(pieces));
    return lines.join('\n');
  },
  (text) => `${text}${text}`,
  (text, random) => inserted(text, JSON.stringify(random.pick(hostileKeys)) + random.pick([': 1\n', ': {a: 1}\n', '']), random),
];

function inserted(text: string, piece: string, random: Random): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + piece + text.slice(random.chance(0.5) ? at : at + 1);
}

/** The same text as another editor would save it, or bytes that are no text at all. */
const encodings: readonly ((text: string, random: Random) => Uint8Array)[] = [
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  (text) => Buffer.from(`${text}é`, 'latin1'),
  (text, random) => {
    const bytes = Buffer.from(text);
    for (let i = 0; i <= random.below(6); i += 1) bytes[random.below(bytes.length || 1)] = random.below(256);
    return bytes;
  },
  (_text, random) => Uint8Array.from({ length: random.below(300) }, () => random.below(256)),
];

export function hostileDocument(random: Random): Uint8Array {
  let text = random.chance(0.1) ? random.pick(bombs)(random) : random.pick(good);
  if (random.chance(0.9)) for (let i = random.below(4); i >= 0; i -= 1) text = random.pick(spoils)(text, random);
  return random.chance(0.2) ? random.pick(encodings)(text, random) : Buffer.from(text);
}
