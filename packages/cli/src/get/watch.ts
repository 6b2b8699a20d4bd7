/** What is there, and then a line for every change. */
import { type Json, ProblemError } from '@ectropy/sdk';
import { encode } from '@ectropy/server/client';
import { type Change, changes, type Collection, type Entry, type Snapshot } from '../api/changes.ts';
import { type Document, documentOf, titleOf } from '../api/document.ts';
import { type Row, TABLE, tableOf } from '../api/table.ts';
import { safeJson } from '../output/data.ts';
import type { Exit } from '../exit.ts';
import type { Session } from '../session.ts';
import { untilInterrupted } from '../terminal/interrupted.ts';
import { nothingThere } from './empty.ts';
import { fetchObjects, fetchSection, named, pathOf } from './fetch.ts';
import { type GetFlags, isText, queryOf } from './flags.ts';
import { gridOf, type Look } from './show.ts';
import type { Target } from './targets.ts';

/** What the words of state may become, so that later lines stand under the first ones. */
const ROOM = { name: 16, ready: 7, status: 10, age: 5 } as const;

/** How one target is shown: `print` gets what is there, then each change. */
interface Show<T> {
  readonly collection: Collection<T>;
  first(snapshot: Snapshot<T>): void;
  change(change: Change<T>): void;
}

export function watchTargets(targets: readonly Target[], flags: GetFlags, look: Look, session: Session): Promise<Exit> {
  for (const { type } of targets)
    if (!type.verbs.includes('watch'))
      throw new ProblemError({ code: 'unsupported', message: `${type.plural} cannot be watched`, hint: 'leave --watch away' });
  return untilInterrupted(session, async (watching) => {
    const shown = await Promise.all(
      targets.map((target) => (isText(flags) ? begun(rowsOf(target, flags, look, session)) : begun(objectsOf(target, flags, session)))),
    );
    if (shown.every(({ isEmpty }) => isEmpty)) session.say(`${nothingThere(targets, flags, session.project)}\nWaiting for changes.`);
    await Promise.all(shown.map(({ go }) => go(session, watching)));
  });
}

type Watching = Parameters<typeof changes>[3];

async function begun<T>(show: Show<T>): Promise<{ readonly isEmpty: boolean; go(session: Session, watching: Watching): Promise<void> }> {
  const snapshot = await show.collection.list();
  show.first(snapshot);
  return {
    isEmpty: snapshot.entries.length === 0,
    async go({ api }, watching) {
      for await (const change of changes(api, show.collection, snapshot, watching)) show.change(change);
    },
  };
}

const entryOf = <T extends Pick<Document, 'metadata'>>(value: T): Entry<T> => ({
  key: `${value.metadata.namespace ?? ''}/${value.metadata.name}`,
  version: value.metadata.resourceVersion ?? '',
  value,
});

/** The server tells those of one name apart; several names are told apart here. */
function chosenOf({ names }: Target, flags: GetFlags): { readonly flags: GetFlags; isMeant(name: string): boolean } {
  const [only, ...more] = names ?? [];
  return {
    flags: only !== undefined && more.length === 0 ? named(flags, only) : flags,
    isMeant: (name) => names === undefined || names.includes(name),
  };
}

function rowsOf(target: Target, given: GetFlags, look: Look, session: Session): Show<Row> {
  const { flags, isMeant } = chosenOf(target, given);
  const entriesOf = (rows: readonly Row[]): readonly Entry<Row>[] =>
    rows.filter(({ metadata }) => isMeant(metadata.name)).map((row) => entryOf(row));
  const empty = { target, columns: [], rows: [], version: '', cut: false };
  let grid = gridOf(empty, look);
  return {
    collection: {
      path: pathOf(target, flags, session),
      accept: TABLE,
      query: queryOf(flags),
      async list() {
        const section = await fetchSection(target, flags, session);
        const entries = entriesOf(section.rows);
        grid = gridOf({ ...section, rows: entries.map(({ value }) => value) }, look, ROOM);
        return { entries, version: section.version };
      },
      entriesOf: (object) => entriesOf(tableOf(object).rows),
    },
    first: ({ entries }) => session.print([...grid.head, ...entries.map(({ value }) => grid.row(value))].join('\n')),
    change: ({ type, entry }) => session.print(type === 'DELETED' ? grid.gone(entry.value) : grid.row(entry.value)),
  };
}

function objectsOf(target: Target, given: GetFlags, session: Session): Show<Document> {
  const { flags, isMeant } = chosenOf(target, given);
  const entriesOf = (items: readonly Json[]): readonly Entry<Document>[] =>
    items
      .map(documentOf)
      .filter(({ metadata }) => isMeant(metadata.name))
      .map((document) => entryOf(document));
  const print = (type: Change<Document>['type'], document: Document): void => session.print(changed(type, document, flags));
  return {
    collection: {
      path: pathOf(target, flags, session),
      query: queryOf(flags),
      async list() {
        const { items, version } = await fetchObjects(target, flags, session);
        return { entries: entriesOf(items), version };
      },
      entriesOf: (object) => entriesOf([object]),
    },
    first: ({ entries }) => entries.forEach(({ value }) => print('ADDED', value)),
    change: ({ type, entry }) => print(type, entry.value),
  };
}

/** One per line, or one document each. */
function changed(type: Change<Document>['type'], document: Document, { output, watchEvents }: GetFlags): string {
  if (output === 'name') return titleOf(document);
  const value = (watchEvents ? { type, object: document } : document) as unknown as Json;
  return output === 'json' ? safeJson(value) : `---\n${encode(value, 'yaml')}`;
}
