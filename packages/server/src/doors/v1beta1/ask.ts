/** What a verb gets from the door and gives back; no verb knows about Fastify. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Json, JsonObject } from '@ectropy/sdk';
import type { App, Caller } from '../../app/app.ts';
import type { Faults } from '../http/faults.ts';
import type { Build } from '../http/ports.ts';
import type { Query } from '../http/query.ts';
import type { Streamed } from '../http/stream.ts';

export interface Ask {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly headers: IncomingHttpHeaders;
  /** `undefined` when there was none. */
  readonly body: Json | undefined;
  /** What is wrong with the request so far. A verb reads everything, then checks once. */
  readonly faults: Faults;
  readonly trace?: string;
  /** Who asks, where the server knows callers by more than what they call themselves. */
  readonly identified?: Caller;
  /** Aborts when the client has gone or the server closes. Only streams ask for it. */
  signal(): AbortSignal;
}

export interface VerbDeps {
  readonly app: App;
  readonly build: Build;
  readonly heartbeatMs: number;
}

export type Answer = { readonly json: JsonObject; readonly etag?: string } | Streamed;

export type Verb = (ask: Ask, deps: VerbDeps) => Promise<Answer>;
