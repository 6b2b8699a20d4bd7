/** The status subresource, for kinds whose status somebody else writes. Everything but the status stays as it is. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import type { FieldManager, Resource } from '../../core/resource.ts';
import { applyFields } from '../../hub/fields/apply.ts';
import { updateFields } from '../../hub/fields/update.ts';
import type { Answer, Ask, KubeDeps, Site } from './ask.ts';
import { urnOf } from './ask.ts';
import { conflictOf } from './patch.ts';
import { readDocument, readPatchOf } from './read-document.ts';
import { checkedStatus } from './status-check.ts';
import { applyJsonPatch } from './wire/json-patch.ts';
import { applyMergePatch } from './wire/merge-patch.ts';
import { methodNotAllowed } from './wire/refused.ts';
import { managerOf, readWriteOptions, type WriteOptions } from './wire/write-options.ts';
import { identified, mutation, refuseStale } from './write.ts';

interface Written {
  readonly status: Json;
  readonly managed: readonly FieldManager[];
}

export async function writeStatus(site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> {
  if (!site.view.registered.statusWritable) throw methodNotAllowed();
  const { write, options } = writing(site, ask, deps);
  const resource = await deps.app.report(
    {
      urn: urnOf(site),
      status: (current) => write(current).status,
      managed: (current) => write(current).managed,
    },
    ask.caller,
    mutation(ask, options),
  );
  return { body: site.view.show(resource) };
}

/** What the request makes of the object, by the way in which it was sent. */
function writing(site: Site, ask: Ask, deps: KubeDeps): { readonly write: (current: Resource) => Written; readonly options: WriteOptions } {
  if (ask.method === 'PUT') {
    const options = readWriteOptions(ask.url, 'update');
    const document = identified(readDocument(ask).value, site);
    return { options, write: (current) => updated(site, document, current, ask, options, deps) };
  }
  const sent = readPatchOf(ask, site);
  const options = readWriteOptions(ask.url, sent.type === 'apply' ? 'apply' : 'patch');
  if (sent.type === 'apply') return { options, write: (current) => applied(site, identified(sent.value, site), current, options, deps) };
  const patched = (base: JsonObject): Json => (sent.type === 'json' ? applyJsonPatch(base, sent.value) : applyMergePatch(base, sent.value));
  return { options, write: (current) => updated(site, identified(patched(site.view.base(current)), site), current, ask, options, deps) };
}

function updated(site: Site, document: JsonObject, current: Resource, ask: Ask, options: WriteOptions, deps: KubeDeps): Written {
  refuseStale(document, current);
  const before = site.view.base(current);
  const status = checkedStatus(statusIn(document), site);
  const managed = updateFields({
    before,
    after: { ...before, status },
    managers: current.managed ?? [],
    manager: managerOf(options, ask.headers['user-agent']),
    apiVersion: site.view.apiVersion,
    type: site.view.fields,
    versions: site.view.versions,
    now: deps.now(),
    subresource: 'status',
  });
  return { status, managed };
}

function applied(site: Site, document: JsonObject, current: Resource, options: WriteOptions, deps: KubeDeps): Written {
  const result = applyFields({
    live: site.view.base(current),
    applied: document,
    managers: current.managed ?? [],
    manager: options.fieldManager ?? '',
    apiVersion: site.view.apiVersion,
    type: site.view.fields,
    versions: site.view.versions,
    force: options.force,
    now: deps.now(),
    subresource: 'status',
  });
  if (result.type === 'conflict') throw conflictOf(result.conflicts);
  return { status: checkedStatus(statusIn(result.object), site), managed: result.managers };
}

const statusIn = ({ status }: JsonObject): JsonObject => (isObject(status) ? status : {});
