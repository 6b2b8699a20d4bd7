/** The subresources as discovery names them: by their first word, because a name there is no template. */
import type { Entry } from './entry.ts';

export interface DiscoverySubresource {
  readonly name: string;
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly verbs: readonly string[];
}

/** `artifacts` and `artifacts/{name}` are one: access is granted to `files/artifacts`, and its verbs are those of both. */
export const discoverySubresources = (entry: Entry): readonly DiscoverySubresource[] =>
  [...Map.groupBy(entry.subresources, ({ name }) => name.split('/{')[0] ?? name)].map(([name, [first, ...more]]) => ({
    name,
    kind: first?.kind ?? entry.kind,
    group: first?.group ?? entry.group,
    version: first?.version ?? entry.version,
    verbs: [...new Set([first, ...more].flatMap((each) => each?.verbs ?? []))],
  }));
