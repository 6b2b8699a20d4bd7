import type { Path } from '@ectropy/sdk';
import type { App, Caller } from '../../app/app.ts';
import type { Identity, Urn } from '../../core/urn.ts';
import type { Answer, Ask, Verb } from './ask.ts';
import { oneResource, readUrn } from './common.ts';
import { objectAt } from './fields.ts';
import { type WireExecute, readExecute } from './from-wire.ts';
import { mutation, readCaller, readExpected } from './headers.ts';
import { atWirePaths } from './problem.ts';
import { applyUpdate } from './update.ts';

/** POST /resources/{urn}/actions/{action}: the body is the parameters themselves. */
export const act: Verb = async (ask, { app }) => {
  const target = readUrn(ask);
  const caller = readCaller(ask, 'required');
  const wire = {
    action: ask.params['action'] ?? '',
    params: objectAt(ask.body, [], ask.faults),
    labels: ask.query.words('labels'),
    dryRun: ask.query.bool('dry_run'),
  };
  return run(ask, app, caller, target, wire, []);
};

/** POST /resources/{urn}/execute: the form of the older documents. */
export const execute: Verb = async (ask, { app }) => {
  const target = readUrn(ask);
  const caller = readCaller(ask, 'required');
  const wire = readExecute(ask.body, ask.faults);
  return run(ask, app, caller, target, { ...wire, dryRun: ask.query.bool('dry_run') || wire.dryRun }, ['params']);
};

type Target = Identity & { readonly urn: Urn };

async function run(ask: Ask, app: App, caller: Caller, target: Target, wire: WireExecute, at: Path): Promise<Answer> {
  const { action, params, labels } = wire;
  if (action === 'update') {
    const paths = { spec: at };
    return applyUpdate(ask, app, caller, target, { ...wire, configs: params, dependencies: {}, annotations: {}, paths });
  }
  const options = { ...mutation(ask, caller, wire), onlySettled: true };
  const expected = readExpected(ask);
  ask.faults.check();

  const request = { urn: target.urn, action, params, labels, ...expected };
  const { resource } = await atWirePaths({ params: at }, () => app.act(request, caller, options));
  return oneResource(app, resource);
}
