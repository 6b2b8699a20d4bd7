/** A protobuf body of Kubernetes: four bytes of magic, then an envelope that says which kind the bytes inside are. */
import type { JsonObject } from '@ectropy/sdk';
import { parseJson } from '../../../http/json.ts';
import { unsupportedMediaType } from '../refused.ts';
import { configMap, coreEvent, event, lease, namespace, secret, serviceAccount } from './core.ts';
import { readMessage, type Table } from './message.ts';
import { deleteOptions } from './meta.ts';
import {
  selfSubjectAccessReview,
  selfSubjectReview,
  selfSubjectRulesReview,
  subjectAccessReview,
  tokenRequest,
  tokenReview,
} from './reviews.ts';
import { decodeText } from './shape.ts';
import { malformed, wireFields } from './wire-fields.ts';

const tables: ReadonlyMap<string, Table> = new Map([
  ['v1/Namespace', namespace],
  ['v1/ConfigMap', configMap],
  ['v1/Secret', secret],
  ['v1/ServiceAccount', serviceAccount],
  ['v1/Event', coreEvent],
  ['events.k8s.io/v1/Event', event],
  ['coordination.k8s.io/v1/Lease', lease],
  ['authorization.k8s.io/v1/SelfSubjectAccessReview', selfSubjectAccessReview],
  ['authorization.k8s.io/v1/SubjectAccessReview', subjectAccessReview],
  ['authorization.k8s.io/v1/LocalSubjectAccessReview', subjectAccessReview],
  ['authorization.k8s.io/v1/SelfSubjectRulesReview', selfSubjectRulesReview],
  ['authentication.k8s.io/v1/SelfSubjectReview', selfSubjectReview],
  ['authentication.k8s.io/v1/TokenReview', tokenReview],
  ['authentication.k8s.io/v1/TokenRequest', tokenRequest],
]);

/** Options are encoded in the group of the kind that they are sent for. */
const tableOf = (apiVersion: string, kind: string): Table | undefined =>
  kind === 'DeleteOptions' ? deleteOptions : tables.get(`${apiVersion}/${kind}`);

const magic = Buffer.from('k8s\0');

/** What comes out obeys the same laws as any JSON that the doors take in. */
export function decodeProtobuf(bytes: Uint8Array): JsonObject {
  if (bytes.length < magic.length || !magic.equals(bytes.subarray(0, magic.length)))
    throw malformed('it does not begin with "k8s" and a zero');
  const { apiVersion, kind, raw } = openEnvelope(bytes.subarray(magic.length));
  const table = tableOf(apiVersion, kind);
  if (!table)
    throw unsupportedMediaType(['application/json', 'application/yaml'], `${JSON.stringify(kind.slice(0, 60))} cannot be sent as protobuf`);
  return parseJson(JSON.stringify({ apiVersion, kind, ...readMessage(table, raw) })) as JsonObject;
}

interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
}

function openEnvelope(bytes: Uint8Array): Envelope {
  const parts = new Map<number, Uint8Array>();
  for (const field of wireFields(bytes)) if (field.wire === 2) parts.set(field.number, field.value);
  const part = (number: number): Uint8Array => parts.get(number) ?? new Uint8Array();
  // The bytes inside may be compressed, or of another type; no client does that, and nothing here undoes it.
  if (part(3).length > 0 || part(4).length > 0) throw unsupportedMediaType(['application/json', 'application/yaml']);
  const type = new Map<number, string>();
  for (const field of wireFields(part(1))) if (field.wire === 2) type.set(field.number, decodeText(field.value));
  return { apiVersion: type.get(1) ?? '', kind: type.get(2) ?? '', raw: part(2) };
}
