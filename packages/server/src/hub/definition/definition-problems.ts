import type { Kind, Problem } from '@ectropy/sdk';
import { fieldProblems } from './field-problems.ts';
import { namesProblems } from './names-problems.ts';
import type { KindDefinitionSpec } from './spec.ts';
import { versionsProblems } from './version-problems.ts';

/**
 * Everything that is wrong with a definition that its own schema cannot say. `name` is that of the KindDefinition, `taken` are the other
 * kinds that there are. What the schemas inside are worth is for whoever compiles them.
 */
export const definitionProblems = (name: string, spec: KindDefinitionSpec, taken: readonly Kind[] = []): readonly Problem[] => [
  ...namesProblems(name, spec, taken),
  ...versionsProblems(spec),
  ...fieldProblems(spec),
];
