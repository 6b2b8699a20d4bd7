/** The native API over HTTP. */
import { isObject, type Json, ProblemError } from '@ectropy/sdk';
import { lines } from './lines.ts';
import { notEctropy } from './not-ectropy.ts';
import { refusalOf } from './status.ts';

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: Json;
  readonly accept?: string;
  readonly contentType?: string;
  /** The same key gives the same answer: a request may be sent again when its answer was lost. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface Api {
  readonly server: string;
  call(path: string, call?: Call): Promise<Json>;
  text(path: string, call?: Call): Promise<string>;
  /** As it comes. */
  chunks(path: string, call?: Call): AsyncIterable<Uint8Array>;
  /** Values, one per line. */
  stream(path: string, call?: Call): AsyncIterable<Json>;
}

/** `refusal`: how the other side says no. */
export function openApi(server: string, { refusal = refusalOf }: { readonly refusal?: (answer: Json) => ProblemError } = {}): Api {
  const send = async (path: string, { method, query = {}, body, accept, contentType, idempotencyKey, signal }: Call = {}) => {
    const url = new URL(server.replace(/\/$/, '') + path);
    for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value));
    const response = await fetch(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        accept: accept ?? 'application/json',
        ...(body !== undefined && { 'content-type': contentType ?? 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      throw signal?.aborted ? error : unreachable(server, error);
    });
    if (!response.ok) throw refusal(parsed(await response.text(), response));
    return response;
  };
  return {
    server,
    call: async (path, call) => {
      const response = await send(path, call);
      return parsed(await read(server, () => response.text()), response);
    },
    text: async (path, call) => {
      const response = await send(path, call);
      return read(server, () => response.text());
    },
    chunks: (path, call) => bytes(server, () => send(path, call)),
    async *stream(path, call) {
      for await (const line of lines(bytes(server, () => send(path, call)))) yield valueOf(line, server);
    },
  };
}

/** A line that is none was cut off on its way. */
function valueOf(line: string, server: string): Json {
  try {
    return JSON.parse(line) as Json;
  } catch (error) {
    throw unreachable(server, error);
  }
}

async function* bytes(server: string, send: () => Promise<Response>): AsyncGenerator<Uint8Array> {
  const { body } = await send();
  try {
    for await (const chunk of body ?? []) yield chunk as Uint8Array;
  } catch (error) {
    throw isAbort(error) ? error : unreachable(server, error);
  }
}

async function read(server: string, text: () => Promise<string>): Promise<string> {
  try {
    return await text();
  } catch (error) {
    throw isAbort(error) ? error : unreachable(server, error);
  }
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

function parsed(text: string, { status, headers }: Response): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    const said = headers.get('content-type') ?? 'nothing';
    throw notEctropy(`HTTP ${status}, ${said}`);
  }
}

function unreachable(server: string, error: unknown): ProblemError {
  const { cause } = isObject(error as Json) ? (error as { cause?: unknown }) : {};
  const why =
    cause instanceof Error ? cause.message || ((cause as NodeJS.ErrnoException).code ?? '') : error instanceof Error ? error.message : '';
  return new ProblemError(
    {
      code: 'unavailable',
      message: `cannot reach Ectropy at ${server}${why ? `: ${why}` : ''}`,
      hint: 'start it with `ectropy serve`, or say where it is with --server, ECTROPY_SERVER or `ectropy config set-context`',
    },
    { cause: error },
  );
}
