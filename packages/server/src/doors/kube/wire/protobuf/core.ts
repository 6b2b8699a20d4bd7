/** Field numbers of the core group, of events and of leases. */
import { kept, list, map, message, single, type Table } from './message.ts';
import { objectMeta, objectReference } from './meta.ts';
import { base64, flag, microTime, time, whole } from './shape.ts';

const namespaceCondition = message({
  1: single('type'),
  2: single('status'),
  4: single('lastTransitionTime', time),
  5: single('reason'),
  6: single('message'),
});

export const namespace: Table = {
  1: single('metadata', objectMeta),
  2: single('spec', message({ 1: list('finalizers') })),
  3: single('status', message({ 1: single('phase'), 2: list('conditions', namespaceCondition) })),
};

export const configMap: Table = {
  1: single('metadata', objectMeta),
  2: map('data'),
  3: map('binaryData', base64),
  4: kept('immutable', flag),
};

export const secret: Table = {
  1: single('metadata', objectMeta),
  2: map('data', base64),
  3: single('type'),
  4: map('stringData'),
  5: kept('immutable', flag),
};

export const serviceAccount: Table = {
  1: single('metadata', objectMeta),
  2: list('secrets', objectReference),
  3: list('imagePullSecrets', message({ 1: single('name') })),
  4: kept('automountServiceAccountToken', flag),
};

export const lease: Table = {
  1: single('metadata', objectMeta),
  2: single(
    'spec',
    message({
      1: kept('holderIdentity'),
      2: kept('leaseDurationSeconds', whole),
      3: single('acquireTime', microTime),
      4: single('renewTime', microTime),
      5: kept('leaseTransitions', whole),
      6: kept('strategy'),
      7: kept('preferredHolder'),
    }),
  ),
};

const eventSource = message({ 1: single('component'), 2: single('host') });
const eventSeries = message({ 1: single('count', whole), 2: single('lastObservedTime', microTime) });

export const coreEvent: Table = {
  1: single('metadata', objectMeta),
  2: single('involvedObject', objectReference),
  3: single('reason'),
  4: single('message'),
  5: single('source', eventSource),
  6: single('firstTimestamp', time),
  7: single('lastTimestamp', time),
  8: single('count', whole),
  9: single('type'),
  10: single('eventTime', microTime),
  11: single('series', eventSeries),
  12: single('action'),
  13: single('related', objectReference),
  14: single('reportingComponent'),
  15: single('reportingInstance'),
};

export const event: Table = {
  1: single('metadata', objectMeta),
  2: single('eventTime', microTime),
  3: single('series', eventSeries),
  4: single('reportingController'),
  5: single('reportingInstance'),
  6: single('action'),
  7: single('reason'),
  8: single('regarding', objectReference),
  9: single('related', objectReference),
  10: single('note'),
  11: single('type'),
  12: single('deprecatedSource', eventSource),
  13: single('deprecatedFirstTimestamp', time),
  14: single('deprecatedLastTimestamp', time),
  15: single('deprecatedCount', whole),
};
