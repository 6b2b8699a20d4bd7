/** What has happened, as events of Kubernetes: both its old and its new form of them. */
import type { JsonObject } from '@ectropy/sdk';
import type { Version } from '../../core/resource.ts';
import { formatUrn, parseUrn, type Urn } from '../../core/urn.ts';
import { timeOf } from '../../hub/view/document.ts';
import type { EventRecord } from '../../store/port.ts';
import type { Answer, Ask, KubeDeps } from './ask.ts';
import { negotiate, offers } from './wire/accept.ts';
import { type Columns, compileColumns } from './wire/columns.ts';
import { isWatch, readListOptions, readWatchOptions } from './wire/list-options.ts';
import type { ResourceTarget } from './wire/path.ts';
import { methodNotAllowed, Refused } from './wire/refused.ts';
import { type FieldTerm, meetsFields, readFieldSelector } from './wire/selectors.ts';
import { tableOf, tableWatch } from './wire/table.ts';
import { spanMs, begun, guarded } from './watch.ts';
import { each } from '../../watch/each.ts';

export const isEvents = ({ group, version, resource }: ResourceTarget): boolean =>
  resource === 'events' && version === 'v1' && (group === '' || group === 'events.k8s.io');

const involved = ['name', 'namespace', 'kind', 'uid', 'apiVersion', 'fieldPath', 'resourceVersion'];
const supported = [
  ...involved.flatMap((field) => [`involvedObject.${field}`, `regarding.${field}`]),
  'reason',
  'type',
  'source',
  'reportingComponent',
  'reportingController',
  'metadata.name',
  'metadata.namespace',
];

const columns = unnamed([
  { name: 'Last Seen', path: '.lastTimestamp', type: 'date', description: 'When.' },
  { name: 'Type', path: '.type', description: 'Normal or Warning.' },
  { name: 'Reason', path: '.reason', description: 'Why, in one word.' },
  { name: 'Object', path: '.objectName', description: 'To what.' },
  { name: 'Message', path: '.message', description: 'What has happened.' },
  { name: 'Age', path: '.metadata.creationTimestamp', type: 'date', description: 'When it was told.', wide: true },
]);

const MOST = 1_000;

/** The names of events say nothing to people. */
function unnamed(named: Parameters<typeof compileColumns>[0]): Columns {
  const { definitions, cells } = compileColumns(named);
  return { definitions: definitions.slice(1), cells: (event, now) => cells(event, now).slice(1) };
}

export function events(target: ResourceTarget, ask: Ask, deps: KubeDeps): Promise<Answer> {
  if (target.verb !== 'get' && target.verb !== 'list' && target.verb !== 'watch') throw methodNotAllowed();
  return target.verb === 'watch' || isWatch(ask.url) ? watchEvents(target, ask, deps) : listEvents(target, ask, deps);
}

async function listEvents(target: ResourceTarget, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const options = readListOptions(ask.url);
  const terms = readFieldSelector(options.fieldSelector, supported);
  const { as, contentType } = negotiate(ask.headers.accept, offers.resource);
  const version = await deps.app.version();
  const found = await deps.app.events({ ...placeOf(target, terms, deps), limit: MOST }, ask.caller);
  const items = found
    .map((record) => eventOf(record, target.group, deps))
    .filter((event) => meetsFields(terms, (field) => textAt(event, field)));
  if (target.name !== undefined) return one(items, target);
  const metadata = { resourceVersion: version };
  if (as?.kind === 'Table')
    return {
      body: tableOf(items.map(withObject), metadata, { columns, now: deps.now(), include: options.includeObject }) as unknown as JsonObject,
      contentType,
    };
  return {
    body: { kind: 'EventList', apiVersion: apiVersionOf(target.group), metadata, items: items.slice(0, options.limit ?? MOST) },
    contentType,
  };
}

/** Of one resource where the selector names it, so that its events are found however much has happened to others since. */
function placeOf(
  { namespace }: ResourceTarget,
  terms: readonly FieldTerm[],
  { kinds }: KubeDeps,
): { readonly project?: string; readonly urn?: Urn } {
  const said = (field: string): string | undefined =>
    terms.find((term) => term.op === '=' && (term.field === `involvedObject.${field}` || term.field === `regarding.${field}`))?.value;
  const [kind, name, project = namespace] = [said('kind'), said('name'), said('namespace')];
  const [found, ...others] = kinds.registered.filter(({ names }) => names.kind === kind);
  if (!found || others.length > 0 || name === undefined || project === undefined || project !== (namespace ?? project))
    return namespace === undefined ? {} : { project: namespace };
  const urn = parseUrn(formatUrn({ kind: found.kind.name, project, name }))?.urn;
  return urn === undefined ? { project } : { urn };
}

