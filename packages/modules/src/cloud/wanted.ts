import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, ProblemError, type Subject } from '@ectropy/sdk';
import { nameOf } from './name.ts';
import type { CloudObject } from './object.ts';
import { withOwner, withoutOwner } from './owner.ts';
import type { Shape } from './shape.ts';
import { bondTo, type CommonSpec } from './spec.ts';

export const labelsOf = ({ labels = {} }: CommonSpec): Readonly<Record<string, string>> => labels;

/** All that a create says. */
export const createBody = <Spec extends CommonSpec>(shape: Shape<Spec>, subject: Subject<Spec>): JsonObject => ({
  name: nameOf(subject, subject.spec),
  ...shape.fixed(subject),
  ...updateBody(shape, subject),
});

/** All that can be changed, not only what differs: the same step says the same whatever it finds, so its key fits. */
export const updateBody = <Spec extends CommonSpec>(shape: Shape<Spec>, subject: Subject<Spec>): JsonObject => ({
  ...shape.open(subject),
  labels: withOwner(labelsOf(subject.spec), subject),
});

export const isAsFixed = <Spec extends CommonSpec>(shape: Shape<Spec>, object: CloudObject, subject: Subject<Spec>): boolean =>
  agrees(object.fields, shape.fixed(subject));

export const isAsDeclared = <Spec extends CommonSpec>(shape: Shape<Spec>, object: CloudObject, subject: Subject<Spec>): boolean =>
  agrees(object.fields, shape.open(subject)) && isDeepStrictEqual(withoutOwner(object.labels), { ...labelsOf(subject.spec) });

const agrees = (fields: JsonObject, wanted: JsonObject): boolean =>
  Object.entries(wanted).every(([key, value]) => isDeepStrictEqual(fields[key], value));

/** Before anything is sent, the ids of what it depends on must be known. */
export function demandLinks<Spec extends CommonSpec>({ links, noun }: Shape<Spec>, subject: Subject<Spec>): void {
  const unknown = links.find((key) => bondTo(subject, key).type === 'unknown');
  if (unknown === undefined) return;
  throw new ProblemError({
    code: 'unavailable',
    path: ['dependencies', unknown],
    message: `the ${unknown} of this ${noun} has no id yet`,
    hint: `wait until the ${unknown} is ready`,
  });
}
