import type { Words } from '../../core/resource.ts';
import type { Faults } from './faults.ts';
import { unstorable } from './json.ts';

/** The query of a request, read field by field; what is wrong with it goes to the faults. Unknown fields are ignored. */
export class Query {
  readonly #pairs: readonly (readonly [string, string])[];
  readonly #faults: Faults;

  constructor(url: string, faults: Faults) {
    this.#faults = faults;
    this.#pairs = this.#decode(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  }

  has(name: string): boolean {
    return this.#values(name).length > 0;
  }

  /** `undefined` when absent or empty. */
  text(name: string): string | undefined {
    return this.#single(name) || undefined;
  }

  bool(name: string): boolean {
    const value = this.#single(name);
    if (value === undefined || /^(?:0|f|false)$/i.test(value)) return false;
    if (!/^(?:1|t|true)$/i.test(value)) this.#faults.add([name], `must be true or false (got ${show(value)})`);
    return true;
  }

  int32(name: string): number | undefined {
    const value = this.#single(name);
    if (value === undefined) return undefined;
    const number = /^[+-]?\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= -(2 ** 31) && number < 2 ** 31) return number;
    this.#faults.add([name], `must be a whole number of 32 bits (got ${show(value)})`);
    return undefined;
  }

  list(name: string): readonly string[] {
    return this.#values(name);
  }

  /** `labels[team]=a&labels[tier]=b`. */
  words(name: string): Words {
    const found = this.#pairs.flatMap(([key, value]) => {
      const part = key.startsWith(`${name}[`) && key.endsWith(']') ? key.slice(name.length + 1, -1) : undefined;
      return part === undefined ? [] : [[part, value] as const];
    });
    const seen = new Set<string>();
    for (const [key] of found) {
      if (key === '') this.#faults.add([name], 'has an entry without a key', `write ${name}[key]=value`);
      if (seen.has(key)) this.#faults.add([name, key], 'is set more than once');
      seen.add(key);
    }
    return Object.fromEntries(found);
  }

  #single(name: string): string | undefined {
    const values = this.#values(name);
    if (values.length > 1) this.#faults.add([name], 'is set more than once');
    return values.at(-1);
  }

  #values(name: string): readonly string[] {
    if (this.#pairs.length === 0) return [];
    const alias = camel(name);
    return this.#pairs.flatMap(([key, value]) => (key === name || key === alias ? [value] : []));
  }

  #decode(text: string): readonly (readonly [string, string])[] {
    return text.split('&').flatMap((pair) => {
      if (pair === '') return [];
      const at = pair.indexOf('=');
      const [key, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      const decoded = [unescape(key), unescape(value)] as const;
      if (decoded[0] !== undefined && decoded[1] !== undefined) return [[decoded[0], decoded[1]] as const];
      this.#faults.add(['query', key.slice(0, 60)], 'cannot be decoded', 'percent-encode it as UTF-8, without U+0000');
      return [];
    });
  }
}

function unescape(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return unstorable(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

const show = (value: string): string => JSON.stringify(value.slice(0, 60));

/** `page_size` as protobuf's JSON also writes it: `pageSize`. */
export const camel = (name: string): string =>
  !name.includes('_') ? name : name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
