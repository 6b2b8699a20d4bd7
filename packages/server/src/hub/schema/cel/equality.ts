/** Equality that pays for what it visits: two lists may be long, and stand in a loop. */
import { type CelFunc, celFunc, CelScalar, type CelList, type CelValue, celEnv, isCelList, isCelMap, listType } from '@bufbuild/cel';
import { type Meter, spend } from './meter.ts';

const { DYN, BOOL } = CelScalar;
const LIST = listType(DYN);

export function equalityFunctions(meter: Meter): CelFunc[] {
  const scalars = celEnv().funcs.find('_==_');
  const same = (a: CelValue, b: CelValue): boolean => {
    spend(meter, 1);
    if (isCelList(a)) return isCelList(b) && a.size === b.size && sameLists(a, b);
    if (isCelMap(a)) return isCelMap(b) && a.size === b.size && sameMaps(a, b);
    return scalars?.call(0, undefined, [a, b]) === true;
  };
  const sameLists = (a: CelList, b: CelList): boolean => {
    for (let i = 0; i < a.size; i++) if (!same(a.get(i) ?? null, b.get(i) ?? null)) return false;
    return true;
  };
  const sameMaps = (a: CelValue, b: CelValue): boolean => {
    if (!isCelMap(a) || !isCelMap(b)) return false;
    for (const [key, value] of a) {
      const other = b.get(key);
      if (other === undefined || !same(value, other)) return false;
    }
    return true;
  };
  const within = (value: CelValue, list: CelList): boolean => [...list].some((item) => same(item, value));
  return [
    celFunc('_==_', [DYN, DYN], BOOL, same),
    celFunc('_!=_', [DYN, DYN], BOOL, (a, b) => !same(a, b)),
    celFunc('@in', [DYN, LIST], BOOL, within),
    celFunc('sets.contains', [LIST, LIST], BOOL, (list, wanted) => [...wanted].every((item) => within(item, list))),
    celFunc('sets.intersects', [LIST, LIST], BOOL, (list, other) => [...other].some((item) => within(item, list))),
    celFunc(
      'sets.equivalent',
      [LIST, LIST],
      BOOL,
      (a, b) => [...b].every((item) => within(item, a)) && [...a].every((item) => within(item, b)),
    ),
  ];
}
