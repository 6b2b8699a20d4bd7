import type { Json, JsonObject } from '@ectropy/sdk';
import type { Document } from '../api/document.ts';

/** A document as it belongs into a file: without what the server alone writes. */
export function declaredPart({ apiVersion, kind, metadata, spec = {} }: Document): JsonObject {
  const { name, namespace, labels, annotations } = metadata;
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(labels && Object.keys(labels).length > 0 && { labels: labels as Json }),
      ...(annotations && Object.keys(annotations).length > 0 && { annotations: annotations as Json }),
    },
    spec,
  };
}
