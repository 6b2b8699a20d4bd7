import type { Kind } from '@ectropy/sdk';
import type { Proposal } from '../core/propose.ts';
import { policyOf, type Resource } from '../core/resource.ts';
import { dueOf } from '../core/schedule.ts';
import { priority } from '../core/state.ts';
import type { Put, Write } from '../store/port.ts';
import { type Links, matters } from './gather.ts';
import { wasBefore } from './was.ts';

interface Written {
  readonly current: Resource | undefined;
  readonly proposal: Proposal;
  readonly kind: Kind;
  readonly now: number;
  /** Beside the dependencies: the project and the definition of the kind, for what is created. */
  readonly guards: NonNullable<Put['guards']>;
}

/** What a proposal means to the store. */
export function writeFor({ current, proposal, kind, now, guards }: Written, { targets }: Links): readonly Write[] {
  const { next, revise, relink, reown } = proposal;
  if (!next) return [];
  const expected = current?.version ?? 'absent';
  const was = wasBefore(current, next, kind);
  if (next.state.status === 'gone') return [{ op: 'drop', resource: next, expected, wakes: true, ...was }];
  // That no cycle is closed was decided about these very targets, not about others that have taken over their names.
  const links = Object.values(next.dependencies).flatMap((urn) => targets.get(urn) ?? []);
  const pinned = relink ? links.filter(({ project }) => current !== undefined || project !== next.project) : [];
  const all = [...guards, ...pinned.map(({ urn, version }) => ({ urn, version }))];
  return [
    {
      op: 'put',
      resource: next,
      expected,
      due: dueFor(current, next, reown ?? false, now),
      ...(revise !== undefined && { revise }),
      ...(relink && { relink }),
      ...(reown && { reown }),
      ...(all.length > 0 && { guards: all }),
      wakes: matters(current, next),
      ...was,
    },
  ];
}

/** R33: the owners of what begins to belong, or of what was paused, may be gone already, and nobody else would notice. */
function dueFor(current: Resource | undefined, next: Resource, reown: boolean, now: number): Put['due'] {
  const resumed = current !== undefined && policyOf(current).management === 'paused';
  const rests = next.state.status === 'pending' || policyOf(next).management === 'paused';
  return next.owners && (reown || resumed) && !rests ? { inMs: 0, priority: priority.look } : dueOf(next, now);
}