function one(items: readonly JsonObject[], { name = '' }: ResourceTarget): Answer {
  const found = items.find((event) => textAt(event, 'metadata.name') === name);
  if (!found)
    throw new Refused(
      { code: 'not_found', message: `events "${name}" not found` },
      { about: { group: '', resource: 'events', kind: 'Event', name } },
    );
  return { body: found };
}

/** Events are written together with changes, so that every change may have brought some. */
async function watchEvents(target: ResourceTarget, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const options = readWatchOptions(ask.url);
  const terms = readFieldSelector(options.fieldSelector, supported);
  const { as, contentType } = negotiate(ask.headers.accept, offers.watch);
  const signal = AbortSignal.any([ask.signal(), AbortSignal.timeout(spanMs(options, deps))]);
  const row = tableWatch({ columns, include: options.includeObject });
  const show = (event: JsonObject): unknown => (as?.kind === 'Table' ? row(withObject(event), deps.now()) : event);
  const since = options.since.type === 'version' ? (options.since.version as Version) : await deps.app.version();
  const site = { about: { group: target.group, resource: 'events', kind: 'Event', name: '' } };
  const chunks = await begun(lines(target, terms, since, signal, show, ask, deps), site);
  return { stream: { contentType, chunks: guarded(chunks, site, signal), signal } };
}

async function* lines(
  target: ResourceTarget,
  terms: readonly FieldTerm[],
  start: Version,
  signal: AbortSignal,
  show: (event: JsonObject) => unknown,
  ask: Ask,
  deps: KubeDeps,
): AsyncGenerator<string> {
  const project = target.namespace === undefined ? {} : { project: target.namespace };
  let since = start;
  for await (const { version } of each(deps.app.watch({ ...project, since, signal }, ask.caller))) {
    if (BigInt(version) <= BigInt(since) && version !== start) continue;
    for (let more = true; more;) {
      const found = await deps.app.events({ ...project, since, limit: MOST }, ask.caller);
      more = found.length === MOST;
      since = found.at(-1)?.version ?? version;
      const told = found
        .map((record) => eventOf(record, target.group, deps))
        .filter((event) => meetsFields(terms, (field) => textAt(event, field)));
      yield told.map((object) => `${JSON.stringify({ type: 'ADDED', object: show(object) })}\n`).join('');
    }
  }
}

const apiVersionOf = (group: string): string => (group === '' ? 'v1' : `${group}/v1`);

function eventOf({ urn, version, at, type, reason, message, uid = '' }: EventRecord, group: string, { kinds }: KubeDeps): JsonObject {
  const { kind = '', project = '', name = '' } = parseUrn(urn) ?? {};
  const registered = kinds.find(kind);
  const about = {
    kind: registered?.names.kind ?? kind,
    namespace: project,
    name,
    uid,
    apiVersion: registered ? kinds.scheme.apiVersionOf(registered.kind) : '',
  };
  const time = timeOf(at);
  const metadata = {
    name: `${name}.${BigInt(version).toString(16)}`,
    namespace: project,
    uid: `${urn}@${version}`,
    resourceVersion: version,
    creationTimestamp: time,
  };
  const common = { kind: 'Event', apiVersion: apiVersionOf(group), metadata, reason, type };
  if (group === '')
    return {
      ...common,
      involvedObject: about,
      message,
      source: { component: 'ectropy' },
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
      reportingComponent: 'ectropy',
      reportingInstance: '',
    };
  const precise = new Date(at).toISOString().replace('Z', '000Z');
  return {
    ...common,
    regarding: about,
    note: message,
    eventTime: precise,
    reportingController: 'ectropy',
    reportingInstance: 'ectropy',
    action: reason,
    deprecatedCount: 1,
    deprecatedFirstTimestamp: time,
    deprecatedLastTimestamp: time,
  };
}

/** What the table shows in one cell. */
const withObject = (event: JsonObject): JsonObject => {
  const { kind, name } = (event.involvedObject ?? event.regarding) as JsonObject;
  return {
    ...event,
    objectName: `${String(kind).toLowerCase()}/${String(name)}`,
    message: event.message ?? event.note ?? '',
    lastTimestamp: event.lastTimestamp ?? event.deprecatedLastTimestamp ?? null,
  };
};

/** `source` is a component; the other names are paths. */
function textAt(event: JsonObject, field: string): string {
  const found = (field === 'source' ? 'source.component' : field)
    .split('.')
    .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined), event);
  return typeof found === 'string' ? found : '';
}
