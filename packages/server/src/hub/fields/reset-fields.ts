import type { JsonObject } from '@ectropy/sdk';

/** Which part of the document an endpoint writes: `rest` is all but the status. */
export type Part = 'whole' | 'rest' | 'status';

export const partOf = (subresource: string | undefined, wholeDocument = false): Part => {
  if (subresource === 'status') return 'status';
  return wholeDocument ? 'whole' : 'rest';
};

/** What the endpoint takes from a document that is sent to it; the other part is as it was. */
export function taken(part: Part, sent: JsonObject, live: JsonObject): JsonObject {
  if (part === 'whole') return sent;
  const [from, base] = part === 'status' ? [sent, live] : [live, sent];
  const { status: _, ...rest } = base;
  return Object.hasOwn(from, 'status') ? { ...rest, status: from.status ?? null } : rest;
}

/** What somebody can own through the endpoint. */
export function appliedPart(part: Part, { status, ...rest }: JsonObject): JsonObject {
  if (part === 'rest' || status === undefined) return part === 'status' ? identityOf(rest) : rest;
  return part === 'whole' ? { ...rest, status } : { ...identityOf(rest), status };
}

const identityOf = ({ apiVersion, kind }: JsonObject): JsonObject => ({ apiVersion: apiVersion ?? null, kind: kind ?? null });
