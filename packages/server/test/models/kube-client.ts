/** The native API, as a client of the models. */
import type { ProblemCode } from '@ectropy/sdk';
import { annotations } from '../../src/core/resource.ts';
import { type Answer as Wired, type Call, call, type Wire } from '../product.ts';
import { urnOf } from './app-client.ts';
import type { Answer, Op, Row } from './reference.ts';

const GROUP = 'core.ectropy.dev/v1';
const codes: Readonly<Record<string, ProblemCode>> = {
  AlreadyExists: 'exists',
  NotFound: 'not_found',
  Conflict: 'conflict',
  Invalid: 'invalid',
  BadRequest: 'invalid',
};
const phases: Readonly<Record<string, Row['status']>> = { Ready: 'ready', Failed: 'failed' };

export const kubePath = (project: string, name: string, below = ''): string => {
  const [kind = '', short = ''] = name.split('/');
  return `/apis/${GROUP}/namespaces/${project}/${kind}s${short && `/${short}`}${below && `/${below}`}`;
};

export async function performAtKube(server: { readonly url: string }, project: string, op: Op): Promise<Answer> {
  const { path, ...request } = requestOf(op, project);
  const headers = { ...request.headers, ...(op.key !== undefined && { 'idempotency-key': op.key }) };
  const { status, body, text } = await call(server, path, { ...request, headers });
  if (status >= 500) throw new Error(`${JSON.stringify(op)} was answered with ${status} ${text}`);
  if (status >= 400) return { code: codes[String(body.reason)] ?? 'internal' };
  return op.verb === 'delete' ? { code: 'ok' } : { ...answerOf({ body }), http: status };
}

function answerOf({ body }: Pick<Wired, 'body'>): Answer {
  const { dependencies, ...spec } = (body.spec ?? {}) as unknown as {
    readonly dependencies?: { readonly on: { readonly kind: string; readonly name: string } };
  };
  const { metadata = {} as Wire } = body;
  const paused = String(metadata.annotations?.[annotations.management.key]) === 'paused';
  return {
    code: 'ok',
    spec: spec as Row['spec'],
    labels: (metadata.labels ?? {}) as unknown as Row['labels'],
    on: dependencies ? `${dependencies.on.kind.toLowerCase()}/${dependencies.on.name}` : null,
    paused,
    deleting: metadata.deletionTimestamp !== undefined,
    generation: Number(metadata.generation),
    version: String(metadata.resourceVersion),
    ...(!paused && { status: phases[String(body.status?.phase)] ?? 'pending' }), // the phase of what is paused is that
  };
}

function requestOf(op: Op, project: string): Call & { readonly path: string } {
  const [kind = '', short = ''] = op.name.split('/');
  const version = op.expected === undefined ? {} : { resourceVersion: op.expected };
  const path = kubePath(project, op.name);
  switch (op.verb) {
    case 'get':
      return { path };
    case 'create':
    case 'update':
    case 'apply': {
      const links = op.on === null ? {} : { dependencies: { on: urnOf(op.on, project) } };
      const body = {
        apiVersion: GROUP,
        kind: `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`,
        metadata: { name: short, labels: op.labels, ...version },
        spec: { ...op.spec, ...links },
      };
      return op.verb === 'create' ? { path: kubePath(project, `${kind}/`), body } : { path, method: 'PUT', body };
    }
    case 'merge': {
      const labels = Object.fromEntries(Object.entries(op.labels).map(([key, value]) => [key, value || null]));
      const body = { metadata: { labels, ...version }, spec: { color: null, ...op.spec } };
      return { path, method: 'PATCH', body, headers: { 'content-type': 'application/merge-patch+json' } };
    }
    case 'delete':
      return { path, method: 'DELETE', ...(op.expected !== undefined && { body: { preconditions: version } }) };
    case 'add':
      return { path: kubePath(project, op.name, 'actions/add'), body: { params: { by: op.by } } };
    case 'rollback':
      return { path: kubePath(project, op.name, 'rollback'), body: { revision: op.to } };
    default:
      return { path: kubePath(project, op.name, op.verb), method: 'POST' };
  }
}
