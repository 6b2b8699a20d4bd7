import type { AccessContext, Kind, ListOptions, Locator } from '@ectropy/sdk';

/** What every key of a server begins with. */
export interface KeyScope {
  readonly suffix: string;
  /** Which program made the answer: another one may convert in another way. */
  readonly build: string;
  /** What the caller may see, as one word. By default every actor has answers of its own, since a service may answer each differently. */
  visibility(context: AccessContext): string;
}

type Question = { readonly verb: 'get'; readonly at: Locator } | { readonly verb: 'list'; readonly options: ListOptions };

/** Everything that an answer depends on, in one order; omission of any of it would show one caller the answer of another. */
export function cacheKey(question: Question, kind: Kind, context: AccessContext, scope: KeyScope): string {
  const asked = question.verb === 'get' ? { project: question.at.project, name: question.at.name } : question.options;
  return JSON.stringify([
    scope.build,
    scope.suffix,
    kind.group ?? 'core',
    kind.name,
    kind.version ?? 'v1',
    question.verb,
    canonical(asked),
    context.lineage,
    scope.visibility(context),
  ]);
}

/** The same for the same options in any order. */
const canonical = (options: object): readonly (readonly [string, unknown])[] =>
  Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
