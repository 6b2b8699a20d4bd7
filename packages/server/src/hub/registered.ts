/** A kind as the server uses it: with its names, its versions and its compiled checks. */
import { createHash } from 'node:crypto';
import {
  isObject,
  type Column,
  type Convertor,
  type Json,
  type JsonObject,
  type Kind,
  type Module,
  type Path,
  type Problem,
  ProblemError,
} from '@ectropy/sdk';
import type { CheckSpec } from '../core/admit.ts';
import type { Version as StoreVersion } from '../core/resource.ts';
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
  readonly statusSchema?: JsonObject;
  readonly selectable: readonly string[];
  readonly scale?: Kind['scale'];
  /** Of a document in this version, before it is converted. */
  readonly check: Check;
}

/** What a definition says about one version, where that differs from version to version. */
export type VersionView = Partial<Pick<Version, 'served' | 'deprecated' | 'statusSchema' | 'selectable' | 'scale' | 'columns'>>;

export interface Registered {
  readonly kind: Kind;
  readonly module: Module;
  /** `module`: code here works on it. `record`: it is only stored. `accessor`: another service holds it. */
  readonly backend: 'module' | 'record' | 'accessor';
  /** Of a kind that was defined at run time: the accessor that serves it. */
  readonly accessor?: string;
  /** Somebody else writes its status. */
  readonly statusWritable: boolean;
  readonly names: Names;
  readonly listKind: string;
  /** With the suffix. */
  readonly group: string;
  /** The hub version first, the others as Kubernetes orders them. */
  readonly versions: readonly Version[];
  /** The resource that defines it, for a kind that came at run time. */
  readonly definition?: Definition;
  /** Documents stored in another shape are read as this one. */
  readonly shape: string;
  readonly checkSpec: CheckSpec;
  /** A stored spec of any shape as the hub version has it now. */
  newest(spec: Json, shape: string | undefined): Json;
  /** Throws all problems at once. */
  checkParams(action: string, params: Json): JsonObject;
  checkConfig(configs: Json): JsonObject;
}

/** The resource that defines a kind, and which state of it. */
export interface Definition {
  readonly urn: Urn;
  readonly uid: string;
  readonly version: StoreVersion;
}

export type Origin = Pick<Registered, 'backend' | 'statusWritable' | 'definition' | 'accessor'> & {
  readonly listKind?: string;
  readonly views?: Readonly<Record<string, VersionView>>;
};

export function register(module: Module, scheme: Scheme, { views = {}, listKind, ...origin }: Origin): Registered {
  const { kind } = module;
  const names = namesOf(kind);
  const versions = versionsOf(kind).map((version) => ({ ...version, ...views[version.name] }));
  const spec = checkOf(kind.schema, kind.secret);
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
    names,
    listKind: listKind ?? `${names.kind}List`,
    group: scheme.groupOf(kind),
    shape: shapeOf(kind),
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
      const check = params.get(action);
      if (!check && isObject(value) && Object.keys(value).length > 0)
        throw new ProblemError({
          code: 'invalid',
          path: ['params'],
          message: `action '${action}' takes no parameters`,
          hint: 'leave them out',
        });
      return checked(check, value, ['params']);
    },
    checkConfig: (value) => checked(config, value, ['configs']),
  };
}

/** What documents of the kind look like when they are stored: the hub version, and its schema. */
export const shapeOf = ({ version = 'v1', schema }: Kind): string => `${version}.${digest(schema)}`;

const digest = (schema: JsonObject): string => createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 8);

const versionsOf = ({
  version = 'v1',
  schema,
  columns = [],
  versions = {},
  secret,
  statusSchema,
  selectable = [],
  scale,
}: Kind): readonly Version[] => [
  {
    name: version,
    hub: true,
    served: true,
    schema,
    columns,
    selectable,
    check: checkOf(schema, secret),
    ...(statusSchema && { statusSchema }),
    ...(scale && { scale }),
  },
  ...Object.entries(versions).map(([name, view]): Version => ({
    name,
    hub: false,
    served: !view.retired,
    schema: view.schema,
    columns: view.columns ?? columns,
    selectable,
    check: checkOf(view.schema, secret),
    ...(statusSchema && { statusSchema }),
    ...(scale && { scale }),
    ...(view.deprecated !== undefined && { deprecated: view.deprecated }),
    ...(view.convert && { convert: view.convert }),
  })),
];

const checkOf = (schema: JsonObject, secret: Kind['secret']): Check => lazyCheck(schema, { root: ['spec'], ...(secret && { secret }) });

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
