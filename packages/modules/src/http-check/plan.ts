import { isDeepStrictEqual } from 'node:util';
import { refuse, type Intent, type Plan, type Subject } from '@ectropy/sdk';
import { faultsOf } from './faults.ts';
import { nameOf, type HttpCheckMemo, type HttpCheckSpec } from './spec.ts';

type CheckPlan = Plan<HttpCheckSpec, HttpCheckMemo>;

export function plan(subject: Subject<HttpCheckSpec>, intent: Intent<HttpCheckSpec>): CheckPlan {
  switch (intent.type) {
    case 'create':
    case 'adopt':
      return ask(intent.spec);
    case 'update':
      return isDeepStrictEqual(intent.spec, subject.spec) ? { type: 'noop' } : ask(intent.spec);
    case 'correct':
      return ask(subject.spec);
    case 'delete':
      return { type: 'settle', spec: subject.spec, output: null, summary: [`ask ${subject.spec.url} no more`] };
    case 'act':
      return refuse({ code: 'unsupported', message: `an http_check has no action ${intent.action}` });
  }
}

function ask(spec: HttpCheckSpec): CheckPlan {
  const [first, ...more] = faultsOf(spec);
  if (first) return refuse(first, ...more);
  const unknown = [['output', 'status']];
  return { type: 'change', spec, memo: { misses: 0 }, summary: [`ask ${nameOf(spec)} until it answers as declared`], unknown };
}
