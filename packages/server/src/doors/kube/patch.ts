import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import type { Resource } from '../../core/resource.ts';
import { applyFields } from '../../hub/fields/apply.ts';
import { conflictMessage, type FieldConflict, showManager } from '../../hub/fields/conflict.ts';
import type { Answer, Ask, KubeDeps, Site } from './ask.ts';
import { readPatchOf } from './read-document.ts';
import { applyJsonPatch } from './wire/json-patch.ts';
import { applyMergePatch } from './wire/merge-patch.ts';
import { badRequest, Refused } from './wire/refused.ts';
import { readWriteOptions, type WriteOptions } from './wire/write-options.ts';
import { admitFields, type Change, commit, identified, refuseStale, tracked } from './write.ts';

export async function patch(site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const sent = readPatchOf(ask, site);
  if (sent.type === 'apply') return apply(site, sent.value, sent.duplicate, ask, deps);
  const options = readWriteOptions(ask.url, 'patch');
  let warnings: readonly string[] = [];
  const change: Change['change'] = (base, current) => {
    const patched = sent.type === 'json' ? applyJsonPatch(base ?? {}, sent.value) : applyMergePatch(base ?? {}, sent.value);
    const admitted = admitFields(identified(patched, site), sent.duplicate, site, options);
    ({ warnings } = admitted);
    refuseStale(admitted.document, current);
    const whole = site.view.defaulted(admitted.document);
    return { document: whole, managed: tracked(site, base, whole, current, ask, options, deps) };
  };
  return commit(site, { name: site.about.name, mode: 'update', change }, ask, options, deps, () => warnings);
}

/** Server-side apply: whoever applies says all that it wants, and owns that. */
async function apply(
  site: Site,
  value: Json,
  duplicate: readonly (readonly (string | number)[])[],
  ask: Ask,
  deps: KubeDeps,
): Promise<Answer> {
  const options = readWriteOptions(ask.url, 'apply');
  const { document, warnings } = admitFields(identified(value, site), duplicate, site, options);
  if (isObject(document.metadata) && Array.isArray(document.metadata.managedFields) && document.metadata.managedFields.length > 0)
    throw badRequest('metadata.managedFields must be nil');
  const outcome: { conflicts?: readonly FieldConflict[] } = {};
  const change = (base: JsonObject | undefined, current: Resource | undefined) => {
    refuseStale(document, current);
    return applied(site, base, document, current, options, outcome, deps);
  };
  try {
    return await commit(site, { name: site.about.name, mode: 'apply', change }, ask, options, deps, () => warnings);
  } catch (error) {
    if (outcome.conflicts) throw conflictOf(outcome.conflicts);
    throw error;
  }
}

function applied(
  site: Site,
  base: JsonObject | undefined,
  document: JsonObject,
  current: Resource | undefined,
  options: WriteOptions,
  outcome: { conflicts?: readonly FieldConflict[] },
  deps: KubeDeps,
): ReturnType<Change['change']> {
  const { view } = site;
  delete outcome.conflicts;
  const result = applyFields({
    live: base,
    applied: document,
    managers: current?.managed ?? [],
    manager: options.fieldManager ?? '',
    apiVersion: view.apiVersion,
    type: view.fields,
    versions: view.versions,
    force: options.force,
    now: deps.now(),
    defaulted: view.defaulted,
  });
  if (result.type === 'applied') return { document: result.object, managed: result.managers };
  outcome.conflicts = result.conflicts;
  throw conflictOf(result.conflicts);
}

export const conflictOf = (conflicts: readonly FieldConflict[]): Refused =>
  new Refused(
    { code: 'conflict', message: conflictMessage(conflicts) },
    {
      said: conflictMessage(conflicts),
      causes: conflicts.map((conflict) => ({
        reason: 'FieldManagerConflict',
        message: `conflict with ${showManager(conflict)}`,
        field: conflict.path,
      })),
    },
  );
