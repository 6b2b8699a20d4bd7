/** The file with the contexts of this person. */
import { isObject, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import { decodeDocuments, encode } from '@ectropy/server/client';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { replaceFile, textOf } from './replace-file.ts';

export interface Context {
  readonly name: string;
  readonly server?: string;
  readonly project?: string;
  /** What this version of the command does not know, kept as it is. */
  readonly rest?: JsonObject;
}

export interface ConfigFile {
  readonly file: string;
  readonly current?: string;
  readonly contexts: readonly Context[];
  readonly rest?: JsonObject;
}

export function configPath(env: Readonly<Record<string, string | undefined>>): string {
  return env.ECTROPY_CONFIG_HOME
    ? join(env.ECTROPY_CONFIG_HOME, 'config.yaml')
    : join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'ectropy', 'config.yaml');
}

/** A file that is not there says nothing; one that cannot be understood is never taken for one that says nothing. */
export function readConfig(file: string): ConfigFile {
  const value = valueOf(file);
  const { contexts = [], 'current-context': current = '', ...rest } = value;
  if (!Array.isArray(contexts)) throw unreadable(file, 'contexts must be a list');
  if (typeof current !== 'string') throw unreadable(file, 'current-context must be the name of a context');
  const read = (contexts as readonly Json[]).map((entry) => contextOf(entry, file));
  const twice = read.find(({ name }, i) => read.findIndex((other) => other.name === name) !== i);
  if (twice) throw unreadable(file, `context ${JSON.stringify(twice.name)} stands there twice`);
  return { file, ...(current !== '' && { current }), contexts: read, ...restOf(rest) };
}

function valueOf(file: string): JsonObject {
  const text = textOf(file, (why) => unreadable(file, why));
  if (text === undefined) return {};
  try {
    const { documents, duplicates } = decodeDocuments(text, { format: 'yaml' });
    const [twice] = duplicates;
    if (twice) throw new ProblemError(twice);
    const [document, second] = documents;
    const value = document?.value ?? {};
    if (second || !isObject(value)) throw new ProblemError({ code: 'invalid', message: 'must be one mapping' });
    return value;
  } catch (error) {
    throw unreadable(file, error instanceof Error ? error.message : String(error));
  }
}

function contextOf(entry: Json, file: string): Context {
  if (!isObject(entry) || typeof entry.name !== 'string' || entry.name === '') throw unreadable(file, 'every context must have a name');
  const { name, server, project, ...rest } = entry;
  for (const [key, value] of Object.entries({ server, project }))
    if (value !== undefined && typeof value !== 'string') throw unreadable(file, `${key} of context ${JSON.stringify(name)} must be text`);
  return { name, ...(typeof server === 'string' && { server }), ...(typeof project === 'string' && { project }), ...restOf(rest) };
}

const restOf = (rest: JsonObject): { readonly rest?: JsonObject } => (Object.keys(rest).length > 0 ? { rest } : {});

const unreadable = (file: string, why: string): ProblemError =>
  new ProblemError({
    code: 'invalid',
    message: `${file}: ${why}`,
    hint: 'mend the file, or remove it and begin with `ectropy config set-context`',
  });

/** Whole or not at all, and for its owner only. */
export const writeConfig = (config: ConfigFile): void => replaceFile(config.file, encode(asValue(config), 'yaml'));

export const asValue = ({ current, contexts, rest }: ConfigFile): JsonObject => ({
  ...(current !== undefined && { 'current-context': current }),
  contexts: contexts.map(({ rest: more, ...context }): JsonObject => ({ ...context, ...more })),
  ...rest,
});
