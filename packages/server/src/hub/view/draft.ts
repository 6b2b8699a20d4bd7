/** From the hub view back to what is declared. What cannot be read is told with its path, everything at once. */
import { isObject, type Json, type JsonObject, type Path, type Problem, ProblemError } from '@ectropy/sdk';
import type { Incoming } from '../../core/admit.ts';
import { LINEAGE, OWN_PREFIX, type Owner, type Resource, type Words } from '../../core/resource.ts';
import { formatUrn, parseUrn } from '../../core/urn.ts';
import { readSharing } from '../access/sharing-form.ts';
import type { Registered } from '../registered.ts';
import { storedAnnotations } from './annotations.ts';
import type { View } from './document.ts';
import { withUnsaid } from './in-version.ts';

export interface Reading {
  readonly problems: Problem[];
}

export interface DraftOptions {
  /** Whoever asks may say where the document came from. */
  readonly lineage?: boolean;
  /** What is there: what the version has no words for stays as it is. */
  readonly current?: Resource | undefined;
}

export function draftOf(document: JsonObject, project: string, view: View, { lineage = false, current }: DraftOptions = {}): Incoming {
  const reading: Reading = { problems: [] };
  const metadata = objectAt(document.metadata, ['metadata'], reading);
  const spec = readSpec(document.spec, project, view, current, reading);
  const words = wordsAt(metadata.annotations, ['metadata', 'annotations'], reading);
  const { [LINEAGE]: origin, ...annotations } = storedAnnotations(words, view.kinds.scheme);
  const described = typeof metadata.description === 'string' ? { [`${OWN_PREFIX}/description`]: metadata.description } : {};
  const draft: Incoming = {
    ...spec,
    labels: wordsAt(metadata.labels, ['metadata', 'labels'], reading),
    annotations: { ...annotations, ...described },
    finalizers: stringsAt(metadata.finalizers, ['metadata', 'finalizers'], reading),
    owners: ownersAt(metadata.ownerReferences, reading),
    ...(lineage && { lineage: origin ?? '' }),
  };
  throwAll(reading);
  return draft;
}

export function throwAll({ problems: [first, ...others] }: Reading): void {
  if (first) throw new ProblemError([first, ...others]);
}

function readSpec(
  value: Json | undefined,
  project: string,
  view: View,
  current: Resource | undefined,
  reading: Reading,
): Pick<Incoming, 'spec' | 'dependencies' | 'sharedWith'> {
  const { registered, version } = view;
  const { dependencies, sharing, ...own } = objectAt(value, ['spec'], reading);
  const shared = sharing === undefined ? { problems: [] } : readSharing(sharing, project, ['spec', 'sharing']);
  reading.problems.push(...shared.problems);
  return {
    spec: toHub(own, current?.spec, registered, version, reading),
    dependencies: linksAt(dependencies, registered, project, view, reading),
    sharedWith: ('sharedWith' in shared ? shared.sharedWith : undefined) ?? [],
  };
}

/** What is not valid in its own version is told as it was sent, and not converted. */
function toHub(own: JsonObject, current: Json | undefined, registered: Registered, version: View['version'], reading: Reading): Json {
  if (version.hub) return own;
  const { value, problems } = version.check(own);
  reading.problems.push(...problems);
  if (problems.length > 0) return value;
  const whole = withUnsaid(value, current, registered, version);
  return version.convert ? version.convert.toHub(whole) : whole;
}

/** A name, a URN, or an object with `name` and, where it cannot be told otherwise, `kind` and `project`. */
function linksAt(value: Json | undefined, registered: Registered, project: string, view: View, reading: Reading): Incoming['dependencies'] {
  const at = ['spec', 'dependencies'];
  return Object.fromEntries(
    Object.entries(objectAt(value, at, reading)).map(([key, reference]) => [
      key,
      linkAt(reference, [...at, key], key, registered, project, view, reading),
    ]),
  );
}

function linkAt(
  value: Json,
  path: Path,
  key: string,
  { kind: { needs = {} } }: Registered,
  own: string,
  { kinds }: View,
  reading: Reading,
): string {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return wrong(reading, path, 'must be a name, a URN, or an object with a name');
  const { name, kind, project = own, ...unknown } = value;
  for (const field of Object.keys(unknown))
    reading.problems.push({ code: 'invalid', path: [...path, field], message: 'is not a known field', hint: 'remove it' });
  if (typeof name !== 'string' || typeof project !== 'string' || (kind !== undefined && typeof kind !== 'string'))
    return wrong(reading, path, 'must have a name, and kind and project as texts if they are given');
  if (parseUrn(name)) return name;
  const needed = Object.hasOwn(needs, key) ? needs[key]?.kind : undefined;
  const named =
    kind === undefined
      ? needed
      : (kinds.registered.find(({ names, kind: each }) => names.kind === kind || each.name === kind)?.kind.name ?? kind);
  if (named === undefined) return wrong(reading, [...path, 'kind'], `must be set: the kind says nothing about what stands at '${key}'`);
  return formatUrn({ kind: named, project, name });
}

const wrong = (reading: Reading, path: Path, message: string): string => {
  reading.problems.push({ code: 'invalid', path, message });
  return '';
};

export function objectAt(value: Json | undefined, path: Path, reading: Reading): JsonObject {
  if (value === undefined || value === null) return {};
  if (isObject(value)) return value;
  reading.problems.push({ code: 'invalid', path, message: 'must be an object' });
  return {};
}

export function wordsAt(value: Json | undefined, path: Path, reading: Reading): Words {
  const entries = Object.entries(objectAt(value, path, reading));
  return Object.fromEntries(
    entries.flatMap(([key, word]) => {
      if (typeof word === 'string') return [[key, word] as const];
      reading.problems.push({ code: 'invalid', path: [...path, key], message: 'must be a string', hint: 'put it in quotes' });
      return [];
    }),
  );
}

function stringsAt(value: Json | undefined, path: Path, reading: Reading): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every((item: Json) => typeof item === 'string')) return value as readonly string[];
  reading.problems.push({ code: 'invalid', path, message: 'must be a list of strings' });
  return [];
}

function ownersAt(value: Json | undefined, reading: Reading): readonly Owner[] {
  const path = ['metadata', 'ownerReferences'];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    reading.problems.push({ code: 'invalid', path, message: 'must be a list' });
    return [];
  }
  return value.map((item: Json, i): Owner => {
    const owner = objectAt(item, [...path, i], reading);
    const text = (field: string): string => (typeof owner[field] === 'string' ? owner[field] : '');
    return {
      apiVersion: text('apiVersion'),
      kind: text('kind'),
      name: text('name'),
      uid: text('uid'),
      ...(typeof owner.controller === 'boolean' && { controller: owner.controller }),
      ...(typeof owner.blockOwnerDeletion === 'boolean' && { blocks: owner.blockOwnerDeletion }),
    };
  });
}
