/** A request that the API takes, before it is written in one of the dialects. */
import type { JsonObject } from '@ectropy/sdk';
import type { Entry } from './entry.ts';
import { rootOf } from './groups.ts';
import type { ParameterUse } from './parameters.ts';

export interface Answer {
  readonly description: string;
  readonly media: string;
  /** In the words of JSON schema; references lead to components. */
  readonly schema: JsonObject;
}

export interface Operation {
  readonly method: 'get' | 'put' | 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated: boolean;
  /** What Kubernetes calls it. */
  readonly action: string;
  readonly gvk: { readonly group: string; readonly version: string; readonly kind: string };
  readonly query: readonly ParameterUse[];
  readonly body?: { readonly media: readonly string[]; readonly schema: JsonObject; readonly required: boolean };
  readonly answers: Readonly<Record<string, Answer>>;
  readonly errors: readonly ErrorCode[];
}

export const errors = {
  400: 'The request cannot be understood.',
  403: 'Not allowed.',
  404: 'There is no such object, or no such kind.',
  409: 'It exists already, has been changed meanwhile, or somebody else manages the field.',
  410: 'That state is too old: list again.',
  415: 'The body is in a form that cannot be read here.',
  422: 'The object is not valid; `details.causes` has every problem with its path.',
  429: 'Too many requests; `Retry-After` says when to come again.',
  500: 'Our mistake; the log has it under the request id.',
  503: 'Not now; `Retry-After` says when to come again.',
} as const;

export type ErrorCode = keyof typeof errors;

export const reading: readonly ErrorCode[] = [400, 403, 404, 410, 429, 500, 503];
export const writing: readonly ErrorCode[] = [400, 403, 404, 409, 415, 422, 429, 500, 503];

export const JSON_BODY = ['application/json', 'application/yaml'] as const;
export const PATCHES = ['application/merge-patch+json', 'application/json-patch+json', 'application/apply-patch+yaml'] as const;
/** What every write can be told. `kubectl` looks for `fieldValidation` to know that it need not validate by itself. */
export const written = ['dryRun', 'fieldManager', 'fieldValidation'] as const;

/** `/apis/G/V/namespaces/{namespace}/files`. */
export const collectionPath = (entry: Entry): string =>
  `${rootOf(entry)}${entry.namespaced ? '/namespaces/{namespace}' : ''}/${entry.plural}`;

export const json = (description: string, schema: JsonObject): Answer => ({ description, media: 'application/json', schema });

export const describedAs = ({ deprecated }: Entry): { readonly deprecated: boolean; readonly description?: string } =>
  deprecated === undefined ? { deprecated: false } : { deprecated: true, description: deprecated };

/** Gives every operation an id that no other has: a kind `FileStatus` and the status of `File` would both be `getFileStatus`. */
export function withFreeId(operation: Operation, taken: Set<string>): Operation {
  let id = operation.id;
  for (let i = 2; taken.has(id); i++) id = `${operation.id}_${i}`;
  taken.add(id);
  return id === operation.id ? operation : { ...operation, id };
}
