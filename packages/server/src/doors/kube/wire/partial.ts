/** Objects of which only the metadata is told, for clients that follow many kinds. */
import type { Json, JsonObject } from '@ectropy/sdk';

export type MetaVersion = 'v1' | 'v1beta1';

export const partialOf = (object: JsonObject, version: MetaVersion = 'v1'): JsonObject => ({
  kind: 'PartialObjectMetadata',
  apiVersion: `meta.k8s.io/${version}`,
  metadata: object.metadata ?? {},
});

/** `metadata` is that of the list: its version and where it goes on. */
export const partialListOf = (items: readonly JsonObject[], metadata: Json, version: MetaVersion = 'v1'): JsonObject => ({
  kind: 'PartialObjectMetadataList',
  apiVersion: `meta.k8s.io/${version}`,
  metadata,
  items: items.map((item) => partialOf(item, version)),
});
