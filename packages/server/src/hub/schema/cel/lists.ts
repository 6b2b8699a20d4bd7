/** Functions over lists, and the parts that comprehensions are rewritten to. */
import {
  type CelFunc,
  celFunc,
  type CelInput,
  type CelList,
  celList,
  celMethod,
  CelScalar,
  type CelValue,
  isCelError,
  listType,
} from '@bufbuild/cel';
import { type Meter, spend } from './meter.ts';

const { DYN, BOOL, INT, STRING } = CelScalar;
const LIST = listType(DYN);

export type Call = (name: string, ...args: readonly CelValue[]) => CelValue;

/** `call` is the language's own operators. */
export function listFunctions(meter: Meter, call: Call): CelFunc[] {
  const less = (a: CelValue, b: CelValue): boolean => call('_<_', a, b) === true;
  return [
    celMethod('isSorted', LIST, [], BOOL, function () {
      const items = [...this];
      return items.every((item, i) => i === 0 || !less(item, items[i - 1] ?? null));
    }),
    celMethod('min', LIST, [], DYN, function () {
      return nonEmpty(this, 'min').reduce((least, item) => (less(item, least) ? item : least));
    }),
    celMethod('max', LIST, [], DYN, function () {
      return nonEmpty(this, 'max').reduce((most, item) => (less(most, item) ? item : most));
    }),
    celMethod('sum', LIST, [], DYN, function () {
      return this.size === 0 ? 0n : [...this].reduce((sum, item) => call('_+_', sum, item));
    }),
    celMethod('indexOf', LIST, [DYN], INT, function (wanted) {
      return BigInt([...this].findIndex((item) => call('_==_', item, wanted) === true));
    }),
    celMethod('lastIndexOf', LIST, [DYN], INT, function (wanted) {
      return BigInt([...this].findLastIndex((item) => call('_==_', item, wanted) === true));
    }),
    celMethod('join', LIST, [], STRING, function () {
      return join(meter, this, '');
    }),
    celMethod('join', LIST, [STRING], STRING, function (separator) {
      return join(meter, this, separator);
    }),
    celFunc('_+_', [LIST, LIST], LIST, (a, b) => celList([...a, ...b])),
    ...loopFunctions(meter),
  ];
}

function nonEmpty(list: CelList, name: string): CelValue[] {
  if (list.size === 0) throw new Error(`${name} of an empty list`);
  return [...list];
}

function join(meter: Meter, list: CelList, separator: string): string {
  const texts = [...list].map((item) => {
    if (typeof item !== 'string') throw new Error('join of a list that holds something else than strings');
    return item;
  });
  spend(meter, texts.reduce((sum, text) => sum + text.length + separator.length, 0) / 16);
  return texts.join(separator);
}

/** What a loop goes over is paid before it begins; what it collects is collected in place, since nobody else can see it. */
function loopFunctions(meter: Meter): CelFunc[] {
  const growing = new WeakMap<CelList, CelInput[]>();
  return [
    celFunc('@range', [DYN, INT], DYN, (range, cost) => {
      const size = typeof range === 'object' && range !== null && 'size' in range ? Number(range.size) : 0;
      spend(meter, size * Number(cost));
      return range;
    }),
    celFunc('@list', [], LIST, () => {
      const items: CelInput[] = [];
      const list = celList(items);
      growing.set(list, items);
      return list;
    }),
    celFunc('@append', [LIST, DYN], LIST, (list, item) => {
      growing.get(list)?.push(item);
      return list;
    }),
  ];
}

/** Calls an operator; an error of the language is thrown. */
export const callWith =
  (find: (name: string) => { call(id: number, target: CelValue | undefined, args: CelValue[]): unknown } | undefined): Call =>
  (name, ...args) => {
    const result = find(name)?.call(0, undefined, [...args]);
    if (isCelError(result)) throw result;
    if (result === undefined) throw new Error(`${name} cannot be applied to these values`);
    return result as CelValue;
  };
