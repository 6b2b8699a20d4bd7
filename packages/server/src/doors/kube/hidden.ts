/** Secrets in every version: they are named by their places in the hub version, so they are hidden and restored there. */
import { isObject, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import type { Draft } from '../../app/app.ts';
import type { Resource } from '../../core/resource.ts';
import { conceal, concealIn, secretsOf } from '../../core/secrets.ts';
import type { Registered, Version } from '../../hub/registered.ts';
import { redact, restore } from '../v1beta1/secrets.ts';

export const hidden = (resource: Resource, { kind }: Registered): Resource => ({ ...resource, spec: redact(resource.spec, kind) });

/** What was sent, with the values that the sender was not shown. */
export function revealed(
  { dependencies, sharing, ...own }: JsonObject,
  current: Resource | undefined,
  { kind }: Registered,
  { convert }: Version,
): JsonObject {
  const reserved = { ...(dependencies !== undefined && { dependencies }), ...(sharing !== undefined && { sharing }) };
  if (!convert) return { ...(restore(own, current?.spec, kind) as JsonObject), ...reserved };
  const hub = attempt(() => convert.toHub(own));
  return hub === undefined
    ? { ...own, ...reserved }
    : { ...(convert.fromHub(restore(hub, current?.spec, kind)) as JsonObject), ...reserved };
}

/** What cannot be read is told later, with its path. */
function attempt(read: () => Json): Json | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProblemError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const COPY = 'kubectl.kubernetes.io/last-applied-configuration';

/** kubectl keeps a copy of what it sent in an annotation, which is stored and shown: without the secrets in it (L11). */
export function withoutCopies(draft: Draft, { kind }: Registered): Draft {
  const copy = draft.annotations[COPY];
  if (copy === undefined) return draft;
  const secrets = secretsOf([draft.spec], kind);
  const sent = attempt(() => JSON.parse(copy) as Json);
  const shown = sent === undefined ? conceal(copy, secrets) : `${JSON.stringify(concealIn(redactSpec(sent, kind), secrets))}\n`;
  return { ...draft, annotations: { ...draft.annotations, [COPY]: shown } };
}

const redactSpec = (sent: Json, kind: Registered['kind']): Json =>
  isObject(sent) && sent.spec !== undefined ? { ...sent, spec: redact(sent.spec, kind) } : sent;
