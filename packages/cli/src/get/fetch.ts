/** Brings what is to be shown: a table that the server made, or the objects themselves. */
import { type Json, ProblemError } from '@ectropy/sdk';
import { itemsOf } from '../api/document.ts';
import { listAll } from '../api/pages.ts';
import { type Column, type Row, TABLE, tableOf } from '../api/table.ts';
import { collectionPath, objectPath } from '../api/types.ts';
import { existing } from '../commands/existing.ts';
import type { Session } from '../session.ts';
import { type GetFlags, queryOf } from './flags.ts';
import type { Target } from './targets.ts';

export interface Section {
  readonly target: Target;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly version: string;
  readonly cut: boolean;
}

export interface Objects {
  readonly target: Target;
  readonly items: readonly Json[];
  readonly version: string;
  readonly cut: boolean;
}

/** Of all projects, or of the one that is meant. */
export const projectOf = ({ type, project }: Target, { allProjects }: GetFlags, session: Session): string | undefined => {
  if (!type.namespaced) return undefined;
  return project ?? (allProjects ? undefined : session.project);
};

export const pathOf = (target: Target, flags: GetFlags, session: Session): string =>
  collectionPath(target.type, projectOf(target, flags, session));

export async function fetchSection(target: Target, flags: GetFlags, session: Session): Promise<Section> {
  const options = { accept: TABLE, query: queryOf(flags), ...(flags.limit !== undefined && { limit: flags.limit }) };
  const { pages, version, cut } = await listAll(session.api, pathOf(target, flags, session), options);
  const tables = pages.map(tableOf);
  return { target, columns: tables[0]?.columns ?? [], rows: tables.flatMap(({ rows }) => rows), version, cut };
}

export async function fetchObjects(target: Target, flags: GetFlags, session: Session): Promise<Objects> {
  const options = { query: queryOf(flags), ...(flags.limit !== undefined && { limit: flags.limit }) };
  const { pages, version, cut } = await listAll(session.api, pathOf(target, flags, session), options);
  const { group, version: apiVersion, kind } = target.type;
  const type = { apiVersion: group === '' ? apiVersion : `${group}/${apiVersion}`, kind };
  return { target, items: pages.flatMap(itemsOf).map((item) => ({ ...type, ...(item as object) }) as Json), version, cut };
}

/** One resource, by its name; with --all-projects, those of this name. */
export async function fetchNamed(target: Target, name: string, flags: GetFlags, session: Session): Promise<readonly Json[]> {
  const project = projectOf(target, flags, session);
  if (project === undefined && target.type.namespaced)
    return anywhere(name, target, (await fetchObjects(target, named(flags, name), session)).items);
  return [await asked(target, name, project, session)];
}

export async function fetchRows(target: Target, name: string, flags: GetFlags, session: Session): Promise<Section> {
  const project = projectOf(target, flags, session);
  if (project === undefined && target.type.namespaced) {
    const section = await fetchSection(target, named(flags, name), session);
    return { ...section, rows: anywhere(name, target, section.rows) };
  }
  const { columns, rows } = tableOf(await asked(target, name, project, session, TABLE));
  return { target, columns, rows, version: '', cut: false };
}

const asked = ({ type }: Target, name: string, project: string | undefined, session: Session, accept?: string): Promise<Json> =>
  existing(session, { type, project, name }, () =>
    session.api.call(objectPath(type, project, name), accept === undefined ? {} : { accept }),
  );

/** Further than what was asked for already. */
export const named = (flags: GetFlags, name: string): GetFlags => ({
  ...flags,
  fieldSelector: [...(flags.fieldSelector === undefined ? [] : [flags.fieldSelector]), `metadata.name=${name}`].join(','),
});

function anywhere<T>(name: string, { type }: Target, found: readonly T[]): readonly T[] {
  if (found.length > 0) return found;
  throw new ProblemError({ code: 'not_found', message: `there is no ${type.kind} ${JSON.stringify(name)} in any project` });
}
