/** What the native API answers with, as far as the command reads it. */
import { isObject, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import { notEctropy } from './not-ectropy.ts';

export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

export interface Status {
  readonly phase?: string;
  readonly observedGeneration?: number;
  readonly conditions?: readonly Condition[];
  readonly output?: Json;
  readonly progress?: string;
  readonly attempt?: number;
  readonly nextAttemptAt?: string;
  readonly blockedBy?: readonly { readonly urn: string; readonly as: string; readonly status: string }[];
  readonly problem?: { readonly code: string; readonly message: string; readonly hint?: string };
  readonly drift?: readonly string[];
  readonly looking?: boolean;
}

export interface Document {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata;
  readonly spec?: JsonObject;
  readonly status?: Status;
}

/** Sound because the server publishes these shapes; what is not even an object with a name is somebody else's answer. */
export function documentOf(value: Json): Document {
  if (isObject(value) && isObject(value.metadata) && typeof value.metadata.name === 'string') return value as unknown as Document;
  throw new ProblemError({ code: 'internal', message: 'the server answered with something that is no resource' });
}

/** Of a list; what is no list is somebody else's answer. */
export function itemsOf(value: Json): readonly Json[] {
  if (isObject(value) && Array.isArray(value.items)) return value.items as readonly Json[];
  throw notEctropy('no list');
}

/** `CloudServer/web-1`. */
export const titleOf = ({ kind, metadata }: Pick<Document, 'kind' | 'metadata'>): string => `${kind}/${metadata.name}`;
