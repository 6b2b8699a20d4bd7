import type { Json } from '@ectropy/sdk';
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
}

/** One declared thing with all that is known about it. Plain JSON. */
export interface Resource extends Identity, Declared {
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
  readonly version: Version;
  readonly createdAt: Millis;
  readonly createdBy: string;
  readonly updatedAt: Millis;
  readonly updatedBy: string;
  readonly deletionRequestedAt?: Millis;
  readonly state: State;
  readonly conditions: readonly Condition[];
  /** When each drifted path was corrected during the last hour. */
  readonly corrections: Readonly<Record<string, readonly Millis[]>>;
  /** W3C trace context of the request that the present work belongs to. */
  readonly trace?: string;
}

const PREFIX = 'ectropy.dev';

/** Policy is by annotation, so that it works at every door. */
export const annotations = {
  management: { key: `${PREFIX}/management`, values: ['full', 'observe', 'paused'] },
  deletion: { key: `${PREFIX}/deletion`, values: ['delete', 'orphan'] },
  drift: { key: `${PREFIX}/drift`, values: ['correct', 'report', 'ignore'] },
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
