/** The flags of the process; everything that is wrong with them is told at once. */
import { parseArgs } from 'node:util';
import { type CloudOptions, DEFAULT_DELAY_MS, DEFAULT_PORT } from './start.ts';
import { type Quota, collections, isCollection } from './world/model.ts';

export type Flags = { readonly help: true } | { readonly problems: readonly string[] } | { readonly options: CloudOptions };

const DEFAULT_DATA = './.ectropy/cloud';
const MAX_DELAY_MS = 86_400_000;

export const helpText = `A small cloud to practise on: networks, servers and disks, long operations, faults on demand, a ledger of every effect.

  --port N        where it listens, on 127.0.0.1; 0 for any free port (${DEFAULT_PORT})
  --data FOLDER   where its ledger is (${DEFAULT_DATA})
  --delay TIME    how long operations take: 1500ms, 2s, 0 (${DEFAULT_DELAY_MS}ms)
  --quota LIST    how much can exist, such as servers=20,disks=40 (no limit)
  --seed N        makes ids and chance repeatable (drawn at each start)
  --help          this text

Its API is at /openapi.json.
`;

const known = ['port', 'data', 'delay', 'quota', 'seed'] as const;
type Flag = (typeof known)[number];
const isKnown = (name: string): name is Flag => known.some((flag) => flag === name);

export function parseFlags(argv: readonly string[]): Flags {
  const strings = Object.fromEntries(known.map((flag) => [flag, { type: 'string' as const }]));
  const options = { ...strings, help: { type: 'boolean' as const, short: 'h' } };
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const given = new Map<Flag, string>();
  const problems: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') problems.push(`${JSON.stringify(token.value)} is not expected here; the cloud takes flags only.`);
    if (token.kind !== 'option') continue;
    if (token.name === 'help') return { help: true };
    if (!isKnown(token.name))
      problems.push(`There is no flag ${token.rawName}; there are ${known.map((flag) => `--${flag}`).join(', ')} and --help.`);
    else if (!token.value) problems.push(`${token.rawName} needs a value.`);
    else if (given.has(token.name)) problems.push(`${token.rawName} is given twice.`);
    else given.set(token.name, token.value);
  }
  return read(given, problems);
}

function read(given: ReadonlyMap<Flag, string>, problems: string[]): Flags {
  const value = <T>(flag: Flag, parse: (text: string) => T | undefined, expected: string): T | undefined => {
    const text = given.get(flag);
    const parsed = text === undefined ? undefined : parse(text);
    if (text !== undefined && parsed === undefined) problems.push(`--${flag} must be ${expected}, and not ${JSON.stringify(text)}.`);
    return parsed;
  };
  const port = value('port', (text) => whole(text, 65_535), 'a whole number from 0 to 65535');
  const delayMs = value('delay', duration, 'a time up to a day, such as 1500ms, 2s or 0');
  const quota = value('quota', quotaOf, `a list such as servers=20,disks=40 of ${collections.join(', ')}`);
  const seed = value('seed', (text) => whole(text, Number.MAX_SAFE_INTEGER), 'a whole number from 0');
  if (problems.length > 0) return { problems };
  const chosen = { ...(port !== undefined && { port }), ...(delayMs !== undefined && { delayMs }), ...(seed !== undefined && { seed }) };
  return { options: { data: given.get('data') ?? DEFAULT_DATA, ...chosen, ...(quota && { quota }) } };
}

function whole(text: string, most: number): number | undefined {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return number <= most ? number : undefined;
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** A number without a unit is in milliseconds. */
function duration(text: string): number | undefined {
  const [, number, unit = 'ms'] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m)?$/.exec(text) ?? [];
  const ms = Math.round(Number(number) * (units[unit] ?? Number.NaN));
  return ms <= MAX_DELAY_MS ? ms : undefined;
}

function quotaOf(text: string): Quota | undefined {
  const quota = new Map<string, number>();
  for (const part of text.split(',')) {
    const [, name = '', most = ''] = /^([a-z]+)=(\d{1,9})$/.exec(part.trim()) ?? [];
    if (!isCollection(name) || quota.has(name)) return undefined;
    quota.set(name, Number(most));
  }
  return Object.fromEntries(quota);
}
