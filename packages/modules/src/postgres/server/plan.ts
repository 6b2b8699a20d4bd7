import { isDeepStrictEqual } from 'node:util';
import { refuse, type Intent, type Plan, type Subject } from '@ectropy/sdk';
import { addressOf } from '../connection.ts';
import { refused } from '../refused.ts';
import { connectionFrom, specProblems, type ServerMemo, type ServerSpec } from './spec.ts';

type ServerPlan = Plan<ServerSpec, ServerMemo>;

/** The server is not ours: it is asked, never made or dropped. */
export function plan(subject: Subject<ServerSpec>, intent: Intent<ServerSpec>): ServerPlan {
  switch (intent.type) {
    case 'create':
    case 'adopt':
      return check(intent.spec);
    case 'update':
      return isDeepStrictEqual(connectionFrom(intent.spec), connectionFrom(subject.spec)) ? { type: 'noop' } : check(intent.spec);
    case 'correct':
      return check(subject.spec, { todo: 'check', misses: 0 });
    case 'delete':
      return { type: 'settle', spec: subject.spec, output: null, summary: ['forget the server; nothing on it is touched'] };
    case 'act':
      return refuse({ code: 'unsupported', message: `a postgres_server has no action ${intent.action}` });
  }
}

function check(spec: ServerSpec, memo: ServerMemo = { todo: 'check' }): ServerPlan {
  const connection = connectionFrom(spec);
  const summary = [`connect to ${addressOf(connection)} as ${connection.user}, and write nothing`];
  return refused(specProblems(spec)) ?? { type: 'change', spec, memo, summary, unknown: [['output', 'version']] };
}
