import { isObject, type Json } from '@ectropy/sdk';

type Words = Readonly<Record<string, string>>;

/** Where the sent document is kept by the most used client, with all the annotations that it was sent with. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The annotation that says where a synchronised document came from. */
export const lineageKey = (suffix: string): string => `${suffix}/lineage`;

/**
 * What is stored, from what was stored and what was sent; `undefined` is «none», and nothing is stored before a creation.
 * With `include` what is sent is what is stored, also when nothing is sent. Without it the sender neither forges nor loses lineage.
 */
export const applyLineage = (stored: string | undefined, incoming: string | undefined, include: boolean): string | undefined =>
  include ? incoming : stored;

export function readLineage(annotations: Words, keys: readonly string[]): string | undefined {
  const key = keys.find((candidate) => Object.hasOwn(annotations, candidate));
  return key === undefined ? undefined : annotations[key];
}

/** Nothing of it is left: under no name that the server ever had, and not in the copy of the sent document either. */
export function withoutLineage(annotations: Words, keys: readonly string[]): Words {
  const kept = Object.entries(annotations).flatMap(([key, value]): [string, string][] => {
    if (keys.includes(key)) return [];
    const shown = key === LAST_APPLIED ? cleaned(value, keys) : value;
    return shown === undefined ? [] : [[key, shown]];
  });
  return Object.fromEntries(kept);
}

/** The lineage stands under the first of the names, and under no other. */
export function withLineage(annotations: Words, keys: readonly string[], lineage: string | undefined): Words {
  const bare = withoutLineage(annotations, keys);
  const [key] = keys;
  return lineage === undefined || key === undefined ? bare : { ...bare, [key]: lineage };
}

/** A copy that mentions lineage and cannot be read is not handed out at all. */
function cleaned(text: string, keys: readonly string[]): string | undefined {
  if (!text.includes('lineage') && !text.includes('\\u')) return text;
  const document = parse(text);
  const metadata = isObject(document) ? document['metadata'] : undefined;
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined;
  if (!isObject(document)) return undefined;
  if (!isObject(metadata) || !isObject(annotations) || !keys.some((key) => Object.hasOwn(annotations, key))) return text;
  const kept = Object.fromEntries(Object.entries(annotations).filter(([key]) => !keys.includes(key)));
  return JSON.stringify({ ...document, metadata: { ...metadata, annotations: kept } });
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
