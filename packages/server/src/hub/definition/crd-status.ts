import type { JsonObject } from '@ectropy/sdk';
import { crdNames } from './crd.ts';
import type { KindDefinitionSpec } from './spec.ts';

export interface CrdStanding {
  /** Every version that documents are, or may still be, stored in. */
  readonly storedVersions: readonly string[];
  /** When the kind could first be used, as Kubernetes writes times. */
  readonly establishedAt: string;
}

/** The status of a definition that is in use, as clients of CustomResourceDefinitions wait for it. */
export function crdStatus(spec: KindDefinitionSpec, { storedVersions, establishedAt }: CrdStanding): JsonObject {
  const condition = (type: string, reason: string, message: string): JsonObject => ({
    type,
    status: 'True',
    reason,
    message,
    lastTransitionTime: establishedAt,
  });
  return {
    acceptedNames: { ...crdNames(spec) },
    storedVersions,
    conditions: [
      condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
      condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
    ],
  };
}
