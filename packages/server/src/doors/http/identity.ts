/** What a request is called in logs and traces. */
import type { IncomingHttpHeaders } from 'node:http';

const printable = /^[\x21-\x7e]{1,128}$/;

/** The caller's own id if it can be echoed safely, else a new one. */
export function requestId(headers: IncomingHttpHeaders, ids: () => string): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && printable.test(given) ? given : ids();
}

const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/** W3C trace context of the caller; what is malformed counts as absent. */
export function traceOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['traceparent'];
  return typeof given === 'string' && given.length <= 128 && traceparent.test(given) ? given : undefined;
}
