/** What an evaluation may cost. CEL ends always, but not always soon: every loop, and every call by the size of what it is given, is paid for. */
import { type CelEnv, type CelValue, isCelList, isCelMap } from '@bufbuild/cel';

/** About the evaluation of one small expression, less than a microsecond. */
export interface Meter {
  left: number;
}

export class TooExpensive extends Error {
  override readonly name = 'TooExpensive';
}

export function spend(meter: Meter, units: number): void {
  meter.left -= units;
  if (meter.left < 0) throw new TooExpensive('costs too much');
}

const CHARACTERS = 16;

const lengthOf = (value: CelValue | undefined): number => {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length;
  return isCelList(value) || isCelMap(value) ? value.size : 0;
};

/** Searching takes, at worst, the product of both lengths; everything else takes what it is given. */
const SEARCHES = new Set(['contains', 'indexOf', 'lastIndexOf', 'split', 'replace', 'startsWith', 'endsWith']);
const MATCHES = new Set(['matches', 'find', 'findAll']);
/** These look at sizes only, or pay for what they visit themselves. */
const FREE = new Set(['@range', '@append', '@list', 'size', '_==_', '_!=_', '@in']);

function price(name: string, values: readonly (CelValue | undefined)[]): number {
  if (FREE.has(name) && typeof values[0] !== 'string') return 1;
  const lengths = values.map(lengthOf);
  const sum = lengths.reduce((total, length) => total + length, 0);
  const product = (lengths[0] ?? 0) * (lengths[1] ?? 0);
  if (MATCHES.has(name)) return 1 + sum / CHARACTERS + product / 64;
  return 1 + sum / CHARACTERS + (SEARCHES.has(name) ? product / 1024 : 0);
}

/** The same environment, in which every call is paid for before it is made. */
export function metered(env: CelEnv, meter: Meter): CelEnv {
  const find = (name: string): unknown => {
    const group = env.funcs.find(name);
    return (
      group &&
      Object.create(group, {
        call: {
          value: (id: number, target: CelValue | undefined, args: CelValue[]) => {
            spend(meter, price(name, target === undefined ? args : [target, ...args]));
            return group.call(id, target, args);
          },
        },
      })
    );
  };
  return Object.create(env, { funcs: { value: Object.create(env.funcs, { find: { value: find } }) } }) as CelEnv;
}
