/** What a module answers or throws, as it can be kept: whatever it is, the turn comes to an end and is recorded. */
import { type Problem, problemsOf } from '@ectropy/sdk';

/** A module's answer as it is after storing it. Throws for what cannot be stored: a step that is never recorded would be taken for ever. */
export function asStored<T>(answer: T): T | undefined {
  const text = JSON.stringify(answer, keepable) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

/** PostgreSQL can keep neither U+0000 nor half of a surrogate pair. */
const isKeepable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

function keepable(key: string, value: unknown): unknown {
  if (isKeepable(key) && (typeof value !== 'string' || isKeepable(value))) return value;
  throw new Error('the module answered with a text that cannot be kept: it has U+0000 or half of a surrogate pair in it');
}

const LONGEST = 10_000;

/** Whatever was thrown, in words that can be kept and shown. */
export function thrown(error: unknown): Problem {
  const { hint, ...problem } = problemOf(error);
  return { ...problem, message: words(problem.message), ...(hint !== undefined && { hint: words(hint) }) };
}

function problemOf(error: unknown): Problem {
  try {
    return problemsOf(error)[0];
  } catch {
    return { code: 'internal', message: 'the module threw something that cannot be told' };
  }
}

/** A message is a text by its type only. */
const words = (text: unknown): string => String(text).slice(0, LONGEST).toWellFormed().replaceAll('\u0000', '\ufffd');
