/** What clients do: random programs, and how a wish becomes a concrete operation when its turn has come. */
import * as fc from 'fast-check';
import type { Answer, Op } from './reference.ts';

type Verb = Op['verb'];

/** An operation but for what only the moment tells: which version is expected, and what is said once more. */
export interface Wish {
  readonly verb: Verb | 'repeat';
  readonly name: string;
  readonly spec: { readonly n: number; readonly color?: string };
  readonly labels: Readonly<Record<string, string>>;
  readonly on: string | null;
  readonly expects: 'nothing' | 'newest' | 'older';
  readonly number: number;
  readonly keyed: boolean;
  /** Asked for although it will be refused: most requests make sense. */
  readonly insists: boolean;
}

export interface Tongue {
  readonly verbs: readonly Verb[];
  /** Which of them can say what version they expect, and which must. */
  readonly versioned: readonly Verb[];
  readonly mustVersion?: readonly Verb[];
  /** Whether an update is refused while work is under way. */
  readonly settled?: true;
}

const versioned = ['update', 'apply', 'merge', 'delete', 'add'] as const;
const all = ['create', 'update', 'apply', 'merge', 'add', 'delete', 'rollback', 'pause', 'resume', 'retry', 'cancel', 'get'] as const;

export const tongues = {
  app: { verbs: all, versioned },
  kube: { verbs: all.filter((verb) => verb !== 'apply'), versioned: ['update', 'merge', 'delete'], mustVersion: ['update'] },
  v1beta1: { verbs: ['create', 'merge', 'add', 'delete', 'get'], versioned: ['merge', 'delete', 'add'], settled: true },
} as const satisfies Record<string, Tongue>;

export function wishes(names: readonly string[], { verbs }: Tongue): fc.Arbitrary<Wish> {
  const name = fc.constantFrom(...names);
  const often: readonly (Verb | 'repeat')[] = ['create', 'delete', 'repeat', 'repeat', ...verbs];
  return fc
    .record({
      verb: fc.constantFrom(...often),
      name,
      spec: fc.record({ n: fc.nat(2), color: fc.constantFrom('red', 'blue') }, { requiredKeys: ['n'], noNullPrototype: true }),
      labels: fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom('1', '2', ''), { noNullPrototype: true }),
      on: fc.oneof(fc.constant(null), name),
      expects: fc.constantFrom('nothing', 'nothing', 'newest', 'older'),
      number: fc.integer({ min: 0, max: 3 }),
      keyed: fc.boolean(),
      insists: fc.integer({ min: 0, max: 4 }).map((roll) => roll === 0),
    })
    .map((wish) =>
      wish.insists || wish.on === null || wish.on < wish.name ? wish : { ...wish, on: wish.name === names[0] ? null : (names[0] ?? null) },
    );
}

/** What a client knows: what it believes to be there, the versions it was told, and the keyed requests that anybody has sent. */
export interface Known {
  readonly alive: Set<string>;
  readonly seen: Map<string, string[]>;
  readonly sent: Op[];
}

export const stranger = (sent: Op[]): Known => ({ alive: new Set(), seen: new Map(), sent });

export function remember({ alive, seen }: Known, { name, verb }: Op, { code, version }: Answer): void {
  if (version !== undefined) seen.set(name, [version, ...(seen.get(name) ?? [])].slice(0, 3));
  if (code === 'not_found' || (verb === 'delete' && code === 'ok')) alive.delete(name);
  else if (code === 'ok' || code === 'exists') alive.add(name);
}

export function sayable(wish: Wish, known: Known, tongue: Tongue, key: string): Op | undefined {
  if (wish.verb === 'repeat') {
    const repeatable = known.sent.filter(({ verb }) => tongue.verbs.includes(verb));
    return repeatable.at(-1 - (wish.number % Math.max(1, repeatable.length)));
  }
  const verb = sensible(wish, wish.verb, known);
  const versions = known.seen.get(wish.name) ?? [];
  const must = tongue.mustVersion?.includes(verb) ?? false;
  const may = tongue.versioned.includes(verb) && wish.expects !== 'nothing';
  const expected = must || may ? ((wish.expects === 'older' ? versions[1] : versions[0]) ?? '1') : undefined;
  const op = {
    name: wish.name,
    ...(expected !== undefined && { expected }),
    ...(wish.keyed && verb !== 'get' && { key }),
    ...detail(wish, verb),
    ...(tongue.settled && verb === 'merge' && { settled: true as const }),
  };
  if (op.key !== undefined) known.sent.push(op);
  return op;
}

/** Whoever does not insist creates what is not there, and does not create what is. */
function sensible({ name, insists }: Wish, verb: Verb, { alive }: Known): Verb {
  if (insists || (verb === 'create') !== alive.has(name)) return verb;
  return alive.has(name) ? 'merge' : 'create';
}

function detail({ spec, labels, on, number }: Wish, verb: Verb) {
  const words = Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== ''));
  switch (verb) {
    case 'create':
    case 'update':
    case 'apply':
      return { verb, spec, labels: words, on };
    case 'merge':
      return { verb, spec, labels };
    case 'add':
      return { verb, by: number };
    case 'rollback':
      return { verb, to: number + 1 };
    default:
      return { verb };
  }
}
