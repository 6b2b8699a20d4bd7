import type { AccessContext, Held, Kind } from '@ectropy/sdk';
import type { Tracer } from '../trace.ts';

export const aKind = (kind: Partial<Kind> = {}): Kind => ({
  name: 'team',
  description: 'People.',
  schema: { type: 'object', properties: {} },
  shareable: true,
  ...kind,
});

export const aHeld = (held: Partial<Held> = {}): Held => ({
  project: 'alpha',
  name: 'one',
  labels: {},
  annotations: {},
  spec: { purpose: 'test' },
  ...held,
});

export const aContext = (context: Partial<AccessContext> = {}): AccessContext => ({
  signal: new AbortController().signal,
  actor: 'ann',
  lineage: false,
  ...context,
});

export const sharedWith = (...names: readonly string[]) => ({ enabled: true, projects: names.map((name) => ({ name })) });

/** Traces nothing. */
export const silent: Tracer = { span: (_name, _attributes, _parent, work) => work({}) };
