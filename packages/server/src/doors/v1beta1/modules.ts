/** What a project configures for the module of a kind. */
import { ProblemError } from '@ectropy/sdk';
import type { Caller, ModuleOptions } from '../../app/app.ts';
import type { ModuleRecord } from '../../store/port.ts';
import type { Answer, Ask, Verb } from './ask.ts';
import { readUrn } from './common.ts';
import { objectAt } from './fields.ts';
import { readConfigs, readModule } from './from-wire.ts';
import { mutation, readCaller, readExpected } from './headers.ts';
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
  return oneModule(await app.modules.get(project, name, caller));
};

export const createModule: Verb = async (ask, { app }) => {
  const caller = readCaller(ask, 'optional');
  const module = readModule(ask.body, ask.faults);
  const options = readOptions(ask, caller);
  ask.faults.check();
  return oneModule(await app.modules.create(module, caller, options));
};

export const updateModule: Verb = async (ask, { app }) => {
  const { project, name } = readModuleUrn(ask);
  const caller = readCaller(ask, 'optional');
  const configs = readConfigs(objectAt(ask.body, [], ask.faults), ask.faults);
  const options = readOptions(ask, caller);
  ask.faults.check();
  return oneModule(await app.modules.update({ project, name, configs }, caller, options));
};

export const removeModule: Verb = async (ask, { app }) => {
  const { project, name } = readModuleUrn(ask);
  const caller = readCaller(ask, 'optional');
  const options = readOptions(ask, caller);
  ask.faults.check();
  await app.modules.remove(project, name, caller, options);
  return { json: {} };
};

/** The moment of its last change is the version of a record. */
const oneModule = (record: ModuleRecord): Answer => ({ json: { module: moduleToWire(record) }, etag: `"${record.updatedAt}"` });

function readOptions(ask: Ask, caller: Caller): ModuleOptions {
  const { idempotency } = mutation(ask, caller);
  const { expected } = readExpected(ask);
  return { ...(idempotency && { idempotency }), ...(expected !== undefined && { expected: Number(expected) }) };
}

function readModuleUrn(ask: Ask): { readonly project: string; readonly name: string } {
  const { kind, project, name, urn } = readUrn(ask, FORM);
  if (kind === 'module') return { project, name };
  throw new ProblemError({ code: 'invalid', path: ['urn'], message: `${urn} is not the URN of a module`, hint: `write ${FORM}` });
}
