import type { Requirement } from '../../core/labels.ts';
import type { Version } from '../../core/resource.ts';
import { formatUrn, NO_PROJECT } from '../../core/urn.ts';
import type { FieldRequirement, Page, Query } from '../port.ts';
import { type DocRow, resourceOf, type Run } from './read.ts';

/** The values of one statement, numbered as they are added. */
class Values {
  readonly all: unknown[] = [];

  add(value: unknown): string {
    this.all.push(value);
    return `$${this.all.length}`;
  }
}

/** The database has no such text, so nothing in it is equal to it. */
const isStorable = (text: string): boolean => !text.includes('\0');

function labelTerm(values: Values, requirement: Requirement): string {
  const key = values.add(requirement.key);
  switch (requirement.op) {
    case 'exists':
      return `labels ? ${key}`;
    case 'absent':
      return `not labels ? ${key}`;
    case 'in': {
      const [only, ...more] = requirement.values.filter(isStorable);
      if (only !== undefined && more.length === 0) return `labels @> jsonb_build_object(${key}::text, ${values.add(only)}::text)`; // served by the index
      return `labels->>${key} = any(${values.add(requirement.values.filter(isStorable))})`;
    }
    case 'notin':
      return `(labels->>${key} is null or labels->>${key} <> all(${values.add(requirement.values.filter(isStorable))}))`;
  }
}

/** Fields that need not be looked for in the document. */
const columns: ReadonlyMap<string, string> = new Map([
  ['kind', 'kind'],
  ['project', 'project'],
  ['name', `split_part(urn, ':', 5)`],
  ['urn', 'urn'],
  ['uid', 'uid'],
  ['state.status', 'status'],
]);

function fieldTerm(values: Values, { path, op, value }: FieldRequirement): string {
  if (!isStorable(value)) return op === 'is' ? 'false' : 'true';
  const text = columns.get(path.join('.')) ?? textTerm(`${values.add(path)}::text[]`, value);
  return `${text} ${op === 'is' ? '=' : '<>'} ${values.add(value)}`;
}

/** What is no plain value is the empty text; its type matters only to who asks for that, or for what looks like such a value. */
function textTerm(path: string, value: string): string {
  const text = `coalesce(doc #>> ${path}, '')`;
  return /^(?:[[{]|$)/.test(value) ? `case when json_typeof(doc #> ${path}) in ('object', 'array') then '' else ${text} end` : text;
}

/** The key begins with kind and project, then comes the name. */
function keyTerm(values: Values, kind: string, project?: string, name?: string): string {
  if (project !== undefined && name !== undefined) return `urn = ${values.add(formatUrn({ kind, project, name }))}`;
  const prefix = project === undefined ? `orn:entropy:${kind}` : `orn:entropy:${kind}:${project}`;
  return `urn > ${values.add(`${prefix}:`)} and urn < ${values.add(`${prefix};`)}`; // ';' comes right behind ':'
}

const fieldOf = ({ fields = [] }: Query, at: string): string | undefined =>
  fields.find(({ path, op, value }) => op === 'is' && path.join('.') === at && isStorable(value))?.value;

/** The resources of the project, or all. */
function ownTerms(values: Values, query: Query): readonly string[] {
  const { kind, inProjects, project = fieldOf(query, 'project') } = query;
  const without = inProjects && query.project === undefined ? [`project <> ${values.add(NO_PROJECT)}`] : [];
  if (kind !== undefined) return [keyTerm(values, kind, project, fieldOf(query, 'name')), ...without];
  return project === undefined ? without : [`project = ${values.add(project)}`, ...without];
}

/** What others share with the project. */
const sharedTerms = (values: Values, { kind }: Query, project: string): readonly string[] => [
  `shared_with && array[${values.add(project)}, '*']`,
  `project <> ${values.add(project)}`,
  ...(kind === undefined ? [] : [keyTerm(values, kind)]),
];

/** Where to look; no resource is in two of these places. Each is found by an index of its own. */
function placesOf(values: Values, query: Query): readonly (readonly string[])[] {
  const { project, shared } = query;
  if (project === undefined || shared === undefined) return [ownTerms(values, query)];
  const others = sharedTerms(values, query, project);
  return shared === 'only' ? [others] : [ownTerms(values, query), others];
}

const where = (terms: readonly string[]): string => (terms.length > 0 ? `where ${terms.join(' and ')}` : '');

/** One statement, so that resources, total and version are of one moment. */
export async function list(run: Run, query: Query): Promise<Page> {
  const values = new Values();
  const { text, count } = pageOf(values, query);
  const rows = await run<{ at: Version; total: number | null } & Partial<DocRow>>({
    text: `select c.version::text as at, ${query.total ? count : 'null::int'} as total, r.version, r.doc from clock c left join (${text}) r on true order by r.urn`,
    values: values.all,
  });
  const found = rows.flatMap(({ doc, version }) => (doc && version ? [resourceOf({ doc, version })] : []));
  const [first] = rows;
  return {
    resources: found.slice(0, query.limit),
    more: found.length > query.limit,
    version: first?.at ?? ('0' as Version),
    ...(typeof first?.total === 'number' && { total: first.total }),
  };
}

function pageOf(values: Values, query: Query): { readonly text: string; readonly count: string } {
  const { labels = [], fields = [], statuses, after, limit, offset = 0 } = query;
  const terms = [
    ...(statuses ? [`status = any(${values.add(statuses)})`] : []),
    ...labels.map((requirement) => labelTerm(values, requirement)),
    ...fields.map((requirement) => fieldTerm(values, requirement)),
  ];
  const places = placesOf(values, query).map((place) => [...place, ...terms]);
  const behind = after === undefined ? [] : [`urn > ${values.add(after)}`];
  const most = values.add(limit + 1 + offset);
  const pages = places.map(
    (place) => `(select urn, version::text as version, doc from resource ${where([...place, ...behind])} order by urn limit ${most})`,
  );
  return {
    text: `select * from (${pages.join(' union all ')}) p order by urn limit ${values.add(limit + 1)} offset ${values.add(offset)}`,
    count: places.map((place) => `(select count(*)::int from ${narrowest(query)} ${where(place)})`).join(' + '),
  };
}

/** The schedule has a row for each resource too, and a small one: what only its key decides is counted there, in a tenth of the time. */
function narrowest({ kind, shared, inProjects, labels = [], fields = [], statuses }: Query): 'schedule' | 'resource' {
  const byKey = kind !== undefined && shared === undefined && !inProjects;
  return byKey && labels.length === 0 && fields.length === 0 && statuses === undefined ? 'schedule' : 'resource';
}
