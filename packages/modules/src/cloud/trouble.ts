import { ProblemError } from '@ectropy/sdk';

const START = 'start it with `ectropy cloud-sim`, or set --cloud-url to where it is';
const SAFE = 'it is asked again under the same key, so nothing happens twice';

/** No answer came. Whether the request had an effect is not known: the same key finds out. `timeoutMs`: for so long nothing came. */
export function troubleWith({ origin }: URL, cause: unknown, timeoutMs?: number): ProblemError {
  const code = 'unavailable';
  if (timeoutMs !== undefined)
    return new ProblemError({ code, message: `the cloud at ${origin} did not answer within ${timeoutMs / 1000} s`, hint: SAFE }, { cause });
  const errno = errnoOf(cause);
  const away = errno in whys ? whys[errno] : undefined;
  return away === undefined
    ? new ProblemError({ code, message: `the cloud at ${origin} broke off without an answer`, hint: SAFE }, { cause })
    : new ProblemError({ code, message: `cannot reach the cloud at ${origin}: ${away}`, hint: START }, { cause });
}

const whys: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host name cannot be looked up now',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network',
  ETIMEDOUT: 'the host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
};

/** `fetch` tells the reason one level down. */
function errnoOf(error: unknown): string {
  const reason = error instanceof Error ? error.cause : undefined;
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined;
  return typeof code === 'string' ? code : '';
}
