import type { Verb } from './ask.ts';
import { readUrn } from './common.ts';
import { mutation, readCaller, readExpected } from './headers.ts';

/** DELETE /resources/{urn}: asks for the deletion, which goes on by itself; also while earlier work is under way. */
export const remove: Verb = async (ask, { app }) => {
  const { urn } = readUrn(ask);
  const caller = readCaller(ask, 'optional');
  const options = mutation(ask, caller);
  const expected = readExpected(ask);
  ask.faults.check();

  await app.remove([{ urn, ...expected }], caller, options);
  return { json: {} };
};
