import { refuse, type Problem, type Problems } from '@ectropy/sdk';

/** A refusal with all that is wrong, or nothing if nothing is. */
export function refused([first, ...more]: readonly Problem[]): { readonly type: 'refuse'; readonly problems: Problems } | undefined {
  return first && refuse(first, ...more);
}
