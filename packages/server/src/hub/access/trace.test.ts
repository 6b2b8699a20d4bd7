import { expect, test } from 'vitest';
import { aContext, aHeld, aKind } from './testing/builders.ts';
import { MemoryAccessor } from './testing/memory-accessor.ts';
import { traced, type Tracer } from './trace.ts';

/** Writes spans down and gives each a traceparent of its own. */
const recorder = (): Tracer & { readonly spans: unknown[] } => {
  const spans: unknown[] = [];
  return {
    spans,
    async span(name, attributes, parent, work) {
      spans.push([name, attributes, parent]);
      return work({ traceparent: `00-${name}` });
    },
  };
};

test('every call has a span under that of the caller, and what is called behind it belongs to it', async () => {
  const trace = recorder();
  const inner = Object.assign(new MemoryAccessor(), { status: async () => ({}) });
  const accessor = traced(trace)(inner, aKind());
  const context = aContext({ traceparent: '00-caller' });
  await accessor.apply(aHeld(), context);
  await accessor.get({ project: 'alpha', name: 'one' }, context);
  await accessor.list({}, context);
  await accessor.list({ project: 'alpha', shared: true }, context);
  await accessor.status?.({ project: 'alpha', name: 'one' }, context);
  await accessor.delete({ project: 'alpha', name: 'one' }, context);
  const where = { kind: 'team', project: 'alpha', name: 'one' };
  expect(trace.spans).toEqual([
    ['access.apply', where, '00-caller'],
    ['access.get', where, '00-caller'],
    ['access.list', { kind: 'team' }, '00-caller'],
    ['access.list', { kind: 'team', project: 'alpha' }, '00-caller'],
    ['access.status', where, '00-caller'],
    ['access.delete', where, '00-caller'],
  ]);
  expect(inner.contexts[0]?.traceparent).toBe('00-access.apply');
});

test('without tracing the context stays as it was, and an accessor without status has none', async () => {
  const inner = new MemoryAccessor();
  const accessor = traced({ span: (_name, _attributes, _parent, work) => work({}) })(inner, aKind());
  const context = aContext();
  await accessor.get({ project: 'alpha', name: 'one' }, context);
  expect(inner.contexts[0]).toBe(context);
  expect(accessor.status).toBeUndefined();
});

test('what is thrown goes on', async () => {
  const inner = new MemoryAccessor();
  inner.before = () => Promise.reject(new Error('down'));
  const trace = recorder();
  await expect(traced(trace)(inner, aKind()).list({}, aContext())).rejects.toThrow('down');
  expect(trace.spans).toHaveLength(1);
});
