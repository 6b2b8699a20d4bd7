import { isObject, ProblemError } from '@ectropy/sdk';
import type { Answer, Ask, KubeDeps, Site } from './ask.ts';
import { readDocument } from './read-document.ts';
import { generateName } from './wire/generate-name.ts';
import { type About, badRequest, Refused } from './wire/refused.ts';
import { readWriteOptions } from './wire/write-options.ts';
import { admitFields, commit, identified, tracked } from './write.ts';

const MAX_TRIES = 8;

/** The path of a creation does not name what is created. */
const about = (error: unknown, named: About): unknown =>
  error instanceof ProblemError && !(error instanceof Refused) ? new Refused(error.problems, { about: named }, { cause: error }) : error;

export async function create(site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const options = readWriteOptions(ask.url, 'create');
  const { value, duplicate } = readDocument(ask);
  const { document: sent, warnings } = admitFields(identified(value, site), duplicate, site, options);
  const document = site.view.defaulted(sent);
  const metadata = isObject(document.metadata) ? document.metadata : {};
  if (metadata.resourceVersion !== undefined && metadata.resourceVersion !== '')
    throw badRequest('resourceVersion should not be set on objects to be created');
  const attempt = (name: string): Promise<Answer> => {
    const named = { ...document, metadata: { ...metadata, name } };
    const change = () => ({ document: named, managed: tracked(site, undefined, named, undefined, ask, options, deps) });
    return commit({ ...site, about: { ...site.about, name } }, { change, mode: 'create', name }, ask, options, deps, () => warnings).catch(
      (error: unknown) => {
        throw about(error, { ...site.about, name });
      },
    );
  };
  if (typeof metadata.name === 'string' && metadata.name !== '') return attempt(metadata.name);
  if (typeof metadata.generateName !== 'string' || metadata.generateName === '')
    throw new ProblemError({ code: 'invalid', path: ['metadata', 'name'], message: 'must be set', hint: 'set name or generateName' });
  return generated(metadata.generateName, attempt, deps);
}

/** A name that somebody else has taken meanwhile is drawn again. */
async function generated(base: string, attempt: (name: string) => Promise<Answer>, { randomBelow }: KubeDeps): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(generateName(base, randomBelow));
    } catch (error) {
      if (tries >= MAX_TRIES || !(error instanceof ProblemError) || error.problem.code !== 'exists') throw error;
    }
  }
}
