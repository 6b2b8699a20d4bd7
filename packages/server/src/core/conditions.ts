import type { Condition, Resource } from './resource.ts';
import { holdersOf, policyOf } from './resource.ts';
import { showChange } from './plan.ts';
import type { Blocker, Millis, Pending } from './state.ts';

type Said = Omit<Condition, 'changedAt'>;

/** What the state means to people. `Ready` and `Synced` always stand there, the others only while they are true. */
export function conditionsOf(resource: Omit<Resource, 'conditions'>, former: readonly Condition[], now: Millis): readonly Condition[] {
  return say(resource).map((said) => {
    const before = former.find(({ type }) => type === said.type);
    return { ...said, changedAt: before?.status === said.status ? before.changedAt : now }; // L10: a condition that stays does not flap
  });
}

function say(resource: Omit<Resource, 'conditions'>): readonly Said[] {
  const { state } = resource;
  const isPaused = policyOf(resource).management === 'paused';
  const paused: Said[] = isPaused ? [yes('Paused', 'Paused', rests)] : [];
  switch (state.status) {
    case 'pending':
      if (isPaused) return [no('Ready', 'Paused', rests), no('Synced', 'Paused', rests), ...paused];
      return heldSays(resource) ?? pendingSays(state, resource.deletionRequestedAt !== undefined);
    case 'ready':
      return [...readySays(resource, state), ...paused];
    case 'failed': {
      const message = `${sentence(state.problem.message)} Retry it${state.goal === 'absent' ? '' : ', or change what is declared'}.`;
      return [no('Ready', 'Failed', message), no('Synced', 'Failed', message), ...paused];
    }
    case 'gone':
      return [no('Ready', 'Gone', 'It has been deleted.'), yes('Synced', 'Gone', 'It has been deleted.')];
  }
}

const rests = 'Nothing is done until it is resumed.';
const yes = (type: Said['type'], reason: string, message: string): Said => ({ type, status: 'True', reason, message });
const no = (type: Said['type'], reason: string, message: string): Said => ({ type, status: 'False', reason, message });

/** Somebody has asked to be waited for. */
function heldSays(resource: Omit<Resource, 'conditions'>): readonly Said[] | undefined {
  const names = holdersOf(resource);
  if (resource.deletionRequestedAt === undefined || names.length === 0) return undefined;
  const message = `Waits until whoever set them removes the finalizers ${names.join(', ')}.`;
  return [no('Ready', 'Finalizers', message), no('Synced', 'Finalizers', message), yes('Blocked', 'Finalizers', message)];
}

function pendingSays(state: Pending, deleting: boolean): readonly Said[] {
  const doing = deleting ? 'Deleting' : state.goal === 'replace' ? 'Replacing' : state.drift ? 'Correcting' : 'Syncing';
  if (state.blockedBy) {
    const message = blockedSentence(state.blockedBy);
    return [
      no('Ready', 'Blocked', message),
      no('Synced', 'Blocked', message),
      yes('Blocked', state.blockedBy[0]?.as === 'dependency' ? 'DependencyNotReady' : 'DependentsExist', message),
    ];
  }
  const message = state.problem ? `${sentence(state.problem.message)} It is tried again by itself.` : `${doing} is under way.`;
  const reason = state.problem ? 'Retrying' : doing;
  const drifted: Said[] = state.drift ? [yes('Drifted', 'Correcting', driftSentence(state.drift))] : [];
  return [no('Ready', reason, message), no('Synced', reason, message), yes('Progressing', reason, message), ...drifted];
}

function readySays(
  { generation, observedGeneration }: Omit<Resource, 'conditions'>,
  state: Resource['state'] & { status: 'ready' },
): readonly Said[] {
  const ready = state.missing
    ? no('Ready', 'Missing', state.contested ? 'It does not exist.' : 'It does not exist, and nothing here may create it.')
    : yes(
        'Ready',
        'Available',
        state.problem ? 'It was as declared when it was last seen; now it cannot be looked at.' : 'It is as declared.',
      );
  const drift = state.drift ?? [];
  const drifted: Said[] =
    drift.length > 0 || state.missing ? [yes('Drifted', state.missing ? 'Missing' : 'Differs', driftSentence(drift))] : [];
  const contested: Said[] = state.contested ? [yes('Contested', 'CorrectedTooOften', contestedSentence(drift))] : [];
  const synced =
    drifted.length > 0
      ? no('Synced', 'Drifted', 'The world differs from what is declared.')
      : generation === observedGeneration
        ? yes('Synced', 'Synced', 'What is declared has been brought about.')
        : no('Synced', 'Waiting', 'The newest change has not been brought about yet.');
  const looked: Said = state.problem
    ? { type: 'Synced', status: 'Unknown', reason: 'CannotLook', message: sentence(state.problem.message) }
    : synced;
  return [
    drifted.length > 0 && !state.missing ? { ...ready, message: 'It exists, but differs from what is declared.' } : ready,
    looked,
    ...drifted,
    ...contested,
  ];
}

const driftValues = (drift: NonNullable<Pending['drift']>): string => drift.map(showChange).join('; ');
const driftSentence = (drift: NonNullable<Pending['drift']>): string =>
  drift.length > 0 ? `Found other than declared: ${driftValues(drift)}.` : 'It does not exist.';
const contestedSentence = (drift: NonNullable<Pending['drift']>): string =>
  drift.length > 0
    ? `Somebody else keeps changing it, so nothing is corrected any more: ${driftValues(drift)}. Agree on one value, then retry.`
    : 'Somebody else keeps deleting it, so it is not made again. Agree on whether it should exist, then retry.';

export const blockedSentence = (by: readonly Blocker[]): string => {
  const [first] = by;
  if (!first) return 'Waits until nothing in other projects depends on it.';
  const list = by.map(({ urn, status }) => `${urn} (${status})`).join(', ');
  return first.as === 'dependent' ? `Waits until nothing depends on it: ${list}.` : `Waits for ${list}.`;
};

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
