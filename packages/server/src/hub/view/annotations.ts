/** The server's own annotations carry its suffix outside and a fixed one inside, so that the product can change its name. */
import type { Path } from '@ectropy/sdk';
import type { Words } from '../../core/resource.ts';
import { LINEAGE, OWN_PREFIX } from '../../core/resource.ts';
import { withoutLineage } from '../access/lineage-form.ts';
import type { Scheme } from '../scheme/scheme.ts';

/** As they are shown: without where the document came from, also in the copy that kubectl keeps of what it sent. */
export function shownAnnotations(annotations: Words, scheme: Scheme): Words {
  const keys = [LINEAGE, ...scheme.suffixes.map((suffix) => `${suffix}/lineage`)];
  return renamed(withoutLineage(annotations, keys), [OWN_PREFIX], scheme.suffix);
}

/** As they are stored. */
export const storedAnnotations = (annotations: Words, scheme: Scheme): Words => renamed(annotations, scheme.suffixes, OWN_PREFIX);

/** Where a problem is, by the names of today. */
export const shownPath = (path: Path, { suffix }: Scheme): Path =>
  path.map((part) =>
    typeof part === 'string' && part.startsWith(`${OWN_PREFIX}/`) ? `${suffix}/${part.slice(OWN_PREFIX.length + 1)}` : part,
  );

const renamed = (annotations: Words, from: readonly string[], to: string): Words =>
  Object.fromEntries(
    Object.entries(annotations).map(([key, value]) => {
      const own = from.find((suffix) => key.startsWith(`${suffix}/`));
      return [own === undefined ? key : `${to}/${key.slice(own.length + 1)}`, value];
    }),
  );
