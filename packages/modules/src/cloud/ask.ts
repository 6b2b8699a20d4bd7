import { isObject, type Host, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import { readRefusal, type Refusal } from './refusal.ts';
import { troubleWith } from './trouble.ts';

export interface Question {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the cloud's address, without a leading slash; its parts are encoded. */
  readonly path: string;
  readonly body?: JsonObject;
  /** For what changes something: another key than that of the step. */
  readonly key?: string;
}

export type Answer = { readonly ok: true; readonly body: JsonObject } | Refusal;

const LARGEST = 4 * 1024 * 1024;

/** One request: in time, of a bounded size, and never followed elsewhere. What is no answer of a cloud is a problem. */
export async function ask(base: URL, question: Question, timeoutMs: number, host: Host): Promise<Answer> {
  host.signal.throwIfAborted();
  const { method, path, body } = question;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(new URL(path, base), {
      method,
      headers: headersOf(question, host),
      redirect: 'error',
      signal: AbortSignal.any([host.signal, timeout]),
      ...(body && { body: JSON.stringify(body) }),
    });
    return understand(response, await textOf(response, base), base);
  } catch (error) {
    host.signal.throwIfAborted();
    throw error instanceof ProblemError ? error : troubleWith(base, error, timeout.aborted ? timeoutMs : undefined);
  }
}

const headersOf = ({ method, body, key }: Question, host: Host): Record<string, string> => ({
  accept: 'application/json',
  ...(body && { 'content-type': 'application/json' }),
  ...(method !== 'GET' && { 'idempotency-key': key ?? host.key, 'fencing-token': String(host.fence) }),
  ...(host.traceparent !== undefined && { traceparent: host.traceparent }),
});

async function textOf({ body }: Response, base: URL): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > LARGEST)
      throw new ProblemError({ code: 'too_large', message: `the cloud at ${base.origin} answered with more than ${LARGEST} bytes` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function understand({ ok, status }: Response, text: string, base: URL): Answer {
  const body = parse(text);
  if (!ok) return readRefusal(status, body, base.origin);
  if (isObject(body)) return { ok, body };
  throw new ProblemError({
    code: 'unavailable',
    message: `what answers at ${base.origin} is no cloud: its answer is not a JSON object`,
    hint: "look at --cloud-url of the server, or at the project's url for this kind",
  });
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
