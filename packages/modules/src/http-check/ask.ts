/** One question and its answer, over redirects if they are followed. It reads and hangs up; nothing but GET and HEAD is ever sent. */
import { once } from 'node:events';
import { request as http, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as https } from 'node:https';
import type { Host } from '@ectropy/sdk';
import { noAnswer } from './no-answer.ts';
import { readBody, type Body } from './read-body.ts';
import { methodOf, timeoutOf, type HttpCheckSpec } from './spec.ts';

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export type Answer =
  | { readonly type: 'answer'; readonly status: number; readonly latencyMs: number; readonly body?: Body }
  | { readonly type: 'none'; readonly why: string };

type Around = Pick<Host, 'signal' | 'now' | 'traceparent'>;

/** Throws only what the host's own signal says; whatever else goes wrong is an answer too. */
export async function ask(spec: HttpCheckSpec, { signal, now, traceparent }: Around): Promise<Answer> {
  signal.throwIfAborted();
  const late = AbortSignal.timeout(timeoutOf(spec));
  const common = { signal: AbortSignal.any([signal, late]), ...(traceparent !== undefined && { traceparent }) };
  const begunAt = now().getTime();
  try {
    const last = await follow(spec, common);
    if (typeof last === 'string') return { type: 'none', why: last };
    using answer = hungUp(last);
    const body = spec.body && (await readBody(answer.message));
    return { type: 'answer', status: last.statusCode ?? 0, latencyMs: now().getTime() - begunAt, ...(body && { body }) };
  } catch (error) {
    signal.throwIfAborted();
    return { type: 'none', why: late.aborted ? `there was no complete answer within ${timeoutOf(spec)} ms` : noAnswer(error) };
  }
}

interface Common {
  readonly signal: AbortSignal;
  readonly traceparent?: string;
}

/** The last answer, its body not read yet; or why the way ends before one. */
async function follow(spec: HttpCheckSpec, common: Common): Promise<IncomingMessage | string> {
  const origin = new URL(spec.url).origin;
  let url = new URL(spec.url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await send(spec, url, url.origin === origin, common);
    if (!spec.follow_redirects || !REDIRECTS.has(answer.statusCode ?? 0)) return answer;
    using _ = hungUp(answer);
    const next = URL.parse(answer.headers.location ?? '', url.href);
    if (answer.headers.location === undefined || !next) return 'it redirects without saying whereto';
    if (!['http:', 'https:'].includes(next.protocol)) return 'it redirects to what is not HTTP';
    if (url.protocol === 'https:' && next.protocol === 'http:') return 'it redirects from https to http';
    url = next;
  }
  return `it redirects more than ${MAX_REDIRECTS} times`;
}

/** A connection of its own for each question, so that what is checked is also that one can be made. */
async function send(spec: HttpCheckSpec, url: URL, sameOrigin: boolean, { signal, traceparent }: Common): Promise<IncomingMessage> {
  const start = url.protocol === 'https:' ? https : http;
  const request = start(url, { method: methodOf(spec), agent: false, signal });
  request.setHeader('user-agent', 'ectropy-http-check');
  request.setHeader('accept', '*/*');
  request.setHeader('accept-encoding', 'identity');
  if (traceparent !== undefined) request.setHeader('traceparent', traceparent);
  if (sameOrigin) for (const [name, value] of Object.entries(spec.headers ?? {})) request.setHeader(name, value);
  return answerOf(request);
}

async function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  const answered = once(request, 'response');
  request.end();
  const [answer] = (await answered) as [IncomingMessage];
  request.on('error', () => undefined); // what fails from now on shows in the body
  answer.on('error', () => undefined);
  return answer;
}

const hungUp = (message: IncomingMessage): { readonly message: IncomingMessage } & Disposable => ({
  message,
  [Symbol.dispose]: () => void message.destroy(),
});
