import type { Json, Path } from '@ectropy/sdk';
import type { DecodedDocument } from './decode.ts';

/** The documents in a list, also in lists within it; of anything else, the document itself. */
export function flattened(document: DecodedDocument): readonly DecodedDocument[] {
  const items = itemsOf(document.value);
  if (!items) return [document];
  return items.flatMap((value, i) => flattened(within(document, value, ['items', i])));
}

const within = (list: DecodedDocument, value: Json, prefix: Path): DecodedDocument => ({
  value,
  at: list.locate(prefix),
  locate: (path) => list.locate([...prefix, ...path]),
});

/** A list says so in its kind; without a kind it is a document that happens to have items. */
function itemsOf(value: Json): readonly Json[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { kind, items } = value as Readonly<Record<string, Json | undefined>>;
  return typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items) ? (items as readonly Json[]) : undefined;
}
