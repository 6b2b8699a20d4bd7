/** Dependencies in all the forms that documents have used, as key to URN or name. */
import { isObject, type Json, type Path, ProblemError } from '@ectropy/sdk';
import type { Resource } from '../../core/resource.ts';
import { formatUrn, parseUrn } from '../../core/urn.ts';
import type { Faults } from '../http/faults.ts';
import { kindOf, objectAt, stringAt } from './fields.ts';

export type Links = Readonly<Record<string, string>>;

/** The list `[{ key, value }]`, or the older map `{ key: urn }`, also `{ key: { name } }`. */
export function readDependencies(value: Json | undefined, path: Path, faults: Faults): Links {
  if (value === undefined || value === null) return {};
  const pairs = Array.isArray(value) ? listed(value, path, faults) : mapped(value, path, faults);
  const seen = new Set<string>();
  for (const [key] of pairs) {
    if (seen.has(key)) faults.add([], `dependency key '${key}' is set more than once`);
    seen.add(key);
  }
  return Object.fromEntries(pairs);
}

type Pairs = readonly (readonly [key: string, value: string])[];

const listed = (items: readonly Json[], path: Path, faults: Faults): Pairs =>
  items.map((item, i) => {
    const entry = objectAt(item, [...path, i], faults);
    const key = stringAt(entry['key'], [...path, i, 'key'], faults);
    if (key === '' && isObject(item)) faults.add([...path, i, 'key'], 'must be set');
    return [key, stringAt(entry['value'], [...path, i, 'value'], faults)];
  });

function mapped(value: Json, path: Path, faults: Faults): Pairs {
  if (!isObject(value)) {
    faults.add(path, `must be a list of { key, value } (got ${kindOf(value)})`);
    return [];
  }
  return Object.entries(value).map(([key, link]) => {
    const named = isObject(link) ? (link['urn'] ?? link['name']) : link;
    return [key, stringAt(named, isObject(link) ? [...path, key, 'name'] : [...path, key], faults)];
  });
}

const short = /^(?:orn:entropy|urn:odpf:entropy):([^:]+):([^:]+)$/;

/** Older URNs in today's form; the short form `orn:entropy:<kind>:<name>` means the same project. Names stay names. */
function modern(value: string, project: string): string {
  const [, kind, name] = short.exec(value) ?? [];
  if (kind !== undefined && name !== undefined) return formatUrn({ kind, project, name });
  return parseUrn(value)?.urn ?? value;
}

/** The ancestor cannot change dependencies. Sending the present ones back is not a change. */
export function keepDependencies(given: Links, current: Resource): Resource['dependencies'] {
  const keys = Object.keys(given);
  const stays = (key: string): boolean => means(modern(given[key] ?? '', current.project), current.dependencies[key]);
  const unchanged = keys.length === Object.keys(current.dependencies).length && keys.every(stays);
  if (keys.length === 0 || unchanged) return current.dependencies;
  throw new ProblemError({
    code: 'unsupported',
    message: 'updating dependencies is not supported',
    hint: 'leave them out, or send the present ones',
  });
}

const means = (link: string, urn: string | undefined): boolean => urn !== undefined && (link === urn || link === parseUrn(urn)?.name);
