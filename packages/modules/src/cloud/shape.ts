import type { JsonObject, Problem, Subject } from '@ectropy/sdk';
import type { CloudObject, FieldType } from './object.ts';
import type { CommonSpec } from './spec.ts';

/** One kind of thing in the cloud, as data: what `sync`, `observe` and `find` have to know of it. */
export interface Shape<Spec extends CommonSpec> {
  readonly collection: 'networks' | 'servers' | 'disks';
  /** What people call one of them. */
  readonly noun: string;
  /** What the cloud must say of each. */
  readonly fields: Readonly<Record<string, FieldType>>;
  /** Fields that specs call otherwise. */
  readonly words?: Readonly<Record<string, string>>;
  /** Keys of dependencies whose ids are sent. */
  readonly links: readonly string[];
  /** What is declared and said once, in the cloud's words; ids that are not known yet are left out. */
  fixed(subject: Subject<Spec>): JsonObject;
  /** What is declared and can be changed in place. */
  open(subject: Subject<Spec>): JsonObject;
  /** What other resources see of one that is ready. */
  output(object: CloudObject): JsonObject;
  /** What somebody would have declared to get this. */
  declared(object: CloudObject, common: CommonSpec): Spec;
  /** Why this object cannot be brought to what is declared. */
  obstacle?(object: CloudObject, subject: Subject<Spec>): Problem | undefined;
}
