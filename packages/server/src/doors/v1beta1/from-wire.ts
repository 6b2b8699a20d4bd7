/** Bodies of this door as values; every mistake goes to the faults with its path in the body. */
import type { Json, JsonObject } from '@ectropy/sdk';
import { wordProblems } from '../../core/labels.ts';
import type { Words } from '../../core/resource.ts';
import { type Identity, identityProblems } from '../../core/urn.ts';
import type { Faults } from '../http/faults.ts';
import { type Links, readDependencies } from './dependencies.ts';
import { boolAt, field, hasField, objectAt, stringAt, wordsAt } from './fields.ts';
import type { WirePaths } from './problem.ts';

export interface WireSpec {
  /** `undefined` when the body has none. */
  readonly configs: Json | undefined;
  readonly dependencies: Links;
  readonly paths: WirePaths;
}

export interface WireDraft extends Identity, WireSpec {
  readonly labels: Words;
  readonly annotations: Words;
}

export const NO_CONFIGS = "'configs' field must be specified and must be valid JSON";

/** The body of create: the resource itself. Only what a person declares is read; `urn`, `state` and times are the server's. */
export function readResource(json: Json | undefined, faults: Faults): WireDraft {
  const body = objectAt(json, [], faults);
  const spec = readSpec(body, 'spec', faults);
  if (spec.configs === undefined) faults.add([], NO_CONFIGS);
  const draft: WireDraft = {
    ...spec,
    kind: stringAt(field(body, 'kind'), ['kind'], faults).trim(),
    name: stringAt(field(body, 'name'), ['name'], faults).trim(),
    project: (stringAt(field(body, 'project'), ['project'], faults) || stringAt(field(body, 'parent'), ['parent'], faults)).trim(),
    labels: wordsAt(field(body, 'labels'), ['labels'], faults),
    annotations: wordsAt(field(body, 'annotations'), ['annotations'], faults),
  };
  // Admission would find these too, but not together: it stops at an identity that cannot be, and never sees a body with faults of form.
  const identity = identityProblems(draft);
  if (faults.any || identity.length > 0)
    faults.addAll([...identity, ...wordProblems('labels', draft.labels), ...wordProblems('annotations', draft.annotations)]);
  return draft;
}

/** `spec.configs` and `spec.dependencies`, or both at the top of the body as in older documents. */
function readSpec(body: JsonObject, name: 'spec' | 'new_spec', faults: Faults): WireSpec {
  const spec = objectAt(field(body, name), [name], faults);
  const place = (part: string): Placed =>
    hasField(spec, part) || !hasField(body, part)
      ? { value: field(spec, part), path: [name, part] }
      : { value: field(body, part), path: [part] };
  const configs = place('configs');
  const dependencies = place('dependencies');
  return {
    configs: configs.value,
    dependencies: readDependencies(dependencies.value, dependencies.path, faults),
    paths: { spec: configs.path, dependencies: dependencies.path },
  };
}

interface Placed {
  readonly value: Json | undefined;
  readonly path: readonly string[];
}

export interface WireUpdate extends WireSpec {
  readonly labels: Words;
  readonly annotations: Words;
  readonly dryRun: boolean;
}

/** The body of update. Configs may be left out only when nothing but labels or annotations is to change. */
export function readUpdate(json: Json | undefined, faults: Faults): WireUpdate {
  const body = objectAt(json, [], faults);
  const update: WireUpdate = {
    ...readSpec(body, 'new_spec', faults),
    labels: wordsAt(field(body, 'labels'), ['labels'], faults),
    annotations: wordsAt(field(body, 'annotations'), ['annotations'], faults),
    dryRun: boolAt(field(body, 'dry_run'), ['dry_run'], faults),
  };
  const words = Object.keys({ ...update.labels, ...update.annotations });
  const specGiven = (field(body, 'new_spec') ?? field(body, 'dependencies') ?? null) !== null;
  if (update.configs === undefined && (specGiven || words.length === 0) && !faults.any)
    faults.add([], 'no config is being updated, nothing to do');
  return update;
}

export interface WireExecute {
  readonly action: string;
  readonly params: JsonObject;
  readonly labels: Words;
  readonly dryRun: boolean;
}

/** The older form of an action: its name in the body. */
export function readExecute(json: Json | undefined, faults: Faults): WireExecute {
  const body = objectAt(json, [], faults);
  const action = stringAt(field(body, 'action'), ['action'], faults).trim();
  if (action === '' && !faults.any) faults.add(['action'], 'must be set', 'name the action to run');
  return {
    action,
    params: objectAt(field(body, 'params'), ['params'], faults),
    labels: wordsAt(field(body, 'labels'), ['labels'], faults),
    dryRun: boolAt(field(body, 'dry_run'), ['dry_run'], faults),
  };
}

export interface WireModule {
  readonly name: string;
  readonly project: string;
  readonly configs: Json;
}

export function readModule(json: Json | undefined, faults: Faults): WireModule {
  const body = objectAt(json, [], faults);
  const module = {
    name: stringAt(field(body, 'name'), ['name'], faults).trim(),
    project: stringAt(field(body, 'project'), ['project'], faults).trim(),
    configs: readConfigs(body, faults),
  };
  faults.addAll(identityProblems({ kind: 'module', ...module }));
  return module;
}

export function readConfigs(body: JsonObject, faults: Faults): Json {
  const configs = field(body, 'configs');
  if (configs === undefined) faults.add([], NO_CONFIGS);
  return configs ?? null;
}
