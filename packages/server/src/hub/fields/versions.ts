import type { JsonObject } from '@ectropy/sdk';
import type { FieldType } from './field-type.ts';

/** The versions of a kind in which managers may own fields. */
export interface Versions {
  /** Nothing for a version that is not known any more: what was owned in it is owned by nobody. */
  type(apiVersion: string): FieldType | undefined;
  /** The document tells by its `apiVersion` which version it is of. Parts of it may be missing: what was dropped is taken out bit by bit. */
  convert(document: JsonObject, apiVersion: string): JsonObject;
}

/** Where only one version matters: what was owned in another is taken as it is. */
export const oneVersion = (type: FieldType): Versions => ({ type: () => type, convert: (document) => document });
