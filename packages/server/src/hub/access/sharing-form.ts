import { isObject, type Json, type JsonObject, type Path, type Problem } from '@ectropy/sdk';
import { identityProblems } from '../../core/urn.ts';

/** Stands for every project. */
export const EVERYBODY = '*';

/** How a project is shown that nobody knows any more. It cannot be the name of one. */
export const DELETED = '<deleted>';

/** Whoever shares with more projects than this means all of them. */
const MAX_PROJECTS = 1_000;

export interface Sharing {
  /** Absent: with nobody. */
  readonly sharedWith?: readonly string[];
  readonly problems: readonly Problem[];
}

/**
 * Reads `spec.sharing`. There are three forms and no other: `enabled: false` (which nothing at all means as well), `enabled: true` with
 * `[{ name: '*' }]`, and `enabled: true` with one or more projects, each once and never the owner.
 */
export function readSharing(value: Json | undefined, owner: string, path: Path): Sharing {
  if (value === undefined) return { problems: [] };
  if (!isObject(value)) return { problems: [problem(path, 'must be an object', FORMS)] };
  const problems = [...unknownFields(value, ['enabled', 'projects'], path), ...enabledProblems(value, path)];
  if (value['enabled'] !== true) return { problems };
  const { names, problems: more } = readProjects(value['projects'], owner, [...path, 'projects']);
  const all = [...problems, ...more];
  return all.length > 0 ? { problems: all } : { sharedWith: names, problems: [] };
}

/** The form that says this; `undefined` and nobody are the same. */
export const writeSharing = (sharedWith: readonly string[] | undefined): JsonObject =>
  sharedWith === undefined || sharedWith.length === 0
    ? { enabled: false }
    : { enabled: true, projects: sharedWith.map((name) => ({ name })) };

export const isSharedWith = (sharedWith: readonly string[] | undefined, project: string): boolean =>
  sharedWith !== undefined && (sharedWith.includes(EVERYBODY) || sharedWith.includes(project));

const FORMS = `use { enabled: false }, { enabled: true, projects: [{ name: "${EVERYBODY}" }] } or { enabled: true, projects: [{ name: … }, …] }`;

const problem = (path: Path, message: string, hint: string): Problem => ({ code: 'invalid', path, message, hint });

const unknownFields = (value: JsonObject, known: readonly string[], path: Path): readonly Problem[] =>
  Object.keys(value)
    .filter((field) => !known.includes(field))
    .slice(0, 10)
    .map((field) => problem([...path, field], 'is not a field of sharing', `remove it; the fields are ${known.join(' and ')}`));

function enabledProblems(value: JsonObject, path: Path): readonly Problem[] {
  if (!Object.hasOwn(value, 'enabled')) return [problem([...path, 'enabled'], 'must be set', FORMS)];
  if (typeof value['enabled'] !== 'boolean') return [problem([...path, 'enabled'], 'must be true or false', FORMS)];
  if (value['enabled'] || !Object.hasOwn(value, 'projects')) return [];
  return [problem([...path, 'projects'], 'must not be set while sharing is off', 'remove the projects, or set enabled to true')];
}

function readProjects(
  value: Json | undefined,
  owner: string,
  path: Path,
): { readonly names: readonly string[]; readonly problems: readonly Problem[] } {
  const refused = (message: string, hint: string) => ({ names: [], problems: [problem(path, message, hint)] });
  if (value === undefined) return refused('must be set while sharing is on', FORMS);
  if (!Array.isArray(value)) return refused('must be a list', FORMS);
  const items = value as readonly Json[];
  if (items.length === 0) return refused('must name at least one project', 'name the projects, or set enabled to false');
  if (items.length > MAX_PROJECTS)
    return refused(
      `must have at most ${MAX_PROJECTS} projects (got ${items.length})`,
      `share with all of them: [{ name: "${EVERYBODY}" }]`,
    );
  const names = items.map((item) => (isObject(item) && typeof item['name'] === 'string' ? item['name'] : undefined));
  const context: Others = { owner, first: new Map(), alone: items.length === 1 };
  const problems = items.flatMap((item, i) => [
    ...shapeProblems(item, [...path, i]),
    ...nameProblems(names[i], i, [...path, i, 'name'], context),
  ]);
  return { names: names.filter((name) => name !== undefined), problems };
}

function shapeProblems(item: Json, path: Path): readonly Problem[] {
  if (!isObject(item)) return [problem(path, 'must be an object', 'write { name: … }')];
  if (typeof item['name'] === 'string') return unknownFields(item, ['name'], path);
  return [problem([...path, 'name'], 'must be a string', 'name a project'), ...unknownFields(item, ['name'], path)];
}

/** What a name is judged by, besides itself. */
interface Others {
  readonly owner: string;
  /** Where each name stands first. */
  readonly first: Map<string, number>;
  readonly alone: boolean;
}

function nameProblems(name: string | undefined, at: number, path: Path, { owner, first, alone }: Others): readonly Problem[] {
  if (name === undefined) return [];
  const before = first.get(name);
  if (before !== undefined) return [problem(path, `is listed already at position ${before}`, 'list every project once')];
  first.set(name, at);
  if (name === EVERYBODY)
    return alone ? [] : [problem(path, `"${EVERYBODY}" stands for all projects and must stand alone`, 'remove it, or the other projects')];
  if (name === owner) return [problem(path, `'${owner}' owns the resource and has it anyway`, 'remove it')];
  if (name === DELETED) return [problem(path, 'the project does not exist any more', 'remove it')];
  return identityProblems({ kind: 'any', project: name, name: 'any' }).map((found) => ({ ...found, path }));
}
