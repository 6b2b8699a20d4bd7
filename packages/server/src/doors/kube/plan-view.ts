/** Plans as clients see them. */
import type { Json, JsonObject } from '@ectropy/sdk';
import type { SavedPlan } from '../../app/app.ts';
import { type Operation, order } from '../../core/plan.ts';
import { timeOf } from '../../hub/view/document.ts';
import { type KubeDeps, ownApiVersion } from './ask.ts';
import { referenceOf } from './reference.ts';

/** What was only rehearsed has no name. */
export function planOf(
  { id, createdAt, createdBy, project, operations, summary }: SavedPlan,
  namespace: string | undefined,
  deps: Pick<KubeDeps, 'kinds'>,
  { dryRun = false } = {},
): JsonObject {
  return {
    apiVersion: ownApiVersion(deps),
    kind: 'Plan',
    metadata: {
      ...(!dryRun && { name: id }),
      namespace: namespace ?? project,
      ...(!dryRun && { uid: id }),
      creationTimestamp: timeOf(createdAt),
      ...(createdBy !== '' && { annotations: { [`${deps.kinds.scheme.suffix}/created-by`]: createdBy } }),
    },
    status: {
      counts: summary.counts,
      summary: summary.lines,
      operations: inOrder(operations).map((operation) => operationOf(operation, deps)),
    },
  };
}

const inOrder = (operations: readonly Operation[]): readonly Operation[] =>
  operations.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type));

const operationOf = ({ type, urn, action, changes, reason, steps }: Operation, deps: Pick<KubeDeps, 'kinds'>): JsonObject => ({
  type,
  urn,
  resource: referenceOf(urn, deps),
  ...(action !== undefined && { action }),
  ...(reason !== undefined && { reason }),
  changes: changes as unknown as Json,
  steps,
});
