/** The ancestor's API, as a client of the models. */
import type { ProblemCode } from '@ectropy/sdk';
import { type Call, call } from '../product.ts';
import { nameOf, urnOf } from './app-client.ts';
import type { Answer, Op, Row } from './reference.ts';

/** By the gRPC codes. */
const codes: Readonly<Record<string, ProblemCode>> = { 3: 'invalid', 5: 'not_found', 6: 'exists', 10: 'conflict' };
const statuses: Readonly<Record<string, Row['status']>> = { STATUS_COMPLETED: 'ready', STATUS_ERROR: 'failed' };

export async function performAtV1beta1(server: { readonly url: string }, project: string, op: Op): Promise<Answer> {
  const { path, ...request } = requestOf(op, project);
  const headers = {
    ...(op.key !== undefined && { 'idempotency-key': op.key }),
    ...(op.expected !== undefined && { 'if-match': `"${op.expected}"` }),
  };
  const { status, body, text, headers: told } = await call(server, `/api/v1beta1/resources${path}`, { ...request, headers });
  if (status >= 500) throw new Error(`${JSON.stringify(op)} was answered with ${status} ${text}`);
  if (status >= 400) return { code: codes[String(body.code)] ?? 'internal' };
  if (op.verb === 'delete') return { code: 'ok' };
  const { labels, spec, state } = body.resource as unknown as {
    readonly labels: Row['labels'];
    readonly spec: { readonly configs: Row['spec']; readonly dependencies: readonly { readonly value: string }[] };
    readonly state: { readonly status: string };
  };
  return {
    code: 'ok',
    spec: spec.configs,
    labels,
    on: spec.dependencies[0] ? nameOf(spec.dependencies[0].value) : null,
    status: statuses[state.status] ?? 'pending',
    version: (told.get('etag') ?? '').replaceAll('"', ''),
    http: status,
  };
}

function requestOf(op: Op, project: string): Call & { readonly path: string } {
  const [kind, name] = op.name.split('/');
  const path = `/${urnOf(op.name, project)}`;
  switch (op.verb) {
    case 'get':
      return { path };
    case 'create': {
      const dependencies = op.on === null ? [] : [{ key: 'on', value: urnOf(op.on, project) }];
      return { path: '', body: { kind, name, project, labels: op.labels, spec: { configs: op.spec, dependencies } } };
    }
    case 'merge':
      return { path, method: 'PATCH', body: { new_spec: { configs: op.spec }, labels: op.labels } };
    case 'delete':
      return { path, method: 'DELETE' };
    case 'add':
      return { path: `${path}/actions/add`, body: { by: op.by } };
    default:
      throw new Error(`this door has no word for ${op.verb}`);
  }
}
