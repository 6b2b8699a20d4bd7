import type { Path, Problem } from '@ectropy/sdk';
import { losslessProblems } from '../convert/lossless.ts';
import { type Move, pathOf } from '../convert/move.ts';
import { moveProblems } from '../convert/move-problems.ts';
import { columnProblems, viewPathProblems } from './view-problems.ts';
import { invalid, repeated } from './problem.ts';
import { backendOf, hubOf, type KindDefinitionSpec, type VersionDefinition } from './spec.ts';

const versionName = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
export const RESERVED: readonly string[] = ['dependencies', 'sharing'];
const MAX_VERSIONS = 32;

export function versionsProblems(spec: KindDefinitionSpec): readonly Problem[] {
  const { versions } = spec;
  const path: Path = ['spec', 'versions'];
  if (versions.length === 0 || versions.length > MAX_VERSIONS)
    return [invalid(path, `must have between 1 and ${MAX_VERSIONS} items (got ${versions.length})`)];
  const hubs = versions.filter(({ hub }) => hub).length;
  const names = versions.map(({ name }) => name);
  return [
    ...(hubOf(spec) && hubs <= 1
      ? []
      : [
          invalid(path, `exactly one version must be the hub, in which documents are stored (got ${hubs})`, 'set hub: true on one of them'),
        ]),
    ...(versions.some(({ served }) => served !== false) ? [] : [invalid(path, 'at least one version must be served')]),
    ...repeated(names).map(({ index, value }) => invalid([...path, index, 'name'], `the version '${value}' stands twice`)),
    ...versions.flatMap((version, i) => oneProblems(version, spec, [...path, i])),
  ];
}

function oneProblems(version: VersionDefinition, spec: KindDefinitionSpec, path: Path): readonly Problem[] {
  const { name, schema } = version;
  const whole = 'record' in backendOf(spec);
  return [
    ...(versionName.test(name)
      ? []
      : [invalid([...path, 'name'], `${JSON.stringify(name)} is not a version`, 'use a name such as v1 or v2beta1')]),
    ...(schema.type === undefined || schema.type === 'object'
      ? []
      : [invalid([...path, 'schema', 'type'], 'spec must be an object', 'use type: object')]),
    ...reservedProblems(version, path),
    ...movesProblems(version, spec, path),
    ...columnProblems(version, path),
    ...viewPathProblems(version, whole, path),
  ];
}

function reservedProblems({ schema }: VersionDefinition, path: Path): readonly Problem[] {
  const properties = typeof schema.properties === 'object' && schema.properties !== null ? Object.keys(schema.properties) : [];
  return properties
    .filter((key) => RESERVED.includes(key))
    .map((key) => invalid([...path, 'schema', 'properties', key], 'is reserved at the top of spec', 'choose another name'));
}

function movesProblems(version: VersionDefinition, spec: KindDefinitionSpec, path: Path): readonly Problem[] {
  const { moves = [] } = version;
  const where = [...path, 'moves'];
  const hub = hubOf(spec);
  if (moves.length === 0 || !hub) return [];
  if (hub === version) return [invalid(where, 'the hub version is what the others are converted to', 'remove the moves')];
  const unclear = [...moveProblems(moves, where), ...moves.flatMap((move, i) => reservedMove(move, [...where, i]))];
  return unclear.length > 0 ? unclear : losslessProblems(moves, { spoke: version.schema, hub: hub.schema }, where);
}

const reservedMove = (move: Move, path: Path): readonly Problem[] =>
  [pathOf(move), ...('move' in move ? [move.to] : [])]
    .filter((one) => RESERVED.includes(String(one).split('.', 1)[0] ?? ''))
    .map((one) => invalid(path, `'${one}' is reserved at the top of spec`));
