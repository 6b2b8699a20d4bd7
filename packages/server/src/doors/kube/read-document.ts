/** The body of a request as a document, with the fields that stand twice in it. */
import type { Json, Path } from '@ectropy/sdk';
import { decodeDocuments } from '../../hub/codec/decode.ts';
import { duplicateKeys } from '../../hub/codec/duplicate-keys.ts';
import type { Ask, Site } from './ask.ts';
import { type Body, readBody, readPatch } from './wire/body.ts';
import { badRequest } from './wire/refused.ts';

export interface ReadDocument {
  readonly value: Json | undefined;
  readonly duplicate: readonly Path[];
}

/** Reading YAML takes several times as long as reading JSON, and nobody else is served meanwhile. */
const MAX_YAML_BYTES = 512 * 1024;

/** Reads one document and remembers what stands twice in it. */
function yamlReader(): { decodeYaml(text: string): Json; twice: readonly Path[] } {
  return {
    twice: [],
    decodeYaml(text) {
      const { documents, duplicates } = decodeDocuments(text, { format: 'yaml', maxBytes: MAX_YAML_BYTES });
      const [first, ...others] = documents;
      if (!first || others.length > 0) throw badRequest(`the body must hold one document (got ${documents.length})`, 'send one at a time');
      this.twice = duplicates.flatMap(({ path }) => (path ? [path] : []));
      return first.value;
    },
  };
}

const duplicatesIn = ({ text, format }: Body, twice: readonly Path[]): readonly Path[] =>
  format === 'json' && text !== undefined ? duplicateKeys(text) : twice;

/** What `curl -d` says about a body that it knows nothing of. */
const unsaid = 'application/x-www-form-urlencoded';

export function readDocument({ bytes, headers }: Ask): ReadDocument {
  const yaml = yamlReader();
  const type = headers['content-type'];
  const body = readBody(bytes, type?.startsWith(unsaid) ? undefined : type, { decodeYaml: (text) => yaml.decodeYaml(text) });
  return body ? { value: body.value, duplicate: duplicatesIn(body, yaml.twice) } : { value: undefined, duplicate: [] };
}

/** Strategic merge patches are for the kinds that Kubernetes itself was compiled with; a namespace's is small enough to be merged. */
export function readPatchOf({ bytes, headers }: Ask, { view }: Site) {
  const yaml = yamlReader();
  const allowed = view.group === '' ? (['json', 'merge', 'strategic', 'apply'] as const) : (['json', 'merge', 'apply'] as const);
  const body = readPatch(bytes, headers['content-type'], { decodeYaml: (text) => yaml.decodeYaml(text), allowed });
  return { type: body.type, value: body.value, duplicate: duplicatesIn(body, yaml.twice) };
}
