/** Definitions of kinds are resources like any other: only stored, and refused when their kind could not be used later. */
import { type Kind, type Module, type Problem, refuse } from '@ectropy/sdk';
import { recordModule } from './builtin.ts';
import { definitionProblems } from './definition/definition-problems.ts';
import { kindDefinition } from './definition/kind-definition.ts';
import { backendOf, hubOf, type KindDefinitionSpec, type VersionDefinition } from './definition/spec.ts';
import { schemaProblems } from './schema/limits.ts';
import { compileRules } from './schema/rules.ts';

export interface Surroundings {
  /** The kinds that are there without a definition, and those of other definitions. */
  taken(definition: string): readonly Kind[];
  readonly modules: readonly string[];
  readonly accessors: readonly string[];
}

export function definitionModule(around: Surroundings): Module {
  const record = recordModule(kindDefinition);
  return {
    ...record,
    plan(subject, intent) {
      if (!('spec' in intent)) return record.plan(subject, intent);
      const [first, ...others] = problemsOf(subject.name, intent.spec as unknown as KindDefinitionSpec, around);
      return first ? refuse(first, ...others) : record.plan(subject, intent);
    },
  };
}

function problemsOf(name: string, spec: KindDefinitionSpec, around: Surroundings): readonly Problem[] {
  const inside = [...definitionProblems(name, spec, around.taken(name)), ...backendProblems(spec, around)];
  const schemas = spec.versions.flatMap((version, i) => versionProblems(version, spec, i));
  return [...inside, ...schemas].map((problem) => ({ ...problem, path: underSpec(problem.path ?? []) }));
}

const underSpec = (path: readonly (string | number)[]): readonly (string | number)[] =>
  path[0] === 'spec' || path[0] === 'metadata' ? path : ['spec', ...path];

/** The rules speak of the hub version; documents of the others are converted before. */
function versionProblems(version: VersionDefinition, spec: KindDefinitionSpec, i: number): readonly Problem[] {
  const { schema, statusSchema } = version;
  const rules = version === hubOf(spec) ? (spec.rules ?? []) : [];
  const at = ['versions', i];
  const limits = [
    ...schemaProblems(schema, [...at, 'schema']),
    ...(statusSchema ? schemaProblems(statusSchema, [...at, 'statusSchema']) : []),
  ];
  return limits.length > 0 ? limits : compileRules(rules, schema, { root: ['spec'] }).problems;
}

/** Whoever is to serve the kind must be here. */
function backendProblems(spec: KindDefinitionSpec, { modules, accessors }: Surroundings): readonly Problem[] {
  const backend = backendOf(spec);
  if ('driver' in backend)
    return [
      {
        code: 'unsupported',
        path: ['backend', 'driver'],
        message: 'this server cannot reach drivers yet',
        hint: 'use a record, a module or an accessor',
      },
    ];
  if ('module' in backend) return missing('module', backend.module.name, modules);
  return 'accessor' in backend ? missing('accessor', backend.accessor.name, accessors) : [];
}

const missing = (path: string, name: string, known: readonly string[]): readonly Problem[] =>
  known.includes(name)
    ? []
    : [
        {
          code: 'invalid',
          path: ['backend', path, 'name'],
          message: `there is no ${path} '${name}' here`,
          hint: known.length > 0 ? `use one of ${known.join(', ')}` : `this server has no ${path}s`,
        },
      ];
