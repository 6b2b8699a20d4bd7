/** Field numbers of what all objects share. */
import { kept, list, map, message, single, type Table } from './message.ts';
import { embeddedJson, flag, time, whole } from './shape.ts';

const ownerReference = message({
  1: single('kind'),
  3: single('name'),
  4: single('uid'),
  5: single('apiVersion'),
  6: kept('controller', flag),
  7: kept('blockOwnerDeletion', flag),
});

const managedFields = message({
  1: single('manager'),
  2: single('operation'),
  3: single('apiVersion'),
  4: single('time', time),
  6: single('fieldsType'),
  7: single('fieldsV1', embeddedJson),
  8: single('subresource'),
});

export const objectMeta = message({
  1: single('name'),
  2: single('generateName'),
  3: single('namespace'),
  4: single('selfLink'),
  5: single('uid'),
  6: single('resourceVersion'),
  7: single('generation', whole),
  8: single('creationTimestamp', time),
  9: single('deletionTimestamp', time),
  10: kept('deletionGracePeriodSeconds', whole),
  11: map('labels'),
  12: map('annotations'),
  13: list('ownerReferences', ownerReference),
  14: list('finalizers'),
  17: list('managedFields', managedFields),
});

export const deleteOptions: Table = {
  1: kept('gracePeriodSeconds', whole),
  2: single('preconditions', message({ 1: kept('uid'), 2: kept('resourceVersion') })),
  3: kept('orphanDependents', flag),
  4: kept('propagationPolicy'),
  5: list('dryRun'),
};

export const labelRequirement = message({ 1: single('key'), 2: single('operator'), 3: list('values') });

export const objectReference = message({
  1: single('kind'),
  2: single('namespace'),
  3: single('name'),
  4: single('uid'),
  5: single('apiVersion'),
  6: single('resourceVersion'),
  7: single('fieldPath'),
});
