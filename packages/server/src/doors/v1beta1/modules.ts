/** What a project configures for the module of a kind. */
import { ProblemError } from '@ectropy/sdk';
import type { Ask, Verb } from './ask.ts';
import { readUrn } from './common.ts';
import { objectAt } from './fields.ts';
import { readConfigs, readModule } from './from-wire.ts';
import { readCaller } from './headers.ts';
import { moduleToWire } from './to-wire.ts';

const FORM = 'orn:entropy:module:<project>:<name>';

export const listModules: Verb = async (ask, { app }) => {
  const caller = readCaller(ask, 'optional');
  const project = ask.query.text('project');
  ask.faults.check();
  return { json: { modules: (await app.modules.list(project, caller)).map(moduleToWire) } };
};

export const getModule: Verb = async (ask, { app }) => {
  const { project, name } = readModuleUrn(ask);
  const caller = readCaller(ask, 'optional');
  ask.faults.check();
  return { json: { module: moduleToWire(await app.modules.get(project, name, caller)) } };
};

export const createModule: Verb = async (ask, { app }) => {
  const caller = readCaller(ask, 'optional');
  const module = readModule(ask.body, ask.faults);
  ask.faults.check();
  return { json: { module: moduleToWire(await app.modules.create(module, caller)) } };
};

export const updateModule: Verb = async (ask, { app }) => {
  const { project, name } = readModuleUrn(ask);
  const caller = readCaller(ask, 'optional');
  const configs = readConfigs(objectAt(ask.body, [], ask.faults), ask.faults);
  ask.faults.check();
  return { json: { module: moduleToWire(await app.modules.update({ project, name, configs }, caller)) } };
};

export const removeModule: Verb = async (ask, { app }) => {
  const { project, name } = readModuleUrn(ask);
  const caller = readCaller(ask, 'optional');
  ask.faults.check();
  await app.modules.remove(project, name, caller);
  return { json: {} };
};

function readModuleUrn(ask: Ask): { readonly project: string; readonly name: string } {
  const { kind, project, name, urn } = readUrn(ask, FORM);
  if (kind === 'module') return { project, name };
  throw new ProblemError({ code: 'invalid', path: ['urn'], message: `${urn} is not the URN of a module`, hint: `write ${FORM}` });
}
