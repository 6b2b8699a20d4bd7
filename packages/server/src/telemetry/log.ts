import type { JsonObject, Log } from '@ectropy/sdk';
import { destination, pino, stdSerializers } from 'pino';
import type { Logger } from 'pino';
import { prettyLine } from './pretty.ts';
import { redact } from './redact.ts';
import { parseTraceparent } from './traceparent.ts';

/** The server's log. What it hands to modules is the smaller `Log`. */
export interface ServerLog extends Log {
  /** `cause` is what was thrown; its message and stack become part of the record. */
  error(message: string, fields?: JsonObject, cause?: unknown): void;
  /** A log whose records all carry `fields`. */
  child(fields: JsonObject): ServerLog;
}

export interface LogOptions {
  readonly level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** `auto` is pretty on a terminal and JSON elsewhere. */
  readonly format: 'auto' | 'json' | 'pretty';
  readonly isTty: boolean;
  readonly noColor?: boolean;
  /** Standard output, if left out, written synchronously: what was logged before a crash is there after it. */
  readonly stream?: { write(text: string): unknown };
  /** The traceparent of the active span, such as `tracing.current`. */
  readonly current?: () => string | undefined;
  readonly now?: () => Date;
}

export function openLog(options: LogOptions): ServerLog {
  const { level, format, isTty, noColor = false, stream = destination({ dest: 1, sync: true }), current, now = () => new Date() } = options;
  const pretty = format === 'pretty' || (format === 'auto' && isTty);
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: stdSerializers.err },
      hooks: { streamWrite: (line) => (pretty ? prettyLine(redact(line), !noColor) : redact(line)) },
      ...(current ? { mixin: () => traceFields(current()) } : {}),
    },
    { write: (line: string) => void stream.write(line) },
  );
  return wrap(logger);
}

const wrap = (logger: Logger): ServerLog => ({
  debug: (message, fields) => logger.debug(safe(fields), message),
  info: (message, fields) => logger.info(safe(fields), message),
  warn: (message, fields) => logger.warn(safe(fields), message),
  error: (message, fields, cause) => logger.error(cause === undefined ? safe(fields) : { ...safe(fields), err: asError(cause) }, message),
  child: (fields) => wrap(logger.child(safe(fields))),
});

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));

const own = new Set(['level', 'time', 'msg', 'err']);

/** A field cannot pass itself off as one of the record's own: `level` is written as `level_`. */
function safe(fields: JsonObject = {}): JsonObject {
  if (!Object.keys(fields).some((key) => own.has(key))) return fields;
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [own.has(key) ? `${key}_` : key, value]));
}

function traceFields(traceparent: string | undefined): { trace_id?: string } {
  const context = traceparent === undefined ? undefined : parseTraceparent(traceparent);
  return context ? { trace_id: context.traceId } : {};
}
