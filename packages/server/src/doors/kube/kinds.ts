/** The kinds themselves, to be read: whether code, a definition or another service brought them. KindDefinitions are where they are changed. */
import { type JsonObject, ProblemError } from '@ectropy/sdk';
import { suggest } from '../../config/suggest.ts';
import { parseUrn } from '../../core/urn.ts';
import { DEFINITION } from '../../hub/builtin.ts';
import { given, shared } from '../../hub/definition/kind-of.ts';
import type { Kinds } from '../../hub/kinds.ts';
import type { Registered, Version } from '../../hub/registered.ts';
import { byText } from '../../hub/scheme/versions.ts';
import { type Answer, type Ask, type KubeDeps, ownApiVersion } from './ask.ts';
import { negotiate, offers } from './wire/accept.ts';
import { type Columns, compileColumns } from './wire/columns.ts';
import { isWatch, readListOptions } from './wire/list-options.ts';
import type { ResourceTarget } from './wire/path.ts';
import { methodNotAllowed, Refused } from './wire/refused.ts';
import { tableOf } from './wire/table.ts';

export const isKinds = ({ group, version, resource }: ResourceTarget, { kinds }: KubeDeps): boolean =>
  resource === 'kinds' && version === 'v1' && kinds.scheme.shortGroup(group) === 'core';

export async function readKinds(target: ResourceTarget, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const { name, verb, namespace, subresource } = target;
  if (namespace !== undefined || subresource !== undefined || isWatch(ask.url)) throw methodNotAllowed();
  if (verb !== 'get' && verb !== 'list') throw onlyRead();
  const denied = deps.app.may(verb, { kind: DEFINITION }, ask.caller);
  if (denied) throw new ProblemError(denied);
  return name === undefined ? listKinds(ask, deps) : getKind(name, ask, deps);
}

const onlyRead = (): Refused =>
  new Refused(
    { code: 'unsupported', message: 'kinds are only read here', hint: 'define, change and delete kinds as KindDefinitions' },
    { status: 405 },
  );

async function listKinds(ask: Ask, deps: KubeDeps): Promise<Answer> {
  const { includeObject } = readListOptions(ask.url);
  const { as, contentType } = negotiate(ask.headers.accept, offers.resource);
  const metadata = { resourceVersion: await deps.app.version() };
  const items = deps.kinds.registered.toSorted((a, b) => byText(a.kind.name, b.kind.name)).map((one) => kindOf(one, deps.kinds));
  const table = { columns, now: deps.now(), include: includeObject };
  if (as?.kind === 'Table') return { body: tableOf(items, metadata, table) as unknown as JsonObject, contentType };
  return { body: { kind: 'KindList', apiVersion: ownApiVersion(deps), metadata, items }, contentType };
}

async function getKind(name: string, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const found = deps.kinds.find(name);
  if (!found) throw unknown(name, deps);
  const { as, contentType } = negotiate(ask.headers.accept, offers.resource);
  const body = kindOf(found, deps.kinds);
  return { body: as?.kind === 'Table' ? (tableOf([body], {}, { columns, now: deps.now() }) as unknown as JsonObject) : body, contentType };
}

function unknown(name: string, { kinds: { all, scheme } }: KubeDeps): Refused {
  const near = suggest(
    name,
    all.map((kind) => kind.name),
  );
  return new Refused(
    { code: 'not_found', message: `kinds "${name}" not found`, ...(near !== undefined && { hint: `did you mean ${near}?` }) },
    { about: { group: scheme.groupOf({}), resource: 'kinds', kind: 'Kind', name } },
  );
}

const columns = ageless([
  { name: 'Short', path: '.spec.names.short[*]', description: 'Shorter names.' },
  { name: 'APIVersion', path: '.spec.apiVersion', description: 'As it stands in documents.' },
  { name: 'Backend', path: '.spec.backend', description: 'What serves it.' },
  { name: 'Scope', path: '.spec.scope', description: 'Whether a resource belongs to a project.' },
  { name: 'Description', path: '.spec.description', description: 'What a resource of this kind is.' },
]);

/** Kinds that code brought along are as old as the code. */
function ageless(own: Parameters<typeof compileColumns>[0]): Columns {
  const { definitions, cells } = compileColumns(own);
  return { definitions: definitions.slice(0, -1), cells: (kind, now) => cells(kind, now).slice(0, -1) };
}

/** Its name is the one that stands in URNs, and in what other kinds need. */
export function kindOf(registered: Registered, { scheme }: Kinds): JsonObject {
  const { kind, module, backend, names, listKind, group, versions, statusWritable, definition } = registered;
  const spec = {
    description: kind.description,
    group,
    apiVersion: scheme.apiVersionOf(kind),
    scope: kind.scope === 'cluster' ? 'Cluster' : 'Project',
    backend,
    ...(definition && { definition: parseUrn(definition.urn)?.name ?? '' }),
    names: { ...names, list: listKind },
    versions: versions.map((version) => versionOf(version, scheme.apiVersionOf(kind, version.name))),
    ...given(kind, shared),
    ...(kind.recheckMs !== undefined && { recheckSeconds: kind.recheckMs / 1_000 }),
    capabilities: { observe: !!module.observe, import: !!module.find, logs: !!module.logs, statusWritable },
  };
  return { apiVersion: `${scheme.groupOf({})}/v1`, kind: 'Kind', metadata: { name: kind.name }, spec: spec as unknown as JsonObject };
}

const versionOf = (version: Version, apiVersion: string) => ({
  name: version.name,
  apiVersion,
  ...given(version, ['hub', 'served', 'deprecated', 'schema', 'statusSchema', 'columns', 'selectable', 'scale']),
});
