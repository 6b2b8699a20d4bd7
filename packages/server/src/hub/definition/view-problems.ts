import type { Path, Problem } from '@ectropy/sdk';
import { fieldsOfPath } from './column-path.ts';
import { invalid } from './problem.ts';
import { mayHold } from './schema-path.ts';
import type { VersionDefinition } from './spec.ts';

const MAX_COLUMNS = 100;

/** A column that leads to nowhere is an empty column, as in any CustomResourceDefinition. */
export function columnProblems({ columns = [] }: VersionDefinition, path: Path): readonly Problem[] {
  const where = [...path, 'columns'];
  if (columns.length > MAX_COLUMNS) return [invalid(where, `must have at most ${MAX_COLUMNS} items (got ${columns.length})`)];
  return columns.flatMap((column, i) => (fieldsOfPath(column.path) ? [] : [notAPath(column.path, [...where, i, 'path'])]));
}

const notAPath = (text: string, where: Path): Problem =>
  invalid(where, `${JSON.stringify(text)} is not a path`, 'use field names with dots between them, as in spec.size');

export function viewPathProblems(version: VersionDefinition, wholeStatus: boolean, path: Path): readonly Problem[] {
  const { selectable = [], scale } = version;
  const said = [
    ...selectable.map((text, i) => [text, ['selectable', i]] as const),
    ...Object.entries(scale ?? {}).map(([field, text]) => [text, ['scale', field]] as const),
  ];
  const replicas = scale && !/^\.?spec\./.test(scale.replicas) ? [invalid([...path, 'scale', 'replicas'], 'must lie in spec')] : [];
  return [...replicas, ...said.flatMap(([text, rest]) => pathProblems(text, version, wholeStatus, [...path, ...rest]))];
}

/** What a path can be told to lead to nowhere: the hub's own words in status and metadata cannot. */
function pathProblems(text: string, version: VersionDefinition, wholeStatus: boolean, where: Path): readonly Problem[] {
  const fields = fieldsOfPath(text);
  if (!fields) return [notAPath(text, where)];
  const [root, ...rest] = fields;
  const nowhere = [invalid(where, `the schema has no field '${fields.join('.')}'`)];
  if (root === 'spec') return mayHold(version.schema, rest) || rest[0] === 'dependencies' || rest[0] === 'sharing' ? [] : nowhere;
  if (root === 'status') return statusMayHold(version, wholeStatus, rest) ? [] : nowhere;
  if (root === 'metadata' || root === 'kind' || root === 'apiVersion') return [];
  return [invalid(where, `must begin with metadata, spec or status (got ${JSON.stringify(root)})`)];
}

function statusMayHold({ statusSchema }: VersionDefinition, whole: boolean, fields: readonly string[]): boolean {
  if (!statusSchema) return true;
  if (whole) return mayHold(statusSchema, fields);
  const [first, ...rest] = fields;
  return first !== 'output' || mayHold(statusSchema, rest);
}
