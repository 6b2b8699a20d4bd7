import type { JsonObject } from '@ectropy/sdk';
import { NO_PROJECT, parseUrn, type Urn } from '../../core/urn.ts';
import type { KubeDeps } from './ask.ts';

/** A resource as clients name it, with the plural that stands in paths, so that nobody has to read URNs. */
export function referenceOf(urn: Urn, { kinds }: Pick<KubeDeps, 'kinds'>): JsonObject {
  const { kind = '', project = NO_PROJECT, name = '' } = parseUrn(urn) ?? {};
  const registered = kinds.find(kind);
  return {
    apiVersion: registered ? kinds.scheme.apiVersionOf(registered.kind) : '',
    kind: registered?.names.kind ?? kind,
    ...(project !== NO_PROJECT && { namespace: project }),
    name,
    resource: registered?.names.plural ?? '',
  };
}
