import { ProblemError } from '@ectropy/sdk';
import type { Caller } from './app.ts';
import type { Authorise, Verb } from './deps.ts';

export const allowAll: Authorise = () => undefined;

export function demand(authorise: Authorise, caller: Caller, verb: Verb, target: Parameters<Authorise>[2]): void {
  const problem = authorise(caller, verb, target);
  if (problem) throw new ProblemError(problem);
}
