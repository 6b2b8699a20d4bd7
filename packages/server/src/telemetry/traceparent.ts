/** W3C trace context: which trace a piece of work belongs to, and under which span. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

const form = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** `undefined` for what is not a traceparent. A later version of the format may say more after the parts that we know. */
export function parseTraceparent(given: string): TraceContext | undefined {
  const [, version, traceId, spanId, flags, more] = form.exec(given) ?? [];
  if (!traceId || !spanId || !flags || (version === '00' && more)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}

export const showTraceparent = ({ traceId, spanId, traceFlags }: TraceContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
