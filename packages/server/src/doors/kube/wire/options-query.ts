/** What all readers of options share: two sorts of mistakes, told all at once, the unreadable before the invalid. */
import { type Problem, ProblemError } from '@ectropy/sdk';
import { Faults } from '../../http/faults.ts';
import { Query } from '../../http/query.ts';
import { Refused } from './refused.ts';

export class OptionsQuery {
  readonly #query: Query;
  readonly #unreadable = new Faults();
  readonly #invalid: Problem[] = [];

  constructor(url: string) {
    this.#query = new Query(url, this.#unreadable);
  }

  /** `undefined` when absent or empty. */
  text(name: string): string | undefined {
    return this.#query.text(name);
  }

  list(name: string): readonly string[] {
    return this.#query.list(name).filter((value) => value !== '');
  }

  /** A name without a value is a yes. */
  bool(name: string): boolean | undefined {
    const text = this.#query.text(name);
    if (text === undefined) return this.#query.has(name) ? true : undefined;
    if (/^(?:0|f|false)$/i.test(text)) return false;
    if (!/^(?:1|t|true)$/i.test(text)) this.unreadable(name, `must be true or false (got ${JSON.stringify(text.slice(0, 60))})`);
    return true;
  }

  /** Of 64 bits; what is beyond 2^53 is as good as the largest number below it. */
  whole(name: string): number | undefined {
    const text = this.#query.text(name);
    if (text === undefined) return undefined;
    if (!/^[+-]?\d{1,19}$/.test(text))
      return void this.unreadable(name, `must be a whole number (got ${JSON.stringify(text.slice(0, 60))})`);
    return Math.min(Math.max(Number(text), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
  }

  /** Cannot be understood: 400. */
  unreadable(name: string, message: string): void {
    this.#unreadable.add([name], message);
  }

  /** Is understood and not allowed: 422. The message begins with a label of Kubernetes. */
  invalid(name: string, message: string): void {
    this.#invalid.push({ code: 'invalid', path: [name], message });
  }

  /** One of a few words, or nothing. */
  choice<T extends string>(name: string, values: readonly T[], given: string | undefined = this.text(name)): T | undefined {
    const found = values.find((value) => value === given);
    if (given !== undefined && found === undefined) this.invalid(name, unsupportedValue(given, values));
    return found;
  }

  /** Throws if anything was wrong with the options of this kind: `ListOptions`. */
  check(kind: string): void {
    try {
      this.#unreadable.check();
    } catch (error) {
      throw error instanceof ProblemError ? new Refused(error.problems, { status: 400 }, { cause: error }) : error;
    }
    const [first, ...rest] = this.#invalid;
    if (first) throw new Refused([first, ...rest], { status: 422, about: { group: 'meta.k8s.io', resource: '', kind, name: '' } });
  }
}

export const unsupportedValue = (given: string, values: readonly string[]): string =>
  `Unsupported value: ${JSON.stringify(given.slice(0, 60))}: supported values: ${values.map((value) => JSON.stringify(value)).join(', ')}`;
