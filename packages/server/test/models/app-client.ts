/** The use cases themselves, as a client of the models. */
import { isDeepStrictEqual } from 'node:util';
import { type Json, ProblemError } from '@ectropy/sdk';
import type { App, Caller, Draft, MutateOptions } from '../../src/app/app.ts';
import { mergeWords } from '../../src/core/labels.ts';
import { annotations, policyOf, type Resource, type Version } from '../../src/core/resource.ts';
import { formatUrn, parseUrn, type Urn } from '../../src/core/urn.ts';
import type { Answer, Op, Row } from './reference.ts';

export const PROJECT = 'model';
const alice: Caller = { actor: 'alice' };

export function urnOf(name: string, project = PROJECT): Urn {
  const [kind = '', short = ''] = name.split('/');
  return formatUrn({ kind, project, name: short });
}

export const nameOf = (urn: string): string => `${parseUrn(urn)?.kind}/${parseUrn(urn)?.name}`;

export async function performAt(app: App, op: Op): Promise<Answer> {
  try {
    const resource = await ask(app, op);
    return op.verb === 'delete' ? { code: 'ok' } : answerOf(resource);
  } catch (error) {
    if (error instanceof ProblemError) return { code: error.problem.code };
    throw error;
  }
}

export function answerOf({ spec, labels, dependencies, generation, revision, version, state, ...resource }: Resource): Answer {
  return {
    code: 'ok',
    spec: spec as Row['spec'],
    labels,
    on: dependencies['on'] === undefined ? null : nameOf(dependencies['on']),
    paused: policyOf(resource).management === 'paused',
    generation,
    revision,
    status: state.status as Row['status'],
    deleting: resource.deletionRequestedAt !== undefined,
    version,
  };
}

async function ask(app: App, op: Op): Promise<Resource> {
  const { name, key, expected } = op;
  const urn = urnOf(name);
  const options: MutateOptions = key === undefined ? {} : { idempotency: { key, fingerprint: JSON.stringify(op) } };
  const seen = expected === undefined ? {} : { expected: expected as Version };
  const [kind = '', short = ''] = name.split('/');
  const apply = async (mode: 'create' | 'update' | 'apply', declare: (current: Resource | undefined) => Draft): Promise<Resource> => {
    const [result] = await app.apply([{ kind, project: PROJECT, name: short, mode, declare, ...seen }], alice, options);
    return (result as { resource: Resource }).resource;
  };
  switch (op.verb) {
    case 'get':
      return app.get(urn, alice);
    case 'create':
    case 'update':
    case 'apply': {
      const dependencies: Draft['dependencies'] = op.on === null ? {} : { on: urnOf(op.on) };
      return apply(op.verb, () => ({ spec: op.spec as Json, labels: op.labels, annotations: {}, dependencies }));
    }
    case 'merge':
      return apply('update', (current) => ({
        ...(current as Resource),
        spec: op.spec as Json,
        labels: mergeWords(current?.labels ?? {}, op.labels),
      }));
    case 'add':
      return (await app.act({ urn, action: 'add', params: { by: op.by }, ...seen }, alice, options)).resource;
    case 'delete':
      return ((await app.remove([{ urn, ...seen }], alice, options))[0] as { resource: Resource }).resource;
    case 'rollback':
      return (await app.rollback(urn, op.to, alice, options)).resource;
    default:
      return app[op.verb](urn, alice, options);
  }
}

/** All that is there, as the model would have it. */
export async function everything(app: App): Promise<Readonly<Record<string, unknown>>> {
  const { resources } = await app.list({ project: PROJECT }, alice);
  const rows = resources.map(async (resource) => {
    const revisions = await app.revisions(resource.urn, alice);
    const past = revisions.toReversed().map(({ spec, labels, dependencies, annotations: words }) => {
      const { on } = dependencies;
      return { spec, labels, on: on === undefined ? null : nameOf(on), paused: words[annotations.management.key] === 'paused' };
    });
    const { code: _, revision: __, version: ___, ...row } = answerOf(resource);
    return [nameOf(resource.urn), { ...row, past }] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

function unversioned(row: Row): Omit<Row, 'version'> {
  const { version: _, ...rest } = row;
  return rest;
}

/** The model's own rows, without what only the server knows. */
export const expectedOf = (rows: Readonly<Record<string, Row>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, unversioned(row)]));

export const isAs = async (app: App, rows: Readonly<Record<string, Row>>): Promise<boolean> =>
  isDeepStrictEqual(await everything(app), expectedOf(rows));

/** The model's rows at the versions that they now have: whoever worked has moved them. */
export async function reread(app: App, rows: Readonly<Record<string, Row>>): Promise<Readonly<Record<string, Row>>> {
  const { resources } = await app.list({ project: PROJECT }, alice);
  const versions = new Map(resources.map(({ urn, version }) => [nameOf(urn), version]));
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, version: versions.get(name) ?? '?' }]));
}
