import { ProblemError } from '@ectropy/sdk';
import type { App, Caller, Draft } from '../../app/app.ts';
import { mergeWords } from '../../core/labels.ts';
import type { Resource } from '../../core/resource.ts';
import type { Identity, Urn } from '../../core/urn.ts';
import type { Answer, Ask, Verb } from './ask.ts';
import { kindOf, oneResource, onlyResult, readUrn } from './common.ts';
import { keepDependencies } from './dependencies.ts';
import { type WireUpdate, readUpdate } from './from-wire.ts';
import { mutation, readCaller, readExpected } from './headers.ts';
import { atWirePaths } from './problem.ts';
import { restore } from './secrets.ts';

/** PATCH /resources/{urn}: replaces the configs, merges labels and annotations, leaves the dependencies. */
export const update: Verb = async (ask, { app }) => {
  const target = readUrn(ask);
  const caller = readCaller(ask, 'required');
  return applyUpdate(ask, app, caller, target, readUpdate(ask.body, ask.faults));
};

type Target = Identity & { readonly urn: Urn };

/** The rest of the way, which the action called `update` takes too. */
export async function applyUpdate(ask: Ask, app: App, caller: Caller, { urn, ...identity }: Target, wire: WireUpdate): Promise<Answer> {
  const options = { ...mutation(ask, caller, wire), onlySettled: true };
  const expected = readExpected(ask);
  ask.faults.check();

  const declare = (current: Resource | undefined): Draft => {
    if (!current) throw new ProblemError({ code: 'not_found', message: `resource with urn '${urn}' not found` });
    return {
      labels: mergeWords(current.labels, wire.labels),
      annotations: mergeWords(current.annotations, wire.annotations),
      spec: wire.configs === undefined ? current.spec : restore(wire.configs, current.spec, kindOf(app, identity.kind)),
      dependencies: keepDependencies(wire.dependencies, current),
    };
  };
  const results = await atWirePaths(wire.paths, () => app.apply([{ mode: 'update', ...identity, declare, ...expected }], caller, options));
  return oneResource(app, onlyResult(results).resource);
}
