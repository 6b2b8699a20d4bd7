/** What a resource depends on, who depends on it, and all that is in a project, as trees. */
import type { Json, JsonObject } from '@ectropy/sdk';
import type { Branch } from '../../app/tree.ts';
import { PROJECT } from '../../hub/builtin.ts';
import { phaseOf } from '../../hub/view/status.ts';
import { type Answer, type Ask, type KubeDeps, ownApiVersion, type Site, urnOf } from './ask.ts';
import { referenceOf } from './reference.ts';
import { OptionsQuery } from './wire/options-query.ts';

export async function tree(site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const query = new OptionsQuery(ask.url);
  const direction = query.bool('dependents') ? 'dependents' : 'dependencies';
  query.check('TreeOptions');
  const head = { kind: 'Tree', apiVersion: ownApiVersion(deps), metadata: { name: site.about.name } };
  if (site.view.registered.kind.name === PROJECT) return { body: { ...head, ...(await ofProject(site, ask, deps)) } };
  const { app } = deps;
  const top = await (direction === 'dependents' ? app.dependents : app.tree)(urnOf(site), ask.caller);
  return { body: { ...head, root: branchOf(top, direction, deps) } };
}

async function ofProject(site: Site, ask: Ask, deps: KubeDeps): Promise<JsonObject> {
  const { roots, cut } = await deps.app.projectTree(site.about.name, ask.caller);
  return { roots: roots.map((root) => branchOf(root, 'dependencies', deps)), ...(cut && { cut }) };
}

function branchOf(branch: Branch, direction: 'dependencies' | 'dependents', deps: KubeDeps): JsonObject {
  const { resource, key, below, repeated, hides, cut } = branch;
  const ready = resource.conditions.find(({ type }) => type === 'Ready');
  return {
    urn: resource.urn,
    ...referenceOf(resource.urn, deps),
    ...(key !== undefined && { key }),
    phase: phaseOf(resource),
    ready: ready?.status ?? 'Unknown',
    ...(ready && { message: ready.message }),
    ...(repeated && { repeated }),
    ...(hides && { hides }),
    ...(cut && { cut }),
    [direction]: below.map((each) => branchOf(each, direction, deps)) as Json,
  };
}
