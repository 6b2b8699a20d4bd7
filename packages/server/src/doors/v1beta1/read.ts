import type { Verb } from './ask.ts';
import { kindOf, oneResource, readUrn } from './common.ts';
import { readCaller } from './headers.ts';
import { revisionToWire } from './to-wire.ts';

/** GET /resources/{urn}. */
export const get: Verb = async (ask, { app }) => {
  const { urn } = readUrn(ask);
  const caller = readCaller(ask, 'optional');
  ask.faults.check();
  return oneResource(app, await app.get(urn, caller));
};

/** GET /resources/{urn}/revisions: newest first. A resource that does not exist has no revisions to list: 404. */
export const revisions: Verb = async (ask, { app }) => {
  const { urn, kind } = readUrn(ask);
  const caller = readCaller(ask, 'optional');
  ask.faults.check();
  const found = await app.revisions(urn, caller);
  return { json: { revisions: found.map((revision) => revisionToWire(revision, kindOf(app, kind))) } };
};
