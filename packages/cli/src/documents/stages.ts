/** A kind must be known before its resources can be planned. */
import { isObject } from '@ectropy/sdk';
import { type ResourceType, typeOfDocument } from '../api/types.ts';
import type { PlacedDocument } from './read.ts';

const definitions = new Set(['KindDefinition', 'CustomResourceDefinition']);

const definedKind = ({ value: { spec } }: PlacedDocument): unknown =>
  isObject(spec) && isObject(spec.names) ? spec.names.kind : undefined;

/** All at once, unless some are of kinds that others of them define: then the definitions go first. */
export function inStages(documents: readonly PlacedDocument[], types: readonly ResourceType[]): readonly (readonly PlacedDocument[])[] {
  const defining = documents.filter(({ value }) => definitions.has(value.kind));
  const defined = new Set(defining.map(definedKind));
  const waits = documents.some(({ value }) => defined.has(value.kind) && !typeOfDocument(value, types));
  return waits ? [defining, documents.filter((document) => !defining.includes(document))] : [documents];
}
