/** What happened, as one reads it in a history. */
import type { Resource } from '../../src/core/resource.ts';
import type { State } from '../../src/core/state.ts';
import { parseUrn } from '../../src/core/urn.ts';
import type { Claim, Group, Lease, Outcome, Write } from '../../src/store/port.ts';

export function nameOf(urn: string): string {
  const parsed = parseUrn(urn);
  return parsed ? `${parsed.kind}/${parsed.name}` : urn;
}

const stateOf = (state: State): string => {
  if (state.status === 'ready') return `ready${state.missing ? ' missing' : ''}${state.contested ? ' contested' : ''}`;
  if (state.status === 'gone') return 'gone';
  const { status, goal, attempt, memo } = state;
  const blocked = 'blockedBy' in state && state.blockedBy ? ` blocked by ${state.blockedBy.map(({ urn }) => nameOf(urn)).join(', ')}` : '';
  return `${status} ${goal}${state.unplanned ? ' unplanned' : ''} memo ${JSON.stringify(memo)} attempt ${attempt}${blocked}`;
};

export const resourceOf = ({ urn, uid, generation, observedGeneration, move, spec, state }: Resource): string =>
  `${nameOf(urn)} ${uid} g${observedGeneration}/${generation} m${move} ${JSON.stringify(spec)}: ${stateOf(state)}`;

const writeOf = ({ op, resource, expected, lease }: Write): string =>
  `${op} ${resourceOf(resource)} over ${expected}${lease ? ` by lease ${lease.owner}#${lease.token}` : ''}`;

const leasesOf = (leases: readonly Lease[]): string => leases.map(({ urn, owner, token }) => `${nameOf(urn)} ${owner}#${token}`).join(', ');

function outcomeOf(outcome: Outcome): string {
  if (outcome.type === 'refused') return `refused: ${outcome.refusal.type}`;
  return `${outcome.type} as ${outcome.resources.map(({ version }) => version).join(', ')}`;
}

export const brief = {
  commit: ({ writes, idempotency }: Group, outcome: Outcome): string =>
    `commit ${idempotency ? `[${idempotency.key}] ` : ''}${writes.map(writeOf).join('; ')} -> ${outcomeOf(outcome)}`,
  claim: (claims: readonly Claim[]): string => `claims ${leasesOf(claims.map(({ lease }) => lease))}`,
  renew: (leases: readonly Lease[], alive: ReadonlySet<string>): string => `renews ${leasesOf(leases)} -> ${alive.size} held`,
  release: (leases: readonly { readonly lease: Lease; readonly inMs?: number }[]): string =>
    `releases ${leases.map(({ lease, inMs }) => `${leasesOf([lease])}${inMs === undefined ? '' : ` for ${Math.round(inMs)} ms`}`).join(', ')}`,
};
