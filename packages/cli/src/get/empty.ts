/** What is said when there is nothing, and what to type next. */
import type { GetFlags } from './flags.ts';
import type { Target } from './targets.ts';

/** A list that is cut off here names the first few. */
const MOST = 3;

export function nothingThere(targets: readonly Target[], flags: GetFlags, project: string): string {
  const [first] = targets;
  if (!first) return 'No kinds like that.\n  ectropy kinds';
  const namespaced = targets.some(({ type }) => type.namespaced);
  const place = namespaced ? ` in ${flags.allProjects ? 'any project' : `project ${project}`}` : '';
  const chosen = flags.selector !== undefined || flags.fieldSelector !== undefined;
  const match = chosen ? ` that match ${[flags.selector, flags.fieldSelector].filter((one) => one !== undefined).join(' and ')}` : '';
  const elsewhere = namespaced && !flags.allProjects ? `  ectropy get ${wordsOf(targets)} -A` : undefined;
  const make = `  ectropy kinds explain ${first.type.singular || first.type.plural}`;
  const next = targets.length === 1 && !chosen && first.type.verbs.includes('create') ? make : elsewhere;
  return [`No ${nounOf(targets)}${match}${place}.`, ...(next === undefined ? [] : [next])].join('\n');
}

const nounOf = (targets: readonly Target[]): string => {
  const plurals = targets.map(({ type }) => type.plural);
  if (plurals.length > MOST) return 'resources';
  return plurals.length < 2 ? plurals.join('') : `${plurals.slice(0, -1).join(', ')} or ${plurals.at(-1)}`;
};

const wordsOf = (targets: readonly Target[]): string => (targets.length > MOST ? 'all' : targets.map(({ type }) => type.plural).join(','));
