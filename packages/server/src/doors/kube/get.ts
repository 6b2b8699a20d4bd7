import type { JsonObject } from '@ectropy/sdk';
import { type Answer, type Ask, deprecation, type KubeDeps, type Site, urnOf } from './ask.ts';
import type { WireView } from './view.ts';
import { type Negotiated, negotiate, offers } from './wire/accept.ts';
import { readGetOptions } from './wire/list-options.ts';
import { partialOf, type MetaVersion } from './wire/partial.ts';
import { wantsLineage } from './lineage.ts';
import { type IncludeObject, tableOf, versionOf } from './wire/table.ts';

export const get = (site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> => read('get', site, ask, deps);

/** How things stand, asked anew where another service knows it. */
export const getStatus = (site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> => read('status', site, ask, deps);

async function read(verb: 'get' | 'status', site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const { includeObject } = readGetOptions(ask.url);
  const negotiated = negotiate(ask.headers.accept, offers.resource);
  const resource = await deps.app[verb](urnOf(site), { ...ask.caller, signal: ask.signal() });
  return answerWith(site.view.show(resource, wantsLineage(ask)), site.view, negotiated, includeObject, deps.now());
}

/** One object in the shape that was asked for. */
export function answerWith(
  object: JsonObject,
  view: WireView,
  { as, contentType }: Negotiated,
  include: IncludeObject,
  now: number,
  status = 200,
): Answer {
  const common = { status, contentType, warnings: deprecation(view) };
  const version = as?.version === 'v1beta1' ? 'v1beta1' : ('v1' satisfies MetaVersion);
  if (as?.kind === 'Table') {
    const table = tableOf([object], versionOf(object), { columns: view.columns, now, include, version });
    return { ...common, body: table as unknown as JsonObject };
  }
  return { ...common, body: as?.kind === 'PartialObjectMetadata' ? partialOf(object, version) : object };
}
