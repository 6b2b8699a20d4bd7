/** The kinds that this server knows: those of its modules from the start, others as they are defined and forgotten. */
import { type Kind, type Module, type Problem, ProblemError } from '@ectropy/sdk';
import type { Resource } from '../core/resource.ts';
import { isSecretField } from '../core/selectable.ts';
import { identityProblems, parseUrn, type Urn } from '../core/urn.ts';
import { projectKind, recordModule } from './builtin.ts';
import { definitionModule } from './definition-module.ts';
import { kindOf } from './definition/kind-of.ts';
import { backendOf, type KindDefinitionSpec } from './definition/spec.ts';
import { type Origin, register, type Registered } from './registered.ts';
import { compileSchema } from './schema/compile.ts';
import { type Scheme, schemeOf } from './scheme/scheme.ts';

export type { Registered } from './registered.ts';

export interface Kinds {
  readonly scheme: Scheme;
  readonly all: readonly Kind[];
  readonly registered: readonly Registered[];
  /** How many of a kind may be worked on at once, for the kinds that say so. */
  readonly limits: Readonly<Record<string, number>>;
  /** Grows whenever a kind comes, changes or goes. */
  readonly generation: number;
  find(name: string): Registered | undefined;
  /** The ancestor's sentence for a kind that is not there. */
  get(name: string, project: string): Registered;
  /** By the group and the plural name that stand in a path; aliases of the group count. */
  byResource(group: string, plural: string): Registered | undefined;
  byApi(apiVersion: string, kind: string): Registered | undefined;
  /** The name of the kind that a definition defines. */
  definedBy(definition: Resource): string | undefined;
  /** A definition was stored: from now on its kind can be used. */
  learn(definition: Resource): void;
  forget(urn: Urn): void;
}

export interface KindsOptions {
  readonly scheme?: Scheme;
  /** Kinds whose resources other services hold. A kind that is defined at run time may name one of them as its backend. */
  readonly accessed?: readonly Kind[];
}

export function openKinds(modules: readonly Module[], { scheme = schemeOf('ectropy.dev'), accessed = [] }: KindsOptions = {}): Kinds {
  const twice = modules.find(({ kind }, i) => modules.findIndex((other) => other.kind.name === kind.name) !== i);
  if (twice) throw new ProblemError({ code: 'exists', message: `two modules serve kind '${twice.kind.name}'` });
  for (const { kind } of modules) refuseBadKind(kind);
  for (const kind of accessed) refuseBadKind(kind);
  for (const { kind } of modules) compileSchema(kind.schema, { root: ['spec'] }); // a module with a broken schema is told at the start
  const known = new Map<string, Registered>();
  const definitions = definitionModule({
    taken: (definition) =>
      [...known.values()].filter(({ definition: own }) => parseUrn(own?.urn ?? '')?.name !== definition).map(({ kind }) => kind),
    modules: modules.map(({ kind }) => kind.name),
    accessors: accessed.map(({ name }) => name),
  });
  const add = (module: Module, origin: Origin): void => void known.set(module.kind.name, register(module, scheme, origin));
  add(recordModule(projectKind), { backend: 'record', statusWritable: false });
  add(definitions, { backend: 'record', statusWritable: false });
  for (const module of modules) add(module, { backend: 'module', statusWritable: false });
  for (const kind of accessed) add(recordModule(kind), { backend: 'accessor', statusWritable: false });
  let generation = 0;
  let listed: readonly Registered[] = [];
  let kinds: readonly Kind[] = [];
  let limits: Readonly<Record<string, number>> = {};
  const byPath = new Map<string, Registered>();
  const byName = new Map<string, Registered>();
  const changed = (): void => {
    listed = [...known.values()];
    kinds = listed.map(({ kind }) => kind);
    limits = Object.fromEntries(kinds.flatMap(({ name, concurrency }) => (concurrency === undefined ? [] : [[name, concurrency]])));
    byPath.clear();
    byName.clear();
    for (const registered of listed) {
      byPath.set(placeOf(registered.kind.group, registered.names.plural), registered);
      byName.set(placeOf(registered.kind.group, registered.names.kind), registered);
    }
    generation += 1;
  };
  changed();

  return {
    scheme,
    get all() {
      return kinds;
    },
    get registered() {
      return listed;
    },
    get limits() {
      return limits;
    },
    get generation() {
      return generation;
    },
    find: (name) => known.get(name),
    get(name, project) {
      const found = known.get(name);
      if (found) return found;
      throw new ProblemError({
        code: 'invalid',
        path: ['kind'],
        message: `kind '${name}' is not valid in project '${project}'`,
        hint: hintOf(listed),
      });
    },
    byResource: (group, plural) => byPath.get(placeOf(scheme.shortGroup(group), plural)),
    byApi: (apiVersion, kind) => byName.get(placeOf(scheme.parseApiVersion(apiVersion)?.group, kind)),
    definedBy: ({ spec }) => kindOf(spec as unknown as KindDefinitionSpec).kind.name,
    learn({ urn, uid, spec, version }) {
      const defined = spec as unknown as KindDefinitionSpec;
      const { kind, statusWritable, listKind, versions: views } = kindOf(defined);
      const before = known.get(kind.name)?.definition;
      if (before?.uid === uid && BigInt(before.version) >= BigInt(version)) return; // old news: what has been compiled stays
      const backend = backendOf(defined);
      const common = { definition: { urn, uid, version }, listKind, views };
      const named = 'module' in backend ? modules.find((module) => module.kind.name === backend.module.name) : undefined;
      if (named) add({ ...named, kind }, { backend: 'module', statusWritable: false, ...common });
      else if ('accessor' in backend)
        add(recordModule(kind), { backend: 'accessor', accessor: backend.accessor.name, statusWritable: false, ...common });
      else add(recordModule(kind), { backend: 'record', statusWritable, ...common });
      changed();
    },
    forget(urn) {
      for (const [name, { definition }] of known) if (definition?.urn === urn) known.delete(name);
      changed();
    },
  };
}

const placeOf = (group = 'core', name: string): string => `${group}/${name}`;

const MAX_NAMED = 30;

function hintOf(registered: readonly Registered[]): string {
  const names = registered.filter(({ kind }) => kind.scope !== 'cluster').map(({ kind }) => kind.name);
  const shown = names.sort().slice(0, MAX_NAMED).join(', ');
  return `the kinds are ${shown}${names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''}`;
}

const RESERVED = new Set(['dependencies', 'sharing']);

/** A kind that could not be used later is refused when it is registered. */
function refuseBadKind({ name, schema, selectable = [], secret }: Kind): void {
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
    ...selectable.flatMap((field, i): Problem[] =>
      isSecretField(field, secret) ? [{ code: 'invalid', path: ['selectable', i], message: 'nobody can select by a secret' }] : [],
    ),
  ];
  const [first, ...others] = problems;
  if (first) throw new ProblemError([first, ...others]);
}
