/** What a client can ask for, as a value that can be sent again, and the random choice of the next one. */
import type { App, Caller, Edit, MutateOptions } from '../../src/app/app.ts';
import type { Resource } from '../../src/core/resource.ts';
import { formatUrn, parseUrn, type Urn } from '../../src/core/urn.ts';
import type { Dice } from './dice.ts';
import type { Spec } from './kinds.ts';

export interface Wanted {
  readonly urn: Urn;
  readonly spec: Spec;
  readonly labels: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, Urn>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

export type Request =
  | { readonly type: 'apply'; readonly wanted: readonly Wanted[]; readonly mode: Edit['mode'] }
  | { readonly type: 'remove'; readonly urns: readonly Urn[] }
  | { readonly type: 'act'; readonly urn: Urn; readonly id: string }
  | { readonly type: 'rollback'; readonly urn: Urn; readonly to: number }
  | { readonly type: 'retry' | 'cancel' | 'pause' | 'resume' | 'check'; readonly urn: Urn };

const urnOf = (kind: string, name: string): Urn => formatUrn({ kind, project: 'demo', name });
const urns = {
  bucket: ['a', 'b', 'c'].map((name) => urnOf('bucket', name)),
  cluster: ['a', 'b'].map((name) => urnOf('cluster', name)),
  route: ['a', 'b', 'c'].map((name) => urnOf('route', name)),
  note: ['a'].map((name) => urnOf('note', name)),
};
const all = Object.values(urns).flat();

const weights = {
  apply: 10,
  together: 2,
  remove: 4,
  removeTogether: 1,
  act: 2.5,
  rollback: 1.5,
  retry: 1.5,
  cancel: 1.5,
  pause: 1,
  resume: 1.5,
  check: 1,
};

/** `id` is new for every request, `known` is what exists now: most people ask about that. */
export function nextRequest(dice: Dice, id: number, known: readonly Urn[]): Request {
  const choice = dice.weighted(weights);
  const one = (kind?: keyof typeof urns): Urn => {
    const named = kind ? urns[kind] : all;
    const there = named.filter((urn) => known.includes(urn));
    return dice.pick(there.length > 0 && dice.chance(0.85) ? there : named);
  };
  switch (choice) {
    case 'apply':
      return { type: 'apply', mode: dice.weighted({ apply: 8, create: 1, update: 1 }), wanted: [wantedOf(dice.pick(all), dice, id, one)] };
    case 'together': {
      const [route, bucket] = [dice.pick(urns.route), dice.pick(urns.bucket)];
      const needy = { ...wantedOf(route, dice, id, one), dependencies: { bucket } };
      return { type: 'apply', mode: 'apply', wanted: [wantedOf(bucket, dice, id, one), needy] };
    }
    case 'remove':
      return { type: 'remove', urns: [one()] };
    case 'removeTogether':
      return { type: 'remove', urns: [one('route'), one('bucket')] };
    case 'act':
      return { type: 'act', urn: one(dice.pick(['cluster', 'route'])), id: `act-${id}` };
    case 'rollback':
      return { type: 'rollback', urn: one(), to: dice.between(1, 3) };
    default:
      return { type: choice, urn: one() };
  }
}

function wantedOf(urn: Urn, dice: Dice, id: number, one: (kind: keyof typeof urns) => Urn): Wanted {
  const kind = parseUrn(urn)?.kind;
  const region = kind === 'bucket' && dice.chance(0.3) ? { region: dice.pick(['north', 'south']) } : {};
  const cluster = dice.chance(0.3) ? { cluster: one('cluster') } : {};
  return {
    urn,
    spec: { value: id, ...region },
    labels: dice.chance(0.5) ? { colour: dice.pick(['red', 'blue']) } : {},
    dependencies: kind === 'route' ? { bucket: one('bucket'), ...cluster } : {},
  };
}

/** The reason of a revision tells which request made it. */
export function editOf({ urn, spec, labels, dependencies, annotations = {} }: Wanted, mode: Edit['mode'], reason: string): Edit {
  const identity = parseUrn(urn);
  if (!identity) throw new Error(`not a URN: ${urn}`);
  const { kind, project, name } = identity;
  return { kind, project, name, mode, reason, declare: () => ({ spec, labels, dependencies, annotations }) };
}

/** Sends it to a server and answers with the resources of its answer. */
export async function send(
  app: App,
  request: Request,
  reason: string,
  caller: Caller,
  options: MutateOptions,
): Promise<readonly Resource[]> {
  switch (request.type) {
    case 'apply': {
      const edits = request.wanted.map((wanted) => editOf(wanted, request.mode, reason));
      return (await app.apply(edits, caller, options)).map(({ resource }) => resource);
    }
    case 'remove': {
      const removals = request.urns.map((urn) => ({ urn }));
      return (await app.remove(removals, caller, options)).map(({ resource }) => resource);
    }
    case 'act':
      return [(await app.act({ urn: request.urn, action: 'restart', params: { id: request.id } }, caller, options)).resource];
    case 'rollback':
      return [(await app.rollback(request.urn, request.to, caller, options)).resource];
    default:
      return [await app[request.type](request.urn, caller, options)];
  }
}
