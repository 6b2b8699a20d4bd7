/** What can go wrong, and how each door and the command say it. */
import { exitOf, exits } from '../../packages/cli/src/exit.ts';
import { type ProblemCode, ProblemError, retryable } from '../../packages/sdk/src/index.ts';
import { statusOf } from '../../packages/server/src/doors/kube/wire/status.ts';
import { errorBody, render } from '../../packages/server/src/doors/v1beta1/problem.ts';
import { code as shown, prose, table } from './markdown.ts';

const meanings = {
  invalid: 'What was sent is not valid. Every problem is told at once, each with its path and what to do.',
  denied: 'The caller may not do that.',
  not_found: 'There is no such thing.',
  exists: 'Something of that name exists already.',
  expired: 'The version, page or plan is too old; read again.',
  too_large: 'More than the server takes in one piece.',
  unsupported: 'The kind or the server cannot do that.',
  cancelled: 'Somebody cancelled the work.',
  conflict: 'Somebody else was faster, or others depend on it; read again and repeat.',
  limited: 'Too much at once, or a quota of the world outside; later, or with a larger quota.',
  unavailable: 'Something that is needed cannot be reached now.',
  internal: 'A fault of the server; its log has the cause under the request id.',
} as const satisfies Record<ProblemCode, string>;

export function errorsReference(): string {
  const rows = (Object.keys(retryable) as ProblemCode[]).map((code) => {
    const { code: status, body } = statusOf({ problems: [{ code, message: '' }] });
    return [
      shown(code),
      prose(meanings[code]),
      retryable[code] ? 'yes' : 'no',
      `${status} ${body.reason}`,
      ancestral(code),
      String(exits[exitOf(new ProblemError({ code, message: '' }))].code),
    ];
  });
  return [
    '# Errors',
    '',
    'Written by `npm run reference`. An error is a problem: a code, one plain sentence, the path of what is wrong, and a hint. Each door says it in its own form:',
    '',
    '- The native API answers with a Kubernetes `Status`. A problem at a path of a document is `422 Invalid`, with one cause per problem.',
    '- The API of the ancestor, `v1beta1`, answers with the code of gRPC, and a message that begins with its own word.',
    '- The command prints the sentence and the hint, with the place in the file, and ends with an [exit code](commands.md#exit-codes).',
    '- A resource that has met one shows it in `status.problem`; workers try again where that may help.',
    '',
    table(['Code', 'Meaning', 'Tried again', 'Native API', '`v1beta1`', 'Exit code'], rows),
  ].join('\n');
}

function ancestral(code: ProblemCode): string {
  const refusal = { problems: [{ code, message: '' }] } as const;
  const body = errorBody(refusal);
  return `${render(refusal).status} ${shown(body.message.split(':')[0] ?? '')}, gRPC ${body.code}`;
}
