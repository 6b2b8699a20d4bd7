import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './dockerfile.ts';

export const unitPath = join(root, 'packaging/ectropy.service');

/** `Section.Key` with all its values. */
export function readUnit(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  let section = '';
  for (const line of readFileSync(unitPath, 'utf8').split('\n')) {
    if (line.startsWith('[')) section = line.slice(1, -1);
    const at = line.indexOf('=');
    if (at < 0 || line.startsWith('#')) continue;
    const key = `${section}.${line.slice(0, at)}`;
    found.set(key, [...(found.get(key) ?? []), line.slice(at + 1)]);
  }
  return found;
}
