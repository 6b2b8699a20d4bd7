/** Values as the ancestor's JSON: snake_case, every field always present. */
import { type Json, type JsonObject, type Kind, ProblemError } from '@ectropy/sdk';
import type { Resource } from '../../core/resource.ts';
import { conceal, concealIn, secretsOf } from '../../core/secrets.ts';
import { type Blocker, type Millis, type State, type Status, outputOf, wakeAt } from '../../core/state.ts';
import { formatUrn } from '../../core/urn.ts';
import type { ModuleRecord, Revision } from '../../store/port.ts';
import type { Build } from '../http/ports.ts';
import { redact } from './secrets.ts';

export const statuses = {
  pending: 'STATUS_PENDING',
  ready: 'STATUS_COMPLETED',
  failed: 'STATUS_ERROR',
  gone: 'STATUS_DELETED',
} as const satisfies Record<Status, string>;

/** Lists leave out the configs unless they are asked for. */
export function resourceToWire(resource: Resource, kind: Kind | undefined, { withConfigs = true } = {}): JsonObject {
  const { urn, name, project, labels, createdAt, updatedAt, createdBy, updatedBy } = resource;
  return {
    urn,
    kind: resource.kind,
    name,
    project,
    labels,
    created_at: timeToWire(createdAt),
    updated_at: timeToWire(updatedAt),
    spec: specToWire(resource, kind, withConfigs),
    state: stateToWire(resource, kind),
    created_by: createdBy,
    updated_by: updatedBy,
  };
}

export const timeToWire = (at: Millis): string => new Date(at).toISOString();

const specToWire = ({ spec, dependencies }: Pick<Resource, 'spec' | 'dependencies'>, kind: Kind | undefined, withConfigs: boolean) => ({
  configs: withConfigs ? redact(spec, kind) : null,
  dependencies: Object.keys(dependencies)
    .sort()
    .map((key) => ({ key, value: dependencies[key] ?? '' })),
});

function stateToWire({ spec, state }: Resource, kind: Kind | undefined): JsonObject {
  const secrets = secretsOf([spec, outputOf(state)], kind);
  const dueAt = wakeAt(state);
  return {
    status: statuses[state.status],
    output: redact(outputOf(state), kind),
    module_data: memoToWire('memo' in state ? concealIn(state.memo, secrets) : null),
    log_options: null,
    sync_retries: 'attempt' in state ? state.attempt : 0,
    sync_last_error: conceal(lastError(state), secrets),
    next_sync_at: dueAt === undefined ? null : timeToWire(dueAt),
  };
}

const memoToWire = (memo: Json): string => (memo === null ? '' : Buffer.from(JSON.stringify(memo)).toString('base64'));

function lastError(state: State): string {
  if (state.status === 'gone') return '';
  if (state.problem) return new ProblemError(state.problem).message;
  return 'blockedBy' in state ? (state.blockedBy ?? []).map(blockerToWire).join('; ') : '';
}

const blockerToWire = ({ urn, status }: Blocker): string => `blocked by ${urn} (${statuses[status]})`;

export const revisionToWire = (revision: Revision, kind: Kind | undefined): JsonObject => ({
  id: String(revision.number),
  urn: revision.urn,
  labels: revision.labels,
  created_at: timeToWire(revision.createdAt),
  spec: specToWire(revision, kind, true),
  reason: revision.reason,
  created_by: revision.createdBy,
});

export const moduleToWire = ({ name, project, configs, createdAt, updatedAt }: ModuleRecord): JsonObject => ({
  urn: formatUrn({ kind: 'module', project, name }),
  name,
  project,
  created_at: timeToWire(createdAt),
  updated_at: timeToWire(updatedAt),
  configs,
});

export const versionToWire = ({ version, commit, builtAt, runtime, os, arch }: Build): JsonObject => ({
  version,
  commit,
  build_time: builtAt === '' ? null : builtAt,
  lang_version: runtime,
  os,
  architecture: arch,
});
