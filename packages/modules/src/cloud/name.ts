import { createHash } from 'node:crypto';
import type { Subject } from '@ectropy/sdk';
import type { CommonSpec } from './spec.ts';

/** What the cloud accepts as a name, and what can stand in an address without a surprise. */
export const NAME_PATTERN = '^[a-z0-9]([-a-z0-9_.]{0,61}[a-z0-9])?$';
const legal = new RegExp(NAME_PATTERN);
const LONGEST = 63;
const HASH = 8;

export const isLegalName = (text: string): boolean => legal.test(text);

/** `<project>-<name>`. What had to be changed to be legal ends in a hash of what it was, so that no two become one. */
export function derivedName({ project, name }: Pick<Subject, 'project' | 'name'>): string {
  const whole = `${project}-${name}`;
  if (isLegalName(whole)) return whole;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH);
  const tame = whole.toLowerCase().replaceAll(/[^-a-z0-9_.]/g, '-');
  const stem = tame.replace(/^[^a-z0-9]+/, '').slice(0, LONGEST - HASH - 1);
  return stem === '' ? hash : `${stem}-${hash}`;
}

type Named = Pick<Subject, 'project' | 'name'>;

/** What it is called in the cloud. */
export const nameOf = (subject: Named, spec: CommonSpec): string => spec.name ?? derivedName(subject);
