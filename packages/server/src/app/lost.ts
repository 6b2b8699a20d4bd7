/** What a service has no more although others here still depend on it: nobody sees it, and those who depend on it wait. */
import type { Resource } from '../core/resource.ts';
import type { Deps } from './deps.ts';

export const lost = (row: Resource): Resource => ({
  ...row,
  state: {
    status: 'failed',
    goal: 'present',
    memo: null,
    attempt: 0,
    output: null,
    problem: {
      code: 'not_found',
      message: 'the service that holds it does not have it any more',
      hint: 'make it there again, or let nothing depend on it',
    },
  },
});

/** Rows of such kinds fail for no other reason. */
export const isLost = ({ kind, state }: Resource, { kinds }: Pick<Deps, 'kinds'>): boolean =>
  state.status === 'failed' && kinds.find(kind)?.backend === 'accessor';
