import type { Kind, Problem } from '@ectropy/sdk';
import type { Incoming } from './admit.ts';

const MAX_ENTRIES = 100;
const MAX_FINALIZER = 316;
const finalizerPattern = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\/)?[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$/;

/** What stands beside labels and annotations: finalizers, owners, sharing. */
export const metadataProblems = (kind: Kind, incoming: Incoming): readonly Problem[] => [
  ...finalizerProblems(incoming.finalizers ?? []),
  ...ownerProblems(incoming.owners ?? []),
  ...sharingProblems(kind, incoming.sharedWith ?? []),
];

function finalizerProblems(finalizers: readonly string[]): readonly Problem[] {
  const path = ['finalizers'];
  if (finalizers.length > MAX_ENTRIES) return [{ code: 'invalid', path, message: `must have at most ${MAX_ENTRIES} items` }];
  return finalizers.flatMap((finalizer, i): Problem[] =>
    finalizer.length <= MAX_FINALIZER && finalizerPattern.test(finalizer)
      ? []
      : [{ code: 'invalid', path: [...path, i], message: 'is not a valid finalizer', hint: 'write a name such as example.com/cleanup' }],
  );
}

function ownerProblems(owners: NonNullable<Incoming['owners']>): readonly Problem[] {
  const path = ['ownerReferences'];
  if (owners.length > MAX_ENTRIES) return [{ code: 'invalid', path, message: `must have at most ${MAX_ENTRIES} items` }];
  const controllers = owners.filter(({ controller }) => controller);
  const twice: Problem[] =
    controllers.length > 1 ? [{ code: 'invalid', path, message: 'only one owner can have controller set to true' }] : [];
  const incomplete = owners.flatMap((owner, i) =>
    (['apiVersion', 'kind', 'name', 'uid'] as const).flatMap((field): Problem[] =>
      owner[field] === '' ? [{ code: 'invalid', path: [...path, i, field], message: 'must be set' }] : [],
    ),
  );
  return [...twice, ...incomplete];
}

const sharingProblems = (kind: Kind, sharedWith: readonly string[]): readonly Problem[] =>
  sharedWith.length > 0 && !kind.shareable
    ? [{ code: 'invalid', path: ['spec', 'sharing'], message: `resources of kind '${kind.name}' cannot be shared`, hint: 'remove it' }]
    : [];
