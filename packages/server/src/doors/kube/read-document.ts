/** The body of a request as a document, with the fields that stand twice in it. */
import type { Json, Path } from '@ectropy/sdk';
import { decodeDocuments } from '../../hub/codec/decode.ts';
import { duplicateKeys } from '../../hub/codec/duplicate-keys.ts';
import type { Ask, Site } from './ask.ts';
import { readBody, readPatch, type Body } from './wire/body.ts';
import { badRequest } from './wire/refused.ts';

export interface ReadDocument {
  readonly value: Json | undefined;
  readonly duplicate: readonly Path[];
}

/** One document, or a refusal that says so. */
function yaml(text: string): { readonly value: Json; readonly duplicates: readonly Path[] } {
  const { documents, duplicates } = decodeDocuments(text, { format: 'yaml' });
  const [first, ...others] = documents;
  if (!first || others.length > 0) throw badRequest(`the body must hold one document (got ${documents.length})`, 'send one at a time');
  return { value: first.value, duplicates: duplicates.flatMap(({ path }) => (path ? [path] : [])) };
}

const decodeYaml = (text: string): Json => yaml(text).value;

function duplicatesIn({ text, format }: Body): readonly Path[] {
  if (text === undefined || format === 'protobuf') return [];
  return format === 'json' ? duplicateKeys(text) : yaml(text).duplicates;
}

/** What `curl -d` says about a body that it knows nothing of. */
const unsaid = 'application/x-www-form-urlencoded';

export function readDocument({ bytes, headers }: Ask): ReadDocument {
  const type = headers['content-type'];
  const body = readBody(bytes, type?.startsWith(unsaid) ? undefined : type, { decodeYaml });
  return body ? { value: body.value, duplicate: duplicatesIn(body) } : { value: undefined, duplicate: [] };
}

/** Strategic merge patches are for the kinds that Kubernetes itself was compiled with; a namespace's is small enough to be merged. */
export function readPatchOf({ bytes, headers }: Ask, { view }: Site) {
  const allowed = view.group === '' ? (['json', 'merge', 'strategic', 'apply'] as const) : (['json', 'merge', 'apply'] as const);
  const body = readPatch(bytes, headers['content-type'], { decodeYaml, allowed });
  return { type: body.type, value: body.value, duplicate: duplicatesIn(body) };
}
