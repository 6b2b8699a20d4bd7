import type { Ask } from './ask.ts';
import { OptionsQuery } from './wire/options-query.ts';

/** Where a document came from is told, and taken, only on demand; whether it may be is decided by who asks. */
export function wantsLineage({ url }: Pick<Ask, 'url'>): { readonly lineage: boolean } {
  const query = new OptionsQuery(url);
  const lineage = query.bool('includeLineage') ?? false;
  query.check('Options');
  return { lineage };
}
