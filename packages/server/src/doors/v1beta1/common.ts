/** What several verbs share: the URN in the path, the kind of a resource, the answer with one resource. */
import { type Kind, ProblemError } from '@ectropy/sdk';
import type { App, Result } from '../../app/app.ts';
import type { Resource } from '../../core/resource.ts';
import { type Identity, type Urn, parseUrn } from '../../core/urn.ts';
import type { Answer, Ask } from './ask.ts';
import { etagOf } from './headers.ts';
import { resourceToWire } from './to-wire.ts';

type Named = Identity & { readonly urn: Urn };

/** A URN that cannot be one ends the request at once: nothing else in it can be judged. */
export function readUrn({ params }: Ask, form = 'orn:entropy:<kind>:<project>:<name>'): Named {
  const text = params['urn'] ?? '';
  const named = parseUrn(text);
  if (named) return named;
  throw new ProblemError({
    code: 'invalid',
    path: ['urn'],
    message: `${JSON.stringify(text.slice(0, 200))} is not a URN`,
    hint: `write ${form}; letters, digits, "_" and "-" in each part`,
  });
}

export const kindOf = (app: App, name: string): Kind | undefined => app.kinds().find((kind) => kind.name === name);

export const oneResource = (app: App, resource: Resource): Answer => ({
  json: { resource: resourceToWire(resource, kindOf(app, resource.kind)) },
  etag: etagOf(resource.version),
});

export function onlyResult(results: readonly Result[]): Result {
  const [result] = results;
  if (!result) throw new ProblemError({ code: 'internal', message: 'one change was asked for and none was answered' });
  return result;
}
