/** All commands, in the order of the help. */
import type { Registrar } from '../program.ts';
import { registerAction } from './action.ts';
import { registerApply } from './apply.ts';
import { registerCompletion } from './completion.ts';
import { registerConfig } from './config.ts';
import { registerDelete } from './delete.ts';
import { registerDescribe } from './describe.ts';
import { registerDrift } from './drift.ts';
import { registerEvents } from './events.ts';
import { registerGet } from './get.ts';
import { registerHelp } from './help.ts';
import { registerHistory } from './history.ts';
import { registerImport } from './import.ts';
import { registerKinds } from './kinds.ts';
import { registerKubeconfig } from './kubeconfig.ts';
import { registerLogs } from './logs.ts';
import { registerNudges } from './nudge.ts';
import { registerPlan } from './plan.ts';
import { registerRollback } from './rollback.ts';
import { registerServants } from './servants.ts';
import { registerTree } from './tree.ts';
import { registerVersion } from './version.ts';
import { registerWhy } from './why.ts';

export const registrations: readonly ((registrar: Registrar) => void)[] = [
  registerServants,
  registerApply,
  registerPlan,
  registerGet,
  registerDescribe,
  registerTree,
  registerDelete,
  registerWhy,
  registerEvents,
  registerLogs,
  registerHistory,
  registerAction,
  registerRollback,
  registerImport,
  registerDrift,
  registerNudges,
  registerKinds,
  registerKubeconfig,
  registerConfig,
  registerCompletion,
  registerVersion,
  registerHelp,
];
