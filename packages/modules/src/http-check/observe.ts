import type { Host, Observation, Subject } from '@ectropy/sdk';
import { ask } from './ask.ts';
import type { HttpCheckSpec } from './spec.ts';
import { verdictOf } from './verdict.ts';

/** A look is the same question. What differs is drift; its correction is to ask until it is right again. */
export async function observe({ spec }: Subject<HttpCheckSpec>, host: Host): Promise<Observation> {
  const { expected, actual, output } = verdictOf(spec, await ask(spec, host));
  return { exists: true, expected, actual, output };
}
