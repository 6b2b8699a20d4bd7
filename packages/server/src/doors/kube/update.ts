import { isObject, type JsonObject, ProblemError } from '@ectropy/sdk';
import type { Answer, Ask, KubeDeps, Site } from './ask.ts';
import { readDocument } from './read-document.ts';
import { readWriteOptions } from './wire/write-options.ts';
import { admitFields, commit, identified, refuseStale, tracked } from './write.ts';

/** The whole object anew. It must say which version it was made from. */
export async function update(site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const options = readWriteOptions(ask.url, 'update');
  const { value, duplicate } = readDocument(ask);
  const { document, warnings } = admitFields(identified(value, site), duplicate, site, options);
  const whole = site.view.defaulted(document);
  return commit(
    site,
    {
      name: site.about.name,
      mode: 'update',
      change(base, current) {
        refuseUnversioned(site, whole);
        refuseStale(whole, current);
        return { document: whole, managed: tracked(site, base, whole, current, ask, options, deps) };
      },
    },
    ask,
    options,
    deps,
    () => warnings,
  );
}

function refuseUnversioned({ view }: Site, { metadata }: JsonObject): void {
  const { resourceVersion } = isObject(metadata) ? metadata : {};
  if (view.group !== '' && (resourceVersion === undefined || resourceVersion === ''))
    throw new ProblemError({ code: 'invalid', path: ['metadata', 'resourceVersion'], message: 'must be specified for an update' });
}
