/** What stands in requests and answers besides the objects themselves: Status, DeleteOptions, Patch, Scale. */
import type { JsonObject } from '@ectropy/sdk';
import { refTo } from './lift.ts';
import { flag, int32, int64, kindMark, listOf, metaName, metaRef, metaSchemas, object, text, typeFields } from './meta-schemas.ts';

const status = object(
  'What became of a request that does not answer with an object: every error, and some deletions.',
  {
    ...typeFields,
    metadata: metaRef('ListMeta'),
    status: text('`Success` or `Failure`.'),
    message: text('What happened, in a sentence.'),
    reason: text('What happened, in a word for machines: `NotFound`, `Conflict`, `Invalid`, …'),
    details: metaRef('StatusDetails'),
    code: int32('The HTTP status.'),
  },
  {
    ...kindMark('Status'),
    examples: [
      {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'namespaces "one" not found',
        reason: 'NotFound',
        details: { name: 'one', kind: 'namespaces' },
        code: 404,
      },
    ],
  },
);

const statusDetails = object('What a Status is about.', {
  name: text('The name of the object.'),
  group: text('The group of the object.'),
  kind: text('The kind of the object, or its plural.'),
  uid: text('The uid of the object.'),
  causes: listOf(metaRef('StatusCause'), 'Every single problem, with its path.'),
  retryAfterSeconds: int32('How long to wait before asking again.'),
});

const statusCause = object('One problem among those of a Status.', {
  reason: text('What is wrong, in a word for machines.'),
  message: text('What is wrong, in a sentence.'),
  field: text('Where: the path of the field, like `spec.brokers[0].host`.'),
});

const deleteOptions = object(
  'How to delete.',
  {
    ...typeFields,
    propagationPolicy: text('What becomes of the objects that belong to it: `Background`, `Foreground` or `Orphan`.'),
    preconditions: metaRef('Preconditions'),
    gracePeriodSeconds: int64('How many seconds the object may take to end.'),
    orphanDependents: flag('Older way to say `propagationPolicy: Orphan`.'),
    dryRun: listOf({ type: 'string' }, '`All`: answer as if it were done, and change nothing.'),
  },
  kindMark('DeleteOptions'),
);

const preconditions = object('What must hold for the request to be carried out.', {
  uid: text('The uid that the object must have.'),
  resourceVersion: text('The version that the object must have.'),
});

const scale = object(
  'The number of a resource that can be scaled.',
  {
    ...typeFields,
    metadata: metaRef('ObjectMeta'),
    spec: object('What is wanted.', { replicas: int32('How many there should be.') }),
    status: object('What is.', { replicas: int32('How many there are.'), selector: text('What selects them, as a query.') }),
  },
  kindMark('Scale', 'autoscaling', 'v1'),
);

export const SCALE = 'io.k8s.api.autoscaling.v1.Scale';
export const ANYTHING = metaName('Anything');

/** Every component that the kinds may refer to. */
export const sharedSchemas: JsonObject = {
  ...metaSchemas,
  [metaName('Status')]: status,
  [metaName('StatusDetails')]: statusDetails,
  [metaName('StatusCause')]: statusCause,
  [metaName('DeleteOptions')]: deleteOptions,
  [metaName('Preconditions')]: preconditions,
  [metaName('Patch')]: {
    type: 'object',
    description: 'A part of an object to merge or to apply; for `application/json-patch+json` a list of operations.',
    additionalProperties: true,
  },
  [ANYTHING]: { type: 'object', description: 'An object of any form.', additionalProperties: true },
  [SCALE]: scale,
};

export const sharedNames: ReadonlySet<string> = new Set(Object.keys(sharedSchemas));

export const anything: JsonObject = refTo(ANYTHING);
