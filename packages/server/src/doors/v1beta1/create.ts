import { mergeWords } from '../../core/labels.ts';
import type { Edit } from '../../app/app.ts';
import type { Verb } from './ask.ts';
import { kindOf, oneResource, onlyResult } from './common.ts';
import { readResource } from './from-wire.ts';
import { mutation, readCaller } from './headers.ts';
import { atWirePaths } from './problem.ts';
import { restore } from './secrets.ts';

/** POST /resources: answers 200, as the ancestor does. */
export const create: Verb = async (ask, { app }) => {
  const caller = readCaller(ask, 'required');
  const wire = readResource(ask.body, ask.faults);
  const options = mutation(ask, caller, { dryRun: ask.query.bool('dry_run') });
  ask.faults.check();

  const { kind, project, name } = wire;
  const declare: Edit['declare'] = () => ({
    labels: mergeWords({}, wire.labels),
    annotations: mergeWords({}, wire.annotations),
    spec: restore(wire.configs ?? null, undefined, kindOf(app, kind)),
    dependencies: wire.dependencies,
  });
  const results = await atWirePaths(wire.paths, () => app.apply([{ mode: 'create', kind, project, name, declare }], caller, options));
  return oneResource(app, onlyResult(results).resource);
};
