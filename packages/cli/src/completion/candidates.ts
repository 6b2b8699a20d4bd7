/** The words that could be meant, some of them asked for at the server. */
import type { Command } from 'commander';
import { actionsOf } from '../action/kind-actions.ts';
import { itemsOf, titleOf, documentOf } from '../api/document.ts';
import { collectionPath, findType, type ResourceType } from '../api/types.ts';
import { topics } from '../commands/help.ts';
import { configPath, readConfig } from '../config/file.ts';
import type { Io } from '../io.ts';
import { type Globals, openSession, type Session } from '../session.ts';
import { type Source, sourceOf } from './source.ts';
import { flagsOf, type Typed, walk } from './walk.ts';

export interface Candidate {
  readonly word: string;
  readonly about?: string;
}

/** `files`: the shell knows them better. */
export type Completion = { readonly files: true } | { readonly candidates: readonly Candidate[] };

/** `globals`: flags that were given to the completion itself; what is being typed wins. */
export async function complete(program: Command, words: readonly string[], io: Io, globals: Globals = {}): Promise<Completion> {
  const typed = walk(program, words);
  const source = sourceOf(typed);
  if (source.type === 'files') return { files: true };
  const session = (): Session => openSession(io, { ...globals, ...typed.values, quiet: true });
  const candidates = await candidatesOf(source, typed, program, io, session);
  return {
    candidates: candidates
      .filter(({ word }) => word.toLowerCase().startsWith(typed.current.toLowerCase()))
      .map((candidate) => ({ ...candidate, word: typed.before + candidate.word })),
  };
}

async function candidatesOf(source: Source, typed: Typed, program: Command, io: Io, session: () => Session): Promise<readonly Candidate[]> {
  switch (source.type) {
    case 'flags':
      return flagsOf(typed.command, program).map(({ long, short, description }) => ({ word: long ?? short ?? '', about: description }));
    case 'commands':
      return commands(typed, program);
    case 'words':
      return source.words.map((word) => ({ word }));
    case 'contexts':
      return readConfig(configPath(io.env)).contexts.map(({ name, server = '' }) => ({ word: name, about: server }));
    case 'projects':
      return names('projects', session());
    case 'kinds':
      return kinds(await session().types(), source.plural);
    case 'names':
      return names(source.kind, session(), source.prefixed ? `${source.kind}/` : '');
    case 'actions': {
      const open = session();
      const found = await actionsOf(findType(source.kind, await open.types()), open);
      return found.map(({ name, description }) => ({ word: name, about: description }));
    }
    default:
      return [];
  }
}

function commands({ command, path }: Typed, program: Command): readonly Candidate[] {
  const parent = path[0] === 'help' ? program : command;
  const known = parent.commands.filter((one) => !one.name().startsWith('_')).map((one) => ({ word: one.name(), about: one.description() }));
  const more = path[0] === 'help' ? Object.entries(topics).map(([word, { about }]) => ({ word, about })) : [];
  return [...known, ...more];
}

const kinds = (types: readonly ResourceType[], plural: boolean): readonly Candidate[] =>
  types
    .filter(({ verbs }) => verbs.includes('list'))
    .map((type) => ({ word: plural ? type.plural : type.singular || type.plural, about: type.kind }));

const MOST = 500;
const METADATA = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

async function names(kind: string, session: Session, before = ''): Promise<readonly Candidate[]> {
  const type = findType(kind, await session.types());
  const path = collectionPath(type, type.namespaced ? session.project : undefined);
  const answer = await session.api.call(path, { accept: METADATA, query: { limit: MOST } });
  return itemsOf(answer)
    .map(documentOf)
    .map(({ metadata }) => ({ word: `${before}${metadata.name}`, about: titleOf({ kind: type.kind, metadata }) }));
}
