/** Requests to what lies below a resource or its collection, by what discovery tells of it. */
import type { Json, JsonObject } from '@ectropy/sdk';
import type { Random } from './random.ts';
import type { Request } from './request.ts';
import { apiVersionOf, type Sort } from './sort.ts';
import type { Place } from './valid.ts';

const json = { 'content-type': 'application/json', accept: 'application/json' };

const methods: Readonly<Record<string, string>> = { get: 'GET', create: 'POST', update: 'PUT', patch: 'PATCH', delete: 'DELETE' };

const bodies: Readonly<Record<string, (random: Random) => Json>> = {
  rollback: (random) => ({ revision: random.pick([1, 1, 1, 2, 0, 99]) }),
  import: (random) => ({ name: `n${random.below(30)}`, reference: random.pick(['found', 'found.txt', 'a.txt', '../x', 'n1.txt']) }),
  rename: (random) => ({ to: `fuzz-${random.pick(['c', 'd', 'e'])}${random.below(1_000)}` }),
  scale: (random) => ({ spec: { replicas: random.below(5) } }),
  status: (random) => ({ status: { phase: random.pick(['Up', 'Down']), replicas: random.below(3) } }),
  actions: () => ({ params: {} }),
};

const queries: Readonly<Record<string, readonly string[]>> = {
  logs: ['', '?tailLines=3', '?follow=true'],
  revisions: ['', '?limit=1', '?before=2'],
  tree: ['', '?dependents=true'],
};

/** `artifacts/{name}` and `actions/restart` have more than one part. */
const pathOf = ({ collection, object }: Place, name: string): string =>
  name === 'import' ? `${collection}/import` : `${object}/${name.replace(/\{\w+\}/, 'file.txt')}`;

export function belowRequest(sort: Sort, { name, verbs }: Sort['subresources'][number], place: Place, random: Random): Request {
  const verb = random.pick(verbs);
  const method = methods[verb] ?? 'GET';
  const [first = ''] = name.split('/');
  const path = pathOf(place, name);
  if (method === 'GET')
    return {
      method,
      path: path + random.pick(queries[first] ?? ['']),
      headers: { accept: '*/*' },
      leaveAfterMs: first === 'logs' ? 700 : 2_000,
    };
  const body = {
    ...(verb === 'update' && { apiVersion: apiVersionOf(sort), kind: sort.kind, metadata: { name: place.name } }),
    ...(bodies[first]?.(random) as JsonObject | undefined),
  };
  const type =
    method === 'PATCH' ? 'application/merge-patch+json' : first === 'artifacts' && method === 'PUT' ? 'text/plain' : 'application/json';
  return { method, path, headers: { ...json, 'content-type': type }, body: JSON.stringify(body) };
}
