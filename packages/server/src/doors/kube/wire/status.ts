/** Problems as a Kubernetes Status: reason and causes for machines, a sentence for people. */
import type { Problem, ProblemCode, Problems } from '@ectropy/sdk';
import { type Render, retryHeaders } from '../../http/refusal.ts';
import { causeOf, withHint } from './cause.ts';
import { fieldOf } from './field.ts';
import type { About, Cause, KubeRefusal } from './refused.ts';

export interface Status {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: Readonly<Record<string, never>>;
  readonly status: 'Failure';
  readonly message: string;
  readonly reason: string;
  readonly details?: Details;
  readonly code: number;
}

interface Details {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly causes?: readonly Cause[];
  readonly retryAfterSeconds?: number;
}

interface Verdict {
  readonly code: number;
  readonly reason: string;
}

const invalidDocument: Verdict = { code: 422, reason: 'Invalid' };

/** What a problem of each code is, and what it is when it names a place in the document. */
const verdicts = {
  invalid: { plain: { code: 400, reason: 'BadRequest' }, inDocument: invalidDocument },
  denied: { plain: { code: 403, reason: 'Forbidden' } },
  not_found: { plain: { code: 404, reason: 'NotFound' }, inDocument: invalidDocument },
  exists: { plain: { code: 409, reason: 'AlreadyExists' } },
  conflict: { plain: { code: 409, reason: 'Conflict' } },
  cancelled: { plain: { code: 409, reason: 'Conflict' } },
  expired: { plain: { code: 410, reason: 'Expired' } },
  too_large: { plain: { code: 413, reason: 'RequestEntityTooLarge' } },
  unsupported: { plain: { code: 405, reason: 'MethodNotAllowed' } },
  limited: { plain: { code: 429, reason: 'TooManyRequests' } },
  internal: { plain: { code: 500, reason: 'InternalError' } },
  unavailable: { plain: { code: 503, reason: 'ServiceUnavailable' } },
} as const satisfies Record<ProblemCode, { readonly plain: Verdict; readonly inDocument?: Verdict }>;

/** For a refusal that demands its own HTTP status. */
const reasons: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  408: 'Timeout',
  409: 'Conflict',
  410: 'Expired',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

/** `about` is the target of the request, as far as it is known. */
export function statusOf(
  refused: KubeRefusal | Problems,
  about?: About,
): { readonly code: number; readonly body: Status; readonly headers: Readonly<Record<string, string>> } {
  const refusal: KubeRefusal = 'problems' in refused ? refused : { problems: refused };
  const target = refusal.about ?? about;
  const { code, reason } = verdictOf(refusal);
  const causes = refusal.causes ?? causesOf(reason, refusal.problems);
  const details = detailsOf(reason, target, causes, refusal.problems);
  const body: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: refusal.said ?? messageOf(reason, refusal.problems, target),
    reason,
    ...(Object.keys(details).length > 0 && { details }),
    code,
  };
  return { code, body, headers: { ...retryHeaders(refusal.problems), ...refusal.headers } };
}

/** For what is refused before the target of the request is known. */
export const render: Render = (refusal) => {
  const { code, body, headers } = statusOf(refusal);
  return { status: code, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
};

function verdictOf({ problems, status }: KubeRefusal): Verdict {
  if (status !== undefined) return { code: status, reason: reasons[status] ?? (status >= 500 ? 'InternalError' : 'BadRequest') };
  const verdict: { readonly plain: Verdict; readonly inDocument?: Verdict } = verdicts[problems[0].code];
  return (problems.some(({ path }) => path?.length) ? verdict.inDocument : undefined) ?? verdict.plain;
}

const causesOf = (reason: string, problems: Problems): readonly Cause[] => {
  if (reason === 'Invalid') return problems.map(causeOf);
  if (reason !== 'Conflict') return [];
  return problems.flatMap((problem) =>
    problem.path?.length ? [{ reason: 'FieldManagerConflict', message: withHint(problem), field: `.${fieldOf(problem.path)}` }] : [],
  );
};

function detailsOf(reason: string, about: About | undefined, causes: readonly Cause[], problems: Problems): Details {
  const seconds = retryHeaders(problems)['retry-after'];
  const kind = reason === 'Invalid' ? about?.kind : about?.resource;
  return {
    ...(about?.name && { name: about.name }),
    ...(about?.group && { group: about.group }),
    ...(kind && { kind }),
    ...(causes.length > 0 && { causes }),
    ...(seconds !== undefined && { retryAfterSeconds: Number(seconds) }),
  };
}

/** Only where there is a target can a sentence say what it is about. */
function messageOf(reason: string, problems: Problems, about: About | undefined): string {
  const sentences = problems.map(sentence);
  const text = sentences.join('; ');
  if (reason === 'Invalid') return invalidMessage(problems, about);
  if (reason === 'InternalError') return `Internal error occurred: ${text}`;
  if (!about?.name) return text;
  const name = `${qualified(about.resource, about.group)} ${JSON.stringify(about.name)}`;
  const [first] = problems;
  switch (reason) {
    case 'NotFound':
      return first.message.endsWith(' not found') ? hinted(`${name} not found`, first) : text;
    case 'AlreadyExists':
      return first.message.endsWith(' already exists') ? hinted(`${name} already exists`, first) : text;
    case 'Conflict':
      return `Operation cannot be fulfilled on ${name}: ${problems.some(isStale) ? modified : text}`;
    case 'Forbidden':
      return `${name} is forbidden: ${text}`;
    default:
      return text;
  }
}

const modified = 'the object has been modified; please apply your changes to the latest version and try again';

/** Somebody else was faster. */
const isStale = ({ code, message }: Problem): boolean =>
  code === 'conflict' && /^resource with urn '.*' (?:is at version .*, not at |keeps being changed by others)/.test(message);

const sentence = (problem: Problem): string =>
  problem.path?.length ? `${fieldOf(problem.path)}: ${withHint(problem)}` : withHint(problem);

const hinted = (message: string, problem: Problem): string => withHint({ ...problem, message });

function invalidMessage(problems: Problems, about: About | undefined): string {
  const errors = problems.map(causeOf).map(({ field, message }) => (field === '' ? message : `${field}: ${message}`));
  const list = errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`;
  return about
    ? `${qualified(about.kind, about.group)} ${JSON.stringify(about.name)} is invalid: ${list}`
    : `the document is invalid: ${list}`;
}

const qualified = (name: string, group: string): string => (group === '' ? name : `${name}.${group}`);
