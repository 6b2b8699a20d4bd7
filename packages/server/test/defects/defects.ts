import type { Defect } from './defect.ts';
import { leaseDefects } from './lease-defects.ts';
import { stepDefects } from './step-defects.ts';
import { storeDefects } from './store-defects.ts';

export const defects: readonly Defect[] = [...storeDefects, ...leaseDefects, ...stepDefects];

export function defectNamed(name: string): Defect {
  const found = defects.find((defect) => defect.name === name);
  if (found) return found;
  throw new Error(`there is no defect '${name}'; there are: ${defects.map((defect) => defect.name).join(', ')}`);
}
