/** What clients and watchers have lived through, and what is wrong with it. Every write declares a content of its own. */

export interface Write {
  readonly urn: string;
  readonly content: string;
}

export interface Told extends Write {
  /** The version, as the watch gives it. */
  readonly id: number;
}

export interface History {
  /** In the order in which they were acknowledged. Whoever did not get to know the outcome has asked again until it did. */
  readonly acknowledged: readonly Write[];
  /** What the API says in the end: every content that a resource has had, oldest first. */
  readonly revisions: ReadonlyMap<string, readonly string[]>;
  /** By watcher, each from before the first write. */
  readonly watched: Readonly<Record<string, readonly Told[]>>;
}

/** Every complaint there is; none: nothing was lost, nothing happened twice, and everybody has seen all of it in order. */
export function judge({ acknowledged, revisions, watched }: History): readonly string[] {
  const wanted = Map.groupBy(acknowledged, ({ urn }) => urn);
  const urns = new Set([...wanted.keys(), ...revisions.keys()]);
  const contents = (urn: string): readonly string[] => (wanted.get(urn) ?? []).map(({ content }) => content);
  return [
    ...[...urns].flatMap((urn) => compare(`${urn} in the store`, contents(urn), revisions.get(urn) ?? [])),
    ...Object.entries(watched).flatMap(([who, told]) => [
      ...disorder(who, told),
      ...[...urns].flatMap((urn) => compare(`${urn} to ${who}`, contents(urn), changesOf(urn, told))),
    ]),
  ];
}

/** A change of the status tells the same content again. */
const changesOf = (urn: string, told: readonly Told[]): readonly string[] =>
  told.filter((one) => one.urn === urn).flatMap(({ content }, i, all) => (all[i - 1]?.content === content ? [] : [content]));

function disorder(who: string, told: readonly Told[]): readonly string[] {
  return told.flatMap(({ id }, i) => {
    const before = told[i - 1]?.id ?? -1;
    return id > before ? [] : [`${who} was told ${id} after ${before}`];
  });
}

function compare(where: string, wanted: readonly string[], found: readonly string[]): readonly string[] {
  const twice = [...new Set(found)].filter((one) => found.filter((other) => other === one).length > 1);
  const lost = wanted.filter((one) => !found.includes(one));
  const foreign = found.filter((one) => !wanted.includes(one));
  const complaints = [
    ...lost.map((one) => `${where}: ${one} was acknowledged and is lost`),
    ...twice.map((one) => `${where}: ${one} is there twice`),
    ...foreign.map((one) => `${where}: nobody was told of ${one}`),
  ];
  if (complaints.length === 0 && wanted.join('\n') !== found.join('\n'))
    return [`${where}: ${found.join(', ')} instead of ${wanted.join(', ')}`];
  return complaints;
}
