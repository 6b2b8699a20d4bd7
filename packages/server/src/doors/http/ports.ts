/** What the HTTP doors need from the rest of the server, as small as it can be. `server.ts` hands it in. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../app/app.ts';

export type Fields = Readonly<Record<string, string | number | boolean>>;

export interface DoorLog {
  debug(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  /** `cause` is what was thrown; its stack goes to the log and nowhere else. */
  error(message: string, fields: Fields, cause: unknown): void;
}

export interface Observe {
  /** `route` is the pattern, never the path, so that the number of series stays small. A stream counts until its first byte. */
  request(route: string, method: string, code: number, seconds: number): void;
}

/** Who asks, by the headers of the request. Throws a problem for whoever it does not let in. */
export type Identify = (headers: IncomingHttpHeaders) => Caller;

export interface Span {
  /** W3C trace context for whatever the work calls; absent when tracing is off. */
  readonly traceparent?: string;
}

export interface Trace {
  /** Runs the work inside a span, ends the span with it, and marks it failed when the work throws. */
  span<T>(name: string, attributes: Fields, parent: string | undefined, work: (span: Span) => Promise<T>): Promise<T>;
}

/** What this server is, for `/version` and the version routes. */
export interface Build {
  readonly version: string;
  readonly commit: string;
  /** RFC 3339, or `''` when it is not known. */
  readonly builtAt: string;
  /** For example `node v24.1.0`. */
  readonly runtime: string;
  /** As Node names them: `linux`, `x64`. */
  readonly os: string;
  readonly arch: string;
}
