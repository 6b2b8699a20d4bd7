/** Secrets in every version: they are named by their places in the hub version, so they are hidden and restored there. */
import { type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import type { Resource } from '../../core/resource.ts';
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
function attempt(convert: () => Json): Json | undefined {
  try {
    return convert();
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}
