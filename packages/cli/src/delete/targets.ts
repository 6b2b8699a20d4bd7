/** What a delete is about: named on the command line, chosen by labels, or written in files. */
import { isObject, type JsonObject, ProblemError } from '@ectropy/sdk';
import { listDocuments } from '../api/list.ts';
import { collectionPath, objectPath, type ResourceType, typeOfDocument } from '../api/types.ts';
import { readWanted } from '../documents/wanted.ts';
import { targetsOf } from '../get/targets.ts';
import type { Session } from '../session.ts';

export interface Target {
  readonly type: ResourceType;
  readonly project: string | undefined;
  readonly name: string;
}

export interface Selection {
  readonly words: readonly string[];
  readonly filename?: readonly string[];
  readonly recursive?: boolean;
  readonly selector?: string;
  readonly all?: boolean;
}

export const titleOfTarget = ({ type, name }: Target): string => `${type.kind}/${name}`;
export const pathOfTarget = ({ type, project, name }: Target): string => objectPath(type, project, name);

export const asRemoval = ({ type, project, name }: Target): JsonObject => ({
  apiVersion: type.group === '' ? type.version : `${type.group}/${type.version}`,
  kind: type.kind,
  metadata: { name, ...(project !== undefined && { namespace: project }) },
});

/** Each once, in the order in which they were named. */
export async function readTargets(selection: Selection, session: Session): Promise<readonly Target[]> {
  checkSelection(selection);
  const { words, filename, recursive = false } = selection;
  const targets = filename === undefined ? await ofWords(words, selection, session) : await ofFiles(filename, recursive, session);
  return [...new Map(targets.map((target) => [pathOfTarget(target), target])).values()];
}

const misused = (message: string): ProblemError =>
  new ProblemError({ code: 'invalid', message, hint: 'such as: ectropy delete file/greeting, or: ectropy delete -f examples/' });

function checkSelection({ words, filename, selector, all = false }: Selection): void {
  const isMany = selector !== undefined || all;
  if (filename !== undefined && (words.length > 0 || isMany)) throw misused('name resources or files, not both');
  if (filename === undefined && words.length === 0) throw misused('name what is to be deleted');
  if (isMany && (words.length > 1 || words[0]?.includes('/'))) throw misused('with --all or --selector name kinds only, not resources');
}

async function ofWords(words: readonly string[], { selector, all = false }: Selection, session: Session): Promise<readonly Target[]> {
  const { targets, problems } = targetsOf(words, await session.types());
  const [first, ...more] = problems;
  if (first) throw new ProblemError([first, ...more]);
  const found = await Promise.all(
    targets.map(async ({ type, names, project }) => {
      const place = type.namespaced ? (project ?? session.project) : undefined;
      if (names === undefined && !all && selector === undefined)
        throw new ProblemError({
          code: 'invalid',
          message: `which ${words[0]}?`,
          hint: `name them: ${words[0]}/NAME; or say --all, or choose with --selector`,
        });
      return (names ?? (await chosen(type, place, selector, session))).map((name) => ({ type, project: place, name }));
    }),
  );
  return found.flat();
}

async function chosen(
  type: ResourceType,
  project: string | undefined,
  selector: string | undefined,
  { api }: Session,
): Promise<readonly string[]> {
  const { documents } = await listDocuments(api, collectionPath(type, project), { query: { labelSelector: selector } });
  return documents.map(({ metadata }) => metadata.name);
}

async function ofFiles(filename: readonly string[], recursive: boolean, session: Session): Promise<readonly Target[]> {
  const types = await session.types();
  return (await readWanted({ filename, recursive }, session)).map(({ value, file, locate }) => {
    const { line, column } = locate(['metadata', 'name']);
    const wrong = (message: string): ProblemError =>
      new ProblemError({ code: 'invalid', message: `${file}:${line}:${column}: ${message}` });
    const { name, namespace } = isObject(value.metadata) ? value.metadata : {};
    const type = typeOfDocument(value, types);
    if (!type) throw wrong(`there is no kind ${JSON.stringify(value.kind)} here`);
    if (typeof name !== 'string' || name === '') throw wrong('metadata.name must be set');
    const project = typeof namespace === 'string' && namespace !== '' ? namespace : session.project;
    return { type, project: type.namespaced ? project : undefined, name };
  });
}
