import { defineModule, type Kind, type Module } from '@ectropy/sdk';
import { observe } from './observe.ts';
import { plan } from './plan.ts';
import { schema } from './schema.ts';
import type { HttpCheckMemo, HttpCheckSpec } from './spec.ts';
import { sync } from './sync.ts';

const RECHECK_MS = 30_000;

export const httpCheckKind: Kind = {
  name: 'http_check',
  description: 'A URL that must answer as declared. It is only asked and never written to; what depends on it waits until it is right.',
  schema,
  names: { kind: 'HttpCheck', plural: 'httpchecks', singular: 'httpcheck', short: ['hc'] },
  secret: ['headers'],
  sets: ['status'],
  looksOnly: true,
  recheckMs: RECHECK_MS,
  statusSchema: {
    type: 'object',
    description: 'What was answered.',
    properties: {
      url: { type: 'string', description: 'What was asked.' },
      status: { type: ['integer', 'null'], description: 'The status of the answer; null if there was none.' },
      healthy: { type: 'boolean', description: 'Whether the answer was as declared.' },
    },
  },
  columns: [
    { name: 'Url', path: 'spec.url', description: 'What is asked.' },
    { name: 'Status', path: 'status.output.status', type: 'integer', description: 'The status of the last answer that counted.' },
  ],
  examples: [{ url: 'https://example.com/healthz', status: 200, body: { contains: 'ok' }, max_latency_ms: 500 }],
};

/** `recheckMs`: how often what is right is asked again. */
export const httpCheckModule = ({ recheckMs = RECHECK_MS }: { readonly recheckMs?: number } = {}): Module =>
  defineModule<HttpCheckSpec, HttpCheckMemo>({ kind: { ...httpCheckKind, recheckMs }, plan, sync, observe });
