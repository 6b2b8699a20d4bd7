/** Create, update, patch and apply: from a document to an edit, and from its result to a document. */
import { isObject, type Json, type JsonObject, type Path, ProblemError } from '@ectropy/sdk';
import type { Draft, Edit, MutateOptions } from '../../app/app.ts';
import type { FieldManager, Resource, Version } from '../../core/resource.ts';
import { holdsMoreThan, MAX_VALUES, tooMany } from '../../core/size.ts';
import { updateFields } from '../../hub/fields/update.ts';
import { managersSent, withoutLineage } from './managers.ts';
import { type Answer, type Ask, deprecation, type KubeDeps, type Site, storedName } from './ask.ts';
import { answerWith } from './get.ts';
import { mutationOf } from './headers.ts';
import { inDocument } from './in-document.ts';
import { wantsLineage } from './lineage.ts';
import { negotiate, offers } from './wire/accept.ts';
import { badRequest, Refused } from './wire/refused.ts';
import { fieldWarnings, strictRefusal, warningsOf } from './wire/strict.ts';
import { managerOf, type WriteOptions } from './wire/write-options.ts';

/** A document that a client sends, without what the kind does not know. */
export interface Sent {
  readonly document: JsonObject;
  readonly warnings: readonly string[];
}

/** Unknown and repeated fields are refused, told, or passed over, as the client wishes. */
export function admitFields(document: JsonObject, duplicate: readonly Path[], { view }: Site, { fieldValidation }: WriteOptions): Sent {
  refuseLarge(document);
  const pruned = view.prune(document);
  const faults = { unknown: pruned.unknown, duplicate };
  const refused = fieldValidation === 'Strict' ? strictRefusal({ kind: view.kind, version: view.version }, faults) : undefined;
  if (refused) throw refused;
  const told = warningsOf(view.warnings?.(pruned.document) ?? []);
  return { document: pruned.document, warnings: [...told, ...(fieldValidation === 'Warn' ? fieldWarnings(faults) : [])] };
}

/** Who owns which fields is the server's own, and as large as the rest. */
export function refuseLarge({ metadata, ...rest }: JsonObject): void {
  const { managedFields: _, ...own } = isObject(metadata) ? metadata : {};
  if (holdsMoreThan({ ...rest, metadata: own }, MAX_VALUES)) throw new ProblemError(tooMany());
}

/** As it was sent: `String` would call what stands under `toString`. */
export const said = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null)).slice(0, 100);

/** The document must be what the path says; what it leaves out is filled in. */
export function identified(value: Json | undefined, { view, target }: Site): JsonObject {
  if (!isObject(value)) throw badRequest('the body must be an object', 'send the resource as JSON or YAML');
  const { apiVersion = view.apiVersion, kind = view.kind } = value;
  const sameGroup = typeof apiVersion === 'string' && view.accepts(apiVersion);
  if (!sameGroup)
    throw badRequest(`the API version in the data (${said(apiVersion)}) does not match the expected API version (${view.apiVersion})`);
  if (kind !== view.kind)
    throw badRequest(`the kind in the data (${JSON.stringify(kind).slice(0, 100)}) does not match the expected kind ("${view.kind}")`);
  const metadata = isObject(value.metadata) ? value.metadata : {};
  const home = metadata.namespace ?? metadata.project;
  if (view.namespaced && home !== undefined && home !== '' && home !== target.namespace)
    throw badRequest(`the namespace of the provided object does not match the namespace sent on the request`);
  if (target.name !== undefined && metadata.name !== undefined && metadata.name !== target.name)
    throw badRequest(`the name of the object (${said(metadata.name)}) does not match the name on the URL (${target.name})`);
  const { project: _, ...rest } = metadata;
  return {
    ...value,
    apiVersion: view.apiVersion,
    kind: view.kind,
    metadata: { ...rest, ...(target.name !== undefined && { name: target.name }) },
  };
}

