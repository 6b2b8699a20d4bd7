/** How commands name resources: `kind name`, `kind/name`, or a URN. */
import { ProblemError } from '@ectropy/sdk';
import { findType, objectPath, type ResourceType } from '../api/types.ts';
import type { Session } from '../session.ts';

export interface OutputFlag {
  readonly output: string;
}

export interface Reference {
  readonly kind: string;
  readonly name: string;
  readonly project?: string;
}

/** Every resource that the words name: `server a b`, `server/a disk/b`, URNs. */
export function referencesOf(words: readonly string[]): readonly Reference[] {
  const [first = '', ...names] = words;
  if (words.every((word) => word.includes('/') || word.startsWith('orn:'))) return words.map(referenceOf);
  if (names.length === 0)
    throw new ProblemError({ code: 'invalid', message: `which ${first}?`, hint: `name it: ${first}/NAME or ${first} NAME` });
  return names.map((name) => ({ kind: first, name }));
}

function referenceOf(word: string): Reference {
  const [, urn] = /^orn:entropy:(.+)$/.exec(word) ?? [];
  const [kind = '', project, name = ''] =
    urn === undefined ? [word.slice(0, word.indexOf('/')), undefined, word.slice(word.indexOf('/') + 1)] : urn.split(':');
  if (kind === '' || name === '')
    throw new ProblemError({ code: 'invalid', message: `${JSON.stringify(word)} names no resource`, hint: 'write kind/name' });
  return { kind, name, ...(project !== undefined && { project }) };
}

export interface Located {
  readonly type: ResourceType;
  readonly project: string | undefined;
  readonly name: string;
  readonly path: string;
  /** `CloudServer/web-1`. */
  readonly title: string;
}

export async function locate(session: Session, { kind, name, project }: Reference): Promise<Located> {
  const type = findType(kind, await session.types());
  const place = type.namespaced ? (project ?? session.project) : undefined;
  return { type, project: place, name, path: objectPath(type, place, name), title: `${type.kind}/${name}` };
}

export async function pathOfOne(session: Session, kind: string, name: string | undefined): Promise<Located> {
  const [reference] = referencesOf(name === undefined ? [kind] : [kind, name]);
  if (!reference) throw new ProblemError({ code: 'invalid', message: 'name a resource', hint: 'write kind/name' });
  return locate(session, reference);
}
