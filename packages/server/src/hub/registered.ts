/** A kind as the server uses it: with its names, its versions and its compiled checks. */
import { createHash } from 'node:crypto';
import { type Column, type Convertor, type Json, type JsonObject, type Kind, type Module, type Path, type Problem, ProblemError } from '@ectropy/sdk';
import type { CheckSpec } from '../core/admit.ts';
import type { Urn } from '../core/urn.ts';
import { fillDefaults } from './schema/defaults.ts';
import { compileRules } from './schema/rules.ts';
import { type Check, lazyCheck } from './schema/compile.ts';
import { type Names, namesOf } from './scheme/names.ts';
import type { Scheme } from './scheme/scheme.ts';

/** One view of the kind's resources. */
export interface Version {
  readonly name: string;
  /** Documents are stored in this one. */
  readonly hub: boolean;
  readonly served: boolean;
  readonly schema: JsonObject;
  readonly columns: readonly Column[];
  readonly deprecated?: string;
  readonly convert?: Convertor;
}

export interface Registered {
  readonly kind: Kind;
  readonly module: Module;
  /** `module`: code here works on it. `record`: it is only stored. `accessor`: another service holds it. */
  readonly backend: 'module' | 'record' | 'accessor';
  /** Somebody else writes its status. */
  readonly statusWritable: boolean;
  readonly names: Names;
  /** With the suffix. */
  readonly group: string;
  /** The hub version first, the others as Kubernetes orders them. */
  readonly versions: readonly Version[];
  /** The resource that defines it, for a kind that came at run time. */
  readonly definition?: { readonly urn: Urn; readonly uid: string };
  /** Documents stored in another shape are read as this one. */
  readonly shape: string;
  readonly checkSpec: CheckSpec;
  /** A stored spec of any shape as the hub version has it now. */
  newest(spec: Json, shape: string | undefined): Json;
  /** Throws all problems at once. */
  checkParams(action: string, params: Json): JsonObject;
  checkConfig(configs: Json): JsonObject;
}

export type Origin = Pick<Registered, 'backend' | 'statusWritable' | 'definition'>;

export function register(module: Module, scheme: Scheme, origin: Origin): Registered {
  const { kind } = module;
  const versions = versionsOf(kind);
  const spec = lazyCheck(kind.schema, { root: ['spec'], ...(kind.secret && { secret: kind.secret }) });
  const config = kind.config && lazyCheck(kind.config, { root: ['configs'] });
  const params = new Map(
    Object.entries(kind.actions ?? {}).map(([name, action]) => [name, action.params && lazyCheck(action.params, { root: ['params'] })]),
  );
  let rules: ReturnType<typeof compileRules> | undefined;
  return {
    ...origin,
    kind,
    module,
    versions,
    names: namesOf(kind),
    group: scheme.groupOf(kind),
    shape: `${kind.version ?? 'v1'}.${digest(kind.schema)}`,
    checkSpec(value, old) {
      const { value: filled, problems } = spec(value);
      rules ??= compileRules(kind.rules ?? [], kind.schema);
      return { spec: filled, problems: problems.length > 0 ? problems : rules.check(filled, old) };
    },
    newest(stored, shape = '') {
      const from = versions.find(({ name, hub }) => !hub && shape.startsWith(`${name}.`));
      return fillDefaults(kind.schema, from?.convert ? from.convert.toHub(stored) : stored);
    },
    checkParams(action, value) {
      if (!params.has(action))
        throw new ProblemError({ code: 'invalid', message: `action '${action}' is not valid on kind '${kind.name}'`, ...hintOf(params) });
      return checked(params.get(action), value, ['params']);
    },
    checkConfig: (value) => checked(config, value, ['configs']),
  };
}

const digest = (schema: JsonObject): string => createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 8);

const versionsOf = ({ version = 'v1', schema, columns = [], versions = {} }: Kind): readonly Version[] => [
  { name: version, hub: true, served: true, schema, columns },
  ...Object.entries(versions).map(
    ([name, view]): Version => ({
      name,
      hub: false,
      served: !view.retired,
      schema: view.schema,
      columns: view.columns ?? columns,
      ...(view.deprecated !== undefined && { deprecated: view.deprecated }),
      ...(view.convert && { convert: view.convert }),
    }),
  ),
];

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
