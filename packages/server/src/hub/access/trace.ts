import type { AccessContext, StorageProxy } from '@ectropy/sdk';
import { around } from './around.ts';

/** The part of tracing that is needed here; what is thrown in a span marks it as failed and goes on. */
export interface Tracer {
  span<T>(
    name: string,
    attributes: Readonly<Record<string, string>>,
    parent: string | undefined,
    work: (span: { readonly traceparent?: string }) => Promise<T>,
  ): Promise<T>;
}

/** A span for every call. What is called behind it becomes its child. */
export const traced =
  (tracer: Tracer): StorageProxy =>
  (inner, kind) => {
    const run = <T>(verb: string, where: Where, context: AccessContext, work: (context: AccessContext) => Promise<T>): Promise<T> =>
      tracer.span(`access.${verb}`, { kind: kind.name, ...attributes(where) }, context.traceparent, ({ traceparent }) =>
        work(traceparent === undefined ? context : { ...context, traceparent }),
      );
    const status = inner.status?.bind(inner);
    return around(inner, {
      get: (at, context) => run('get', at, context, (under) => inner.get(at, under)),
      list: (options, context) => run('list', options, context, (under) => inner.list(options, under)),
      apply: (held, context) => run('apply', held, context, (under) => inner.apply(held, under)),
      delete: (at, context) => run('delete', at, context, (under) => inner.delete(at, under)),
      ...(status && { status: (at, context) => run('status', at, context, (under) => status(at, under)) }),
    });
  };

interface Where {
  readonly project?: string;
  readonly name?: string;
}

const attributes = ({ project, name }: Where): Readonly<Record<string, string>> => ({
  ...(project !== undefined && { project }),
  ...(name !== undefined && { name }),
});
