/** The part of a kubeconfig file that leads to Ectropy, and files of others that it is put into. */
import { isObject, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import { decodeDocuments } from '@ectropy/server/client';

/** The server's own answer, with the address by which it was reached and the project in use. */
export function ownKubeconfig(text: string, server: string, project: string): JsonObject {
  const value = readKubeconfig(text, 'the answer of the server');
  const entries = (key: string): readonly JsonObject[] =>
    Array.isArray(value[key]) ? (value[key] as readonly Json[]).filter(isObject) : [];
  return {
    ...value,
    clusters: entries('clusters').map((entry) => ({ ...entry, cluster: { ...inside(entry, 'cluster'), server } })),
    contexts: entries('contexts').map((entry) => ({ ...entry, context: { ...inside(entry, 'context'), namespace: project } })),
  };
}

const inside = (entry: JsonObject, key: string): JsonObject => (isObject(entry[key]) ? entry[key] : {});

export function readKubeconfig(text: string, file: string): JsonObject {
  try {
    const [document, second] = decodeDocuments(text).documents;
    const value = document?.value ?? {};
    if (second || !isObject(value)) throw new Error('must be one mapping');
    return value;
  } catch (error) {
    throw new ProblemError({ code: 'invalid', message: `${file}: ${error instanceof Error ? error.message : String(error)}` });
  }
}

/** Ours replaces what has the same name; all that others put there stays. */
export function merged(theirs: JsonObject, ours: JsonObject): JsonObject {
  const lists = Object.fromEntries(
    ['clusters', 'users', 'contexts'].map((key) => {
      const [before, own] = [theirs[key] ?? [], ours[key] ?? []].map((list) => (Array.isArray(list) ? (list as readonly Json[]) : []));
      const names = new Set((own ?? []).map(nameOf));
      return [key, [...(before ?? []).filter((entry) => !names.has(nameOf(entry))), ...(own ?? [])]];
    }),
  );
  return { apiVersion: 'v1', kind: 'Config', ...theirs, ...lists, 'current-context': ours['current-context'] ?? '' };
}

const nameOf = (entry: Json): Json | undefined => (isObject(entry) ? entry.name : undefined);
