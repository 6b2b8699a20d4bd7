/** The kinds themselves: what they are, their fields, what can be done with them. */
import type { Json, JsonObject } from '@ectropy/sdk';
import { ProblemError } from '@ectropy/sdk';
import type { Session } from '../session.ts';
import { itemsOf } from './document.ts';
import { findType } from './types.ts';

export interface KindVersion {
  readonly name: string;
  readonly apiVersion: string;
  readonly hub?: boolean;
  readonly served?: boolean;
  readonly deprecated?: string;
  readonly schema: JsonObject;
  readonly statusSchema?: JsonObject;
}

export interface KindSpec {
  readonly description: string;
  readonly group: string;
  readonly apiVersion: string;
  readonly scope: 'Project' | 'Cluster';
  readonly backend: string;
  readonly definition?: string;
  readonly names: {
    readonly kind: string;
    readonly singular: string;
    readonly plural: string;
    readonly short: readonly string[];
    readonly categories: readonly string[];
  };
  readonly versions: readonly KindVersion[];
  readonly needs?: Readonly<Record<string, { readonly kind: string; readonly description?: string; readonly optional?: boolean }>>;
  readonly actions?: Readonly<Record<string, { readonly description: string; readonly params?: JsonObject }>>;
  readonly createOnly?: readonly string[];
  readonly readOnly?: readonly string[];
  readonly secret?: readonly string[];
  readonly sets?: readonly string[];
  readonly shareable?: boolean;
  readonly rules?: readonly { readonly rule: string; readonly message?: string; readonly path?: string }[];
  readonly examples?: readonly JsonObject[];
  readonly capabilities: Readonly<Record<string, boolean>>;
}

/** Its name is the one that stands in URNs, and in what other kinds need. */
export interface Kind {
  readonly metadata: { readonly name: string };
  readonly spec: KindSpec;
}

export async function listKinds(session: Session): Promise<readonly Kind[]> {
  const group = (await session.types()).find(({ kind }) => kind === 'Project')?.group ?? 'core.ectropy.dev';
  return itemsOf(await session.api.call(`/apis/${group}/v1/kinds`)) as unknown as readonly Kind[];
}

/** By any of its names. */
export async function findKind(word: string, kinds: readonly Kind[], session: Session): Promise<Kind> {
  const named = kinds.find(({ metadata }) => metadata.name === word);
  if (named) return named;
  const type = findType(word, await session.types());
  const found = kinds.find(({ spec }) => spec.names.kind === type.kind && spec.group === type.group);
  if (found) return found;
  throw new ProblemError({
    code: 'unsupported',
    message: `${type.kind} is served here, but it is no kind of resource that can be declared`,
    hint: 'list the kinds with `ectropy kinds`',
  });
}

export const hubOf = ({ versions }: KindSpec): KindVersion =>
  versions.find(({ hub }) => hub) ?? versions[0] ?? { name: 'v1', apiVersion: '', schema: { type: 'object' } };

export const asJson = (kind: Kind): Json => kind as unknown as Json;
