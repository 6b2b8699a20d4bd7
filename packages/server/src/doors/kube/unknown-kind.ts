/** What is said about a document of a kind that is not served: what was probably meant, or that its definition must come first. */
import { isObject, type Json, type JsonObject, type Path, type Problem } from '@ectropy/sdk';
import { suggest } from '../../config/suggest.ts';
import type { KubeDeps } from './ask.ts';
import type { WireView } from './view.ts';
import { fieldOf } from './wire/field.ts';

/** Looking for similar words takes its time, and a plan may hold many unknown ones. */
const MAX_SUGGESTIONS = 10;

const see = 'see `ectropy kinds` or `kubectl api-resources`';

/** Where the document stands, and what else is declared with it. */
export interface Around {
  readonly path: Path;
  readonly defined: readonly DefinedBeside[];
}

export interface DefinedBeside {
  readonly group: string;
  readonly kind: string;
  readonly path: Path;
}

/** The kinds that these documents define themselves. */
export const definedBeside = (
  documents: readonly Json[],
  place: (i: number) => Path,
  { kinds: { scheme } }: KubeDeps,
): readonly DefinedBeside[] =>
  documents.flatMap((document, i): DefinedBeside[] => {
    const { kind, spec } = isObject(document) ? document : {};
    if ((kind !== 'KindDefinition' && kind !== 'CustomResourceDefinition') || !isObject(spec) || !isObject(spec.names)) return [];
    const { group, names } = spec;
    if (typeof group !== 'string' || typeof names.kind !== 'string') return [];
    return [{ group: scheme.shortGroup(group), kind: names.kind, path: place(i) }];
  });

/** Tells about unknown kinds; one for each plan, since it remembers what it has told. */
export function unknownKinds({ views, kinds: { scheme } }: KubeDeps) {
  const known = new Map<string, string>();
  const hint = (apiVersion: string, kind: string): string => {
    const key = `${apiVersion} ${kind}`;
    const said = known.get(key) ?? (known.size < MAX_SUGGESTIONS ? hintFor(apiVersion, kind, views.all()) : see);
    known.set(key, said);
    return said;
  };
  return ({ apiVersion, kind }: JsonObject, { path, defined }: Around): readonly Problem[] => {
    const unsaid = Object.entries({ apiVersion, kind }).filter(([, value]) => typeof value !== 'string' || value === '');
    if (unsaid.length > 0) return unsaid.map(([field]) => ({ code: 'invalid', path: [...path, field], message: 'must be set', hint: see }));
    const group = scheme.parseApiVersion(String(apiVersion))?.group;
    const beside = defined.find((one) => one.kind === kind && one.group === group);
    if (beside)
      return [
        {
          code: 'invalid',
          path: [...path, 'kind'],
          message: `kind ${quoted(kind)} is not known before its definition, ${fieldOf(beside.path)}, has been applied`,
          hint: 'define the kind first: apply its definition, then the rest',
        },
      ];
    const message = `no kind ${quoted(kind)} in version ${quoted(apiVersion)} is served here`;
    return [{ code: 'invalid', path: [...path, 'kind'], message, hint: hint(String(apiVersion), String(kind)) }];
  };
}

const quoted = (value: unknown): string => JSON.stringify(String(value).slice(0, 100));

/** The same kind in another version, a similar kind in the same version, or whatever is similar. */
function hintFor(apiVersion: string, kind: string, views: readonly WireView[]): string {
  const here = views.filter((view) => view.accepts(apiVersion));
  const near =
    suggest(
      kind,
      (here.length > 0 ? here : views).map((view) => view.kind),
    ) ??
    suggest(
      kind,
      views.map((view) => view.kind),
    );
  const meant =
    views.find((view) => view.kind === kind) ?? here.find((view) => view.kind === near) ?? views.find((view) => view.kind === near);
  return meant ? `did you mean kind ${meant.kind} in apiVersion ${meant.apiVersion}? ${see}` : see;
}
