/** The kinds that this server knows, each with its module and its compiled schemas. */
import { type Json, type JsonObject, type Kind, type Module, type Path, type Problem, ProblemError } from '@ectropy/sdk';
import type { CheckSpec } from '../core/admit.ts';
import { identityProblems } from '../core/urn.ts';
import { type Check, compileSchema } from './schema.ts';

export interface Registered {
  readonly kind: Kind;
  readonly module: Module;
  readonly checkSpec: CheckSpec;
  /** Throws all problems at once. */
  checkParams(action: string, params: Json): JsonObject;
  checkConfig(configs: Json): JsonObject;
}

export interface Kinds {
  readonly all: readonly Kind[];
  /** How many of a kind may be worked on at once, for the kinds that say so. */
  readonly limits: Readonly<Record<string, number>>;
  find(name: string): Registered | undefined;
  /** The ancestor's sentence for a kind that is not there. */
  get(name: string, project: string): Registered;
}

const RESERVED = new Set(['dependencies', 'sharing']);

export function openKinds(modules: readonly Module[]): Kinds {
  const twice = modules.find(({ kind }, i) => modules.findIndex((other) => other.kind.name === kind.name) !== i);
  if (twice) throw new ProblemError({ code: 'exists', message: `two modules serve kind '${twice.kind.name}'` });
  const registered = new Map(modules.map((module) => [module.kind.name, register(module)]));
  const all = modules.map(({ kind }) => kind);
  return {
    all,
    limits: Object.fromEntries(all.flatMap(({ name, concurrency }) => (concurrency === undefined ? [] : [[name, concurrency]]))),
    find: (name) => registered.get(name),
    get(name, project) {
      const found = registered.get(name);
      if (found) return found;
      throw new ProblemError({
        code: 'invalid',
        path: ['kind'],
        message: `kind '${name}' is not valid in project '${project}'`,
        hint: `the kinds are ${[...registered.keys()].sort().join(', ')}`,
      });
    },
  };
}

function register(module: Module): Registered {
  const { kind } = module;
  refuseBadKind(kind);
  const spec = compileSchema(kind.schema, { root: ['spec'], ...(kind.secret && { secret: kind.secret }) });
  const config = kind.config && compileSchema(kind.config, { root: ['configs'] });
  const params = new Map(
    Object.entries(kind.actions ?? {}).map(([name, action]) => [name, action.params && compileSchema(action.params, { root: ['params'] })]),
  );
  return {
    kind,
    module,
    checkSpec(value) {
      const { value: filled, problems } = spec(value);
      return { spec: filled, problems };
    },
    checkParams(action, value) {
      if (!params.has(action))
        throw new ProblemError({ code: 'invalid', message: `action '${action}' is not valid on kind '${kind.name}'`, ...hintOf(params) });
      return checked(params.get(action), value, ['params']);
    },
    checkConfig: (value) => checked(config, value, ['configs']),
  };
}

const hintOf = (params: ReadonlyMap<string, unknown>): Pick<Problem, 'hint'> => ({
  hint: params.size > 0 ? `the actions are ${[...params.keys()].sort().join(', ')}` : 'this kind has no actions',
});

function checked(check: Check | undefined, value: Json, path: Path): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ProblemError({ code: 'invalid', path, message: 'must be an object' });
  const { value: filled, problems } = check ? check(value) : { value, problems: [] };
  const [first, ...others] = problems;
  if (first) throw new ProblemError([first, ...others]);
  return filled as JsonObject;
}

/** A kind that could not be used later is refused when it is registered. */
function refuseBadKind({ name, schema }: Kind): void {
  const properties = typeof schema.properties === 'object' && schema.properties !== null ? Object.keys(schema.properties) : [];
  const reserved = properties.filter((property) => RESERVED.has(property));
  const problems: Problem[] = [
    ...identityProblems({ kind: name, project: 'any', name: 'any' }),
    ...(name === 'module' ? [{ code: 'invalid', message: "the kind name 'module' is reserved" } as const] : []),
    ...reserved.map((property): Problem => ({
      code: 'invalid',
      path: ['schema', 'properties', property],
      message: 'is reserved at the top of spec',
    })),
  ];
  const [first, ...others] = problems;
  if (first) throw new ProblemError([first, ...others]);
}
