/** What a patch may cost. A patch of few bytes can ask for a document, or for work, of any size. */
import type { Json } from '@ectropy/sdk';
import { MAX_DEPTH } from '../../http/json.ts';
import { Refused } from './refused.ts';

export const MAX_OPERATIONS = 10_000;

export interface PatchLimits {
  /** What may be copied within the document, in characters, by all operations together. */
  readonly copied: number;
  /** Values looked at or moved, by all operations together. */
  readonly work: number;
}

export const patchLimits: PatchLimits = { copied: 3 * 1024 * 1024, work: 4_000_000 };

export class Budget {
  #copied: number;
  #work: number;

  constructor({ copied, work }: PatchLimits) {
    this.#copied = copied;
    this.#work = work;
  }

  copy(size: number): void {
    this.#copied -= size;
    if (this.#copied < 0) throw tooMuch('the patch copies more than it may');
  }

  work(amount: number): void {
    this.#work -= amount;
    if (this.#work < 0) throw tooMuch('the patch takes more work than it may');
  }

  /** How large a value is and how deep, about as JSON would be. */
  weigh(value: Json, above: number): number {
    this.work(1);
    if (typeof value === 'string') return value.length + 2;
    if (typeof value !== 'object' || value === null) return 4;
    if (above >= MAX_DEPTH) throw tooMuch(`the document would be nested deeper than ${MAX_DEPTH} levels`);
    let size = 2;
    if (Array.isArray(value)) for (const item of value as readonly Json[]) size += this.weigh(item, above + 1) + 1;
    else for (const [key, item] of Object.entries(value)) size += key.length + this.weigh(item, above + 1) + 4;
    return size;
  }
}

const tooMuch = (message: string): Refused => new Refused({ code: 'too_large', message, hint: 'send less in one patch' }, { status: 413 });
