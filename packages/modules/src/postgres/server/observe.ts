import type { Host, Observation, Subject } from '@ectropy/sdk';
import { check } from './check.ts';
import { outputOf, type ServerSpec } from './spec.ts';

/** There is nothing to correct at a server of others: it can be worked on, or a problem says why not. */
export async function observe({ spec }: Subject<ServerSpec>, host: Host): Promise<Observation> {
  const { version, superuser } = await check(spec, host);
  return { exists: true, actual: { version, superuser }, expected: {}, output: outputOf(spec, version) };
}
