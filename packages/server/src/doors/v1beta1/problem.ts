/** Problems as the ancestor's clients read them: `{ code, message, details }`. */
import { type Path, type Problem, type ProblemCode, ProblemError, type Problems, showPath } from '@ectropy/sdk';
import { type Refusal, type Render, retryHeaders, statusOf } from '../http/refusal.ts';

/** The ancestor's string codes, completed, and the gRPC codes that go with them. */
const codes = {
  invalid: { text: 'bad_request', grpc: 3 },
  denied: { text: 'denied', grpc: 7 },
  not_found: { text: 'not_found', grpc: 5 },
  exists: { text: 'conflict', grpc: 6 },
  expired: { text: 'expired', grpc: 11 },
  too_large: { text: 'too_large', grpc: 8 },
  unsupported: { text: 'unsupported', grpc: 3 },
  cancelled: { text: 'cancelled', grpc: 1 },
  conflict: { text: 'conflict', grpc: 10 },
  limited: { text: 'limited', grpc: 8 },
  unavailable: { text: 'unavailable', grpc: 14 },
  internal: { text: 'internal_error', grpc: 13 },
} as const satisfies Record<ProblemCode, { readonly text: string; readonly grpc: number }>;

const UNIMPLEMENTED = 12;

export const render: Render = (refusal) => ({
  status: statusOf(refusal),
  headers: { 'content-type': 'application/json; charset=utf-8', ...retryHeaders(refusal.problems), ...refusal.headers },
  body: JSON.stringify(errorBody(refusal)),
});

export function errorBody({ problems, status }: Refusal) {
  const { text, grpc } = codes[problems[0].code];
  return {
    code: status === 405 ? UNIMPLEMENTED : grpc,
    message: `${text}: ${problems.map(sentence).join('; ')}`,
    details: details(problems),
  };
}

/** Sentences that the ancestor's clients know word for word; each says itself what it is about. */
const wellKnown = /^(?:kind|value for|dependency|dependency key|action|resource with urn|module with urn) '/;

const sentence = ({ path, message }: Problem): string =>
  path?.length && !wellKnown.test(message) ? `${showPath(path)}: ${message}` : message;

/** The ancestor's `details` are always empty; ours are too, as long as there is nothing to add to the message. */
function details(problems: Problems) {
  if (problems.length === 1 && !problems[0].path?.length && !problems[0].hint) return [];
  return [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', field_violations: problems.map(violation) }];
}

const violation = ({ path, message, hint }: Problem) => ({
  field: showPath(path ?? []),
  description: hint ? `${message}; ${hint}` : message,
});

/** Where the parts of a request to a use case stand in the request that the caller sent. */
export type WirePaths = Readonly<Record<string, Path>>;

/** Runs a use case and gives its problems the paths that the caller knows. */
export async function atWirePaths<T>(paths: WirePaths, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const [first, ...rest] = error.problems;
    throw new ProblemError([moved(first, paths), ...rest.map((problem) => moved(problem, paths))], { cause: error });
  }
}

function moved(problem: Problem, paths: WirePaths): Problem {
  const [root = '', ...rest] = problem.path ?? [];
  const place = Object.hasOwn(paths, root) ? paths[root] : undefined;
  return place ? { ...problem, path: [...place, ...rest] } : problem;
}
