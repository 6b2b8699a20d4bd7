/** Named files of a resource: get, list, set and remove. A file belongs to what is declared; its content is stored once under its digest. */
import { createHash } from 'node:crypto';
import { type Artifact, ProblemError } from '@ectropy/sdk';
import { notFound } from '../core/propose.ts';
import type { Resource } from '../core/resource.ts';
import type { Urn } from '../core/urn.ts';
import type { Store } from '../store/port.ts';
import { answeredOr } from './answered.ts';
import type { Caller, Draft, MutateOptions, Result } from './app.ts';
import { apply, only } from './apply.ts';
import { refuseBadName } from './artifact-name.ts';
import type { Deps } from './deps.ts';
import { get, getFor } from './get.ts';

export const MAX_ARTIFACT_BYTES = 32 * 1024 * 1024;
const MAX_ARTIFACTS = 100;

/** From the first to the last byte, both counted. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface ArtifactContent {
  readonly artifact: Artifact;
  readonly bytes: Uint8Array;
}

export interface NewContent {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** What the sender says that it sends. */
  readonly digest?: string;
  /** Refuse unless the file has this digest now; `absent`: unless there is none. */
  readonly expected?: string;
}

export async function listArtifacts(urn: Urn, caller: Caller, deps: Deps): Promise<Readonly<Record<string, Artifact>>> {
  return (await get(urn, caller, deps)).artifacts ?? {};
}

export async function getArtifact(
  urn: Urn,
  name: string,
  caller: Caller,
  range: ByteRange | undefined,
  deps: Deps,
): Promise<ArtifactContent> {
  const artifact = artifactOf(await get(urn, caller, deps), name);
  return { artifact, bytes: await read(artifact, range, deps.store) };
}

/** For the module that works on the resource. */
export async function readArtifact(resource: Resource, name: string, { store }: Pick<Deps, 'store'>): Promise<Uint8Array> {
  return read(artifactOf(resource, name), undefined, store);
}

function artifactOf({ urn, artifacts = {} }: Resource, name: string): Artifact {
  const found = Object.hasOwn(artifacts, name) ? artifacts[name] : undefined;
  if (found) return found;
  throw new ProblemError({ code: 'not_found', message: `resource with urn '${urn}' has no artifact '${name}'`, hint: 'set it first' });
}

async function read({ digest, size }: Artifact, range: ByteRange | undefined, store: Store): Promise<Uint8Array> {
  const bytes = await store.blob(digest, range && partOf(range, size));
  if (!bytes) throw new ProblemError({ code: 'internal', message: `the content ${digest} is not in the store` });
  return bytes;
}

/** What lies behind the end is left out; a part that begins there is refused. */
function partOf({ first, last }: ByteRange, size: number): { readonly offset: number; readonly length: number } {
  if (Number.isSafeInteger(first) && Number.isSafeInteger(last) && first >= 0 && first <= last && first < size)
    return { offset: first, length: Math.min(last, size - 1) - first + 1 };
  throw new ProblemError({ code: 'invalid', path: ['range'], message: `bytes ${first} to ${last} lie outside of the ${size} bytes` });
}

export async function setArtifact(
  urn: Urn,
  name: string,
  { bytes, mediaType, digest: said, expected }: NewContent,
  caller: Caller,
  options: MutateOptions,
  deps: Deps,
): Promise<Result> {
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  const artifact: Artifact = { digest, size: bytes.length, mediaType };
  const put = (artifacts: Files): Files => {
    refuseBadName(name, Object.keys(artifacts));
    refuseIfMoved(name, Object.hasOwn(artifacts, name) ? artifacts[name] : undefined, expected);
    if (!Object.hasOwn(artifacts, name) && Object.keys(artifacts).length >= MAX_ARTIFACTS)
      throw new ProblemError({ code: 'invalid', message: `a resource has at most ${MAX_ARTIFACTS} artifacts`, hint: 'remove one first' });
    return { ...artifacts, [name]: artifact };
  };
  return answeredOr(urn, options, deps, async () => {
    const resource = await ownerOf(urn, caller, deps);
    refuseContent(artifact, said);
    put(resource.artifacts ?? {}); // nothing is stored of what is going to be refused
    if (!options.dryRun) await deps.store.putBlob(digest, bytes);
    return change(resource, caller, options, deps, `artifact:${name}`, put);
  });
}

const mediaTypePattern = /^[\x20-\x7e]{1,255}$/;

function refuseContent({ digest, size, mediaType }: Artifact, said: string | undefined): void {
  if (size > MAX_ARTIFACT_BYTES)
    throw new ProblemError({ code: 'too_large', message: `an artifact must not be larger than ${MAX_ARTIFACT_BYTES} bytes (got ${size})` });
  if (said !== undefined && said !== digest)
    throw new ProblemError({
      code: 'invalid',
      path: ['digest'],
      message: `the content has the digest ${digest}, not ${said}`,
      hint: 'send it again',
    });
  if (!mediaTypePattern.test(mediaType))
    throw new ProblemError({
      code: 'invalid',
      path: ['mediaType'],
      message: 'must be at most 255 plain characters',
      hint: 'use application/octet-stream',
    });
}

export async function removeArtifact(urn: Urn, name: string, caller: Caller, options: MutateOptions, deps: Deps): Promise<Result> {
  const drop = (artifacts: Files, resource: Resource): Files => {
    artifactOf(resource, name);
    const { [name]: _, ...others } = artifacts;
    return others;
  };
  return answeredOr(urn, options, deps, async () =>
    change(await ownerOf(urn, caller, deps), caller, options, deps, `artifact:${name}`, drop),
  );
}

type Files = Readonly<Record<string, Artifact>>;

function refuseIfMoved(name: string, present: Artifact | undefined, expected: string | undefined): void {
  if (expected === undefined || (present?.digest ?? 'absent') === expected) return;
  throw new ProblemError({
    code: 'conflict',
    message: `artifact '${name}' has the digest ${present?.digest ?? '(absent)'}, not ${expected}`,
    hint: 'read it again',
  });
}

async function ownerOf(urn: Urn, caller: Caller, deps: Deps): Promise<Resource> {
  const resource = await getFor('apply', urn, caller, deps);
  const { kind, project } = resource;
  if (deps.kinds.get(kind, project).kind.artifacts) return resource;
  throw new ProblemError({ code: 'unsupported', message: `resources of kind '${kind}' have no artifacts` });
}

/** Through the same door as every change of what is declared: planned, recorded as a revision, announced. */
async function change(
  { urn, kind, project, name }: Resource,
  caller: Caller,
  options: MutateOptions,
  deps: Deps,
  reason: string,
  edit: (artifacts: Files, resource: Resource) => Files,
): Promise<Result> {
  const declare = (current: Resource | undefined): Draft => {
    if (!current) throw new ProblemError(notFound(urn));
    const { labels, annotations, spec, dependencies, artifacts = {} } = current;
    return { labels, annotations, spec, dependencies, artifacts: edit(artifacts, current) };
  };
  return only(await apply([{ kind, project, name, mode: 'update', reason, declare }], caller, options, deps));
}
