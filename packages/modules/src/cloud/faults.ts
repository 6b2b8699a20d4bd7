import type { Path, Problem } from '@ectropy/sdk';
import { isLegalName } from './name.ts';
import { OWNER_LABEL } from './owner.ts';
import type { CommonSpec } from './spec.ts';

const KEY = /^[A-Za-z0-9][-A-Za-z0-9_./]{0,127}$/;

export const invalid = (path: Path, message: string, hint: string): Problem => ({
  code: 'invalid',
  path: ['spec', ...path],
  message,
  hint,
});

/** What is wrong with name and labels, where a schema cannot say it or says it in signs. */
export function commonFaults({ name, labels = {} }: CommonSpec): readonly Problem[] {
  const naming =
    name === undefined || isLegalName(name)
      ? []
      : [
          invalid(
            ['name'],
            'is no name that the cloud accepts',
            'use 1 to 63 of a-z, 0-9, "-", "_" and ".", with a letter or digit at both ends',
          ),
        ];
  return [...naming, ...Object.keys(labels).flatMap(labelFault)];
}

function labelFault(key: string): readonly Problem[] {
  const path = ['labels', key.slice(0, 128)];
  if (key === OWNER_LABEL) return [invalid(path, 'is kept by Ectropy', 'remove it')];
  if (KEY.test(key)) return [];
  return [
    invalid(path, 'is no label that the cloud accepts', 'use 1 to 128 letters, digits, "-", "_", "." and "/", a letter or digit first'),
  ];
}
