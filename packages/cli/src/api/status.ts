/** A refusal of the server, as problems. */
import { isObject, type Json, type JsonObject, type Path, type Problem, type ProblemCode, ProblemError, type Problems } from '@ectropy/sdk';

const codes: Readonly<Record<string, ProblemCode>> = {
  BadRequest: 'invalid',
  Invalid: 'invalid',
  Unauthorized: 'denied',
  Forbidden: 'denied',
  NotFound: 'not_found',
  AlreadyExists: 'exists',
  Conflict: 'conflict',
  Expired: 'expired',
  Gone: 'expired',
  RequestEntityTooLarge: 'too_large',
  MethodNotAllowed: 'unsupported',
  NotAcceptable: 'unsupported',
  UnsupportedMediaType: 'unsupported',
  TooManyRequests: 'limited',
  ServiceUnavailable: 'unavailable',
  Timeout: 'unavailable',
  ServerTimeout: 'unavailable',
};

export function refusalOf(status: Json): ProblemError {
  const { message, reason, details } = isObject(status) ? status : {};
  const code = (typeof reason === 'string' && Object.hasOwn(codes, reason) ? codes[reason] : undefined) ?? 'internal';
  const causes = isObject(details) && Array.isArray(details.causes) ? (details.causes as readonly Json[]).filter(isObject) : [];
  const [first, ...more] = causes.filter(({ field }) => typeof field === 'string' && field !== '').map((cause) => causeOf(cause, code));
  const whole: Problem = { code, ...sentenceOf(typeof message === 'string' ? message.replace(preamble, '') : 'the server gave no reason') };
  const problems: Problems = first ? [first, ...more] : [whole];
  return new ProblemError(problems);
}

/** What Kubernetes clients expect before the sentence. */
const preamble = /^Operation cannot be fulfilled on \S+ "(?:[^"\\]|\\.)*": /;
const prefixes =
  /^(?:Invalid value|Required value|Forbidden|Duplicate value|Not found|Unsupported value|Too long|Too many|Internal error): /;

const causeOf = ({ field, message, reason }: JsonObject, code: ProblemCode): Problem => ({
  code: reason === 'FieldValueNotFound' ? 'not_found' : code,
  path: pathOf(String(field)),
  ...sentenceOf(String(message).replace(prefixes, '')),
});

/** To clients of Kubernetes the remedy is told in the same sentence. */
function sentenceOf(text: string): Pick<Problem, 'message' | 'hint'> {
  const [, message = text, hint] = /^(.*?[^;]); ([^;].*)$/s.exec(text) ?? [];
  return { message, ...(hint !== undefined && { hint }) };
}

/** `spec.documents[2].labels[a.b/c]` as a path; an odd key stands in brackets as it is. */
export function pathOf(field: string): Path {
  const parts = field.matchAll(/\[(\d+)\]|\[([^\]]*)\]|([^.[\]]+)/g);
  return [...parts].map(([, index, odd, word]) => (index === undefined ? (odd ?? word ?? '') : Number(index)));
}