export interface Change {
  /** From what is there to what is to be there, and who owns which fields then. Pure. */
  change(
    base: JsonObject | undefined,
    current: Resource | undefined,
  ): { readonly document: JsonObject; readonly managed: readonly FieldManager[] };
  readonly mode: Edit['mode'];
  readonly name: string;
  readonly expected?: Version;
}

/** Commits a change and answers with what came of it. */
export async function commit(
  site: Site,
  wanted: Change,
  ask: Ask,
  options: WriteOptions,
  deps: KubeDeps,
  warnings: () => readonly string[] = () => [],
): Promise<Answer> {
  const { view, project } = site;
  const { kind } = view.registered;
  const lineage = wantsLineage(ask);
  let before: Resource | undefined;
  let replayed = true; // L1: an answer that is given again is found without asking what to declare
  const declare = (current: Resource | undefined): Draft => {
    before = current;
    replayed = false;
    const { document, managed } = wanted.change(current && view.base(current), current);
    return { ...view.draft(document, project, current, lineage), managed: withoutLineage(managed, deps.kinds.scheme) };
  };
  const edit: Edit = {
    kind: kind.name,
    project,
    name: storedName(view, wanted.name),
    mode: wanted.mode,
    declare,
    ...(wanted.expected !== undefined && { expected: wanted.expected }),
  };
  const [result] = await deps.app.apply([edit], ask.caller, mutation(ask, options)).catch((error: unknown) => {
    throw inDocument(error);
  });
  if (!result) throw new Error('the change was answered with nothing');
  const shown = view.show(result.resource, lineage);
  const told = options.dryRun && before ? unmoved(shown, view.show(before)) : shown;
  const created = wanted.mode === 'create' || (wanted.mode === 'apply' && (replayed ? result.resource.revision === 1 : !before));
  return answer(told, site, ask, deps, created ? 201 : 200, [...deprecation(view), ...warnings()]);
}

export const mutation = (ask: Ask, { dryRun }: Pick<WriteOptions, 'dryRun'>): MutateOptions => mutationOf(ask, dryRun);

/** A rehearsal shows what would be declared; how things stand has not changed by it. */
function unmoved(declared: JsonObject, { status }: JsonObject): JsonObject {
  return { ...declared, ...(status !== undefined && { status }) };
}

function answer(document: JsonObject, { view }: Site, ask: Ask, deps: KubeDeps, status: number, warnings: readonly string[]): Answer {
  const negotiated = negotiate(ask.headers.accept, offers.resource);
  const plain = answerWith(document, view, negotiated, 'Object', deps.now(), status);
  return { ...plain, warnings } as Answer;
}

/** Who owns the fields of a document that was written as a whole or patched. A client may also say so itself. */
export function tracked(
  site: Site,
  before: JsonObject | undefined,
  after: JsonObject,
  current: Resource | undefined,
  ask: Ask,
  options: WriteOptions,
  deps: KubeDeps,
): readonly FieldManager[] {
  const sent = managersSent(after, current?.managed ?? [], deps.now());
  const { view } = site;
  return updateFields({
    before,
    after,
    managers: sent,
    manager: managerOf(options, ask.headers['user-agent']),
    apiVersion: view.apiVersion,
    type: view.fields,
    versions: view.versions,
    now: deps.now(),
  });
}

/** A document that was read at another version, or is of another life, must not overwrite what is there now. */
export function refuseStale({ metadata }: JsonObject, current: Resource | undefined): void {
  if (!isObject(metadata) || !current) return;
  const { resourceVersion, uid } = metadata;
  const stale = typeof resourceVersion === 'string' && resourceVersion !== '' && resourceVersion !== current.version;
  if (stale || (typeof uid === 'string' && uid !== '' && uid !== current.uid))
    throw new Refused(
      {
        code: 'conflict',
        message: `resource with urn '${current.urn}' is at version ${current.version}, not at ${said(resourceVersion)}`,
      },
      {},
    );
}
