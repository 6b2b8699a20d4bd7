import type { Artifact, Json, JsonObject, Path, Problem } from '@ectropy/sdk';
import type { Millis, State } from './state.ts';
import type { Identity, Urn } from './urn.ts';

/** The store's clock at the last write: one global, strictly increasing decimal number. */
export type Version = string & { readonly __brand: 'Version' };

export type Words = Readonly<Record<string, string>>;

export interface Condition {
  readonly type: 'Ready' | 'Synced' | 'Progressing' | 'Blocked' | 'Drifted' | 'Contested' | 'Paused';
  readonly status: 'True' | 'False' | 'Unknown';
  /** CamelCase, for machines. */
  readonly reason: string;
  /** One plain sentence, for people; the same from one sync to the next. */
  readonly message: string;
  readonly changedAt: Millis;
}

/** What a person declares about one resource. */
export interface Declared {
  readonly labels: Words;
  readonly annotations: Words;
  readonly spec: Json;
  /** Key to URN. */
  readonly dependencies: Readonly<Record<string, Urn>>;
  /** Who must let go before it may be deleted. */
  readonly finalizers?: readonly string[];
  /** What it belongs to: it is deleted when the last of them is gone. */
  readonly owners?: readonly Owner[];
  /** Its named files, by relative path. The content is stored once under its digest. */
  readonly artifacts?: Readonly<Record<string, Artifact>>;
  /** The projects besides its own that may see and use it; `*` stands for all of them. */
  readonly sharedWith?: readonly string[];
}

/** By identity and life: a later resource of the same name is another owner. */
export type Owner = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  /** The owner, deleted in the foreground, waits for this one. */
  readonly blocks?: boolean;
};

/** Who last set which fields, as Kubernetes writes it (`metadata.managedFields`). */
export type FieldManager = {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly time: string;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: JsonObject;
  readonly subresource?: string;
};

/** What is declared, with what the doors keep beside it. */
export interface Admitted extends Declared {
  /** The shape that `spec` was stored in, when its kind can change: an older one is read as the newest. */
  readonly shape?: string;
  readonly managed?: readonly FieldManager[];
  /** Where a synchronised document came from. Never shown unless asked for by whoever may. */
  readonly lineage?: string;
}

/** Secret values that cannot be opened now: a placeholder stands in their places, and no module is asked about the resource. */
export interface Unopened {
  readonly problem: Problem;
  /** As they are kept, to be written back as they are. */
  readonly values: readonly { readonly path: Path; readonly kept: Json }[];
}

/** One declared thing with all that is known about it. Plain JSON. */
export interface Resource extends Identity, Admitted {
  readonly urn: Urn;
  /** Tells this life of the name from an earlier one. Stays inside. */
  readonly uid: string;
  /** Grows with every change of what is declared. */
  readonly revision: number;
  /** Grows with every change of `spec` or `dependencies`. */
  readonly generation: number;
  /** The newest generation that was brought about. */
  readonly observedGeneration: number;
  /** Grows with every plan and every step: the fence towards the world outside. */
  readonly move: number;
  /** The store's clock when this life of the name began, for whoever works on it. Never stored here. */
  readonly born?: number;
  readonly version: Version;
  readonly createdAt: Millis;
  readonly createdBy: string;
  readonly updatedAt: Millis;
  readonly updatedBy: string;
  readonly deletionRequestedAt?: Millis;
  readonly state: State;
  readonly conditions: readonly Condition[];
  /** When each drifted path was corrected to the same value during the last hour. */
  readonly corrections: Readonly<Record<string, readonly Millis[]>>;
  /** W3C trace context of the request that the present work belongs to. */
  readonly trace?: string;
  /** Only while its secrets cannot be read. Never stored. */
  readonly unopened?: Unopened;
}

/** Deleted in the foreground: what belongs to it goes first. */
export const FOREGROUND = 'foregroundDeletion';

/** Whose finalizers somebody outside has to remove; the others are the engine's own. */
export const holdersOf = ({ finalizers = [] }: Pick<Declared, 'finalizers'>): readonly string[] =>
  finalizers.filter((finalizer) => finalizer !== FOREGROUND);

/** Whether whoever stands in the project may see and use it. */
export const isSharedWith = ({ project: own, sharedWith = [] }: Pick<Resource, 'project' | 'sharedWith'>, project: string): boolean =>
  own === project || sharedWith.includes(project) || sharedWith.includes('*');

/** Of the server's own annotations, as they are stored; doors may show another one. */
export const OWN_PREFIX = 'ectropy.dev';

/** Where a synchronised document came from. Kept apart from the annotations, and never taken from a person. */
export const LINEAGE = `${OWN_PREFIX}/lineage`;

/** Policy is by annotation, so that it works at every door. */
export const annotations = {
  management: { key: `${OWN_PREFIX}/management`, values: ['full', 'observe', 'paused'] },
  deletion: { key: `${OWN_PREFIX}/deletion`, values: ['delete', 'orphan'] },
  drift: { key: `${OWN_PREFIX}/drift`, values: ['correct', 'report', 'ignore'] },
} as const;

type Policies = { readonly [P in keyof typeof annotations]: (typeof annotations)[P]['values'][number] };

/** What the annotations ask for; a value that admission would not have let in counts as the default. */
export function policyOf(resource: { readonly annotations: Words }): Policies {
  const read = <P extends keyof Policies>(name: P): Policies[P] => {
    const { key, values } = annotations[name];
    const found = (values as readonly string[]).find((value) => value === resource.annotations[key]);
    return (found ?? values[0]) as Policies[P];
  };
  return { management: read('management'), deletion: read('deletion'), drift: read('drift') };
}

/** R23: a pause is no part of a document; one that does not mention it leaves it until somebody resumes. */
export function stillPaused(declared: Words, current: Pick<Resource, 'annotations'> | undefined): Words {
  const { key } = annotations.management;
  const isPaused = current !== undefined && policyOf(current).management === 'paused';
  return isPaused && !Object.hasOwn(declared, key) ? { ...declared, [key]: 'paused' } : declared;
}

/** R23: what an earlier document was declared under, for whoever declares it again. */
export function unpaused(declared: Words): Words {
  const { [annotations.management.key]: management, ...others } = declared;
  return management === 'paused' ? others : declared;
}
