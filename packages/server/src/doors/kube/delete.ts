import type { JsonObject } from '@ectropy/sdk';
import type { RemoveRequest, Result } from '../../app/app.ts';
import type { Version } from '../../core/resource.ts';
import type { Answer, Ask, KubeDeps, Site } from './ask.ts';
import { urnOf } from './ask.ts';
import { filtersOf } from './list.ts';
import { readDocument } from './read-document.ts';
import { mutation } from './write.ts';
import { type DeleteOptions, readDeleteOptions } from './wire/delete-options.ts';
import { readListOptions } from './wire/list-options.ts';

const propagations = { Foreground: 'foreground', Background: 'background', Orphan: 'orphan' } as const;

export async function remove(site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const options = readDeleteOptions(ask.url, readDocument(ask).value);
  const { resourceVersion, uid } = options.preconditions;
  const request: RemoveRequest = {
    urn: urnOf(site),
    ...how(options),
    ...(resourceVersion !== undefined && { expected: resourceVersion as Version }),
    ...(uid !== undefined && { uid }),
  };
  const [result] = await deps.app.remove([request], ask.caller, mutation(ask, options));
  if (!result) throw new Error('the deletion was answered with nothing');
  return { body: result.resource.state.status === 'gone' ? goneStatus(result, site) : site.view.show(result.resource) };
}

const how = ({ propagation }: DeleteOptions): Pick<RemoveRequest, 'propagation'> =>
  propagation ? { propagation: propagations[propagation] } : {};

const goneStatus = ({ resource }: Result, { about: { group, resource: plural, name } }: Site): JsonObject => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  details: { name, ...(group !== '' && { group }), kind: plural, uid: resource.uid },
});

const BATCH = 500;

/** All that the selectors choose, page by page. */
export async function removeCollection(site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const options = readDeleteOptions(ask.url, readDocument(ask).value);
  const filters = filtersOf(site, readListOptions(ask.url), ask);
  const items: JsonObject[] = [];
  let cursor: string | undefined;
  let version: Version | undefined;
  do {
    const page = await deps.app.list({ ...filters, limit: BATCH, ...(cursor !== undefined && { cursor }) }, ask.caller);
    ({ cursor } = page);
    version ??= page.version;
    const requests = page.resources.map(({ urn }) => ({ urn, ...how(options) }));
    const results = requests.length > 0 ? await deps.app.remove(requests, ask.caller, { dryRun: options.dryRun }) : [];
    items.push(...results.map(({ resource }) => site.view.show(resource)));
  } while (cursor !== undefined);
  return { body: { kind: site.view.listKind, apiVersion: site.view.apiVersion, metadata: { resourceVersion: version }, items } };
}
