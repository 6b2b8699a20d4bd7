import type { Host, Observation, Subject } from '@ectropy/sdk';
import { isAway } from './away.ts';
import { check } from './check.ts';
import { outputOf, type ServerSpec } from './spec.ts';

const ANSWERS = 'as declared';

/** A server that has gone away has drifted: what depends on it waits, instead of failing at it one by one. */
export async function observe({ spec, output }: Subject<ServerSpec>, host: Host): Promise<Observation> {
  const expected = { answers: ANSWERS };
  try {
    const { version } = await check(spec, host);
    return { exists: true, actual: expected, expected, output: outputOf(spec, version) };
  } catch (error) {
    if (!isAway(error)) throw error;
    return { exists: true, actual: { answers: error.problem.message }, expected, output };
  }
}
