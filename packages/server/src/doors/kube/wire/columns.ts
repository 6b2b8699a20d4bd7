/** The columns of a table, compiled once per kind. */
import type { Column, Json, JsonObject } from '@ectropy/sdk';
import { Faults } from '../../http/faults.ts';
import { showAge } from './age.ts';
import { type ColumnPath, compilePath } from './column-path.ts';

export interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** Above 0: only in wide tables. */
  readonly priority: number;
}

export interface Columns {
  readonly definitions: readonly ColumnDefinition[];
  cells(object: JsonObject, now: number): readonly Json[];
}

/** For kinds whose resources the engine brings about. */
export const engineColumns: readonly Column[] = [
  { name: 'Ready', path: '.status.conditions[?(@.type=="Ready")].status', description: 'Whether it is there and as declared.' },
  { name: 'Status', path: '.status.phase', description: 'What is being done about it.' },
  { name: 'Message', path: '.status.conditions[?(@.type=="Ready")].message', description: 'Why it is so.', wide: true },
];

const nameColumn: Column = { name: 'Name', path: '.metadata.name', description: 'The name, unique among its kind in its namespace.' };
const ageColumn: Column = { name: 'Age', path: '.metadata.creationTimestamp', type: 'date', description: 'How long ago it was created.' };

interface Compiled {
  readonly column: Column;
  readonly find: ColumnPath;
}

/** The name comes first and the age last, unless the columns have an age of their own. */
export function compileColumns(columns: readonly Column[]): Columns {
  const hasAge = columns.some(({ name }) => name.toLowerCase() === 'age');
  const all = [...compileAll([nameColumn]), ...compileAll(columns), ...compileAll(hasAge ? [] : [ageColumn])];
  return {
    definitions: all.map(({ column }) => definitionOf(column)),
    cells: (object, now) => all.map(({ column, find }) => cellOf(column.type ?? 'string', find(object), now)),
  };
}

const nothing: ColumnPath = () => [];

/** Every path that cannot be read is told, with its place. */
function compileAll(columns: readonly Column[]): readonly Compiled[] {
  const faults = new Faults();
  const compiled = columns.map((column, index) => {
    const find = faults.attempt(() => compilePath(column.path, ['columns', index, 'path']), nothing);
    return { column, find };
  });
  faults.check();
  return compiled;
}

const definitionOf = (column: Column): ColumnDefinition => ({
  name: column.name,
  type: column.type ?? 'string',
  format: column === nameColumn ? 'name' : '',
  description: column.description ?? '',
  priority: column.wide ? 1 : 0,
});

/** `null`: there is nothing to show. */
function cellOf(type: NonNullable<Column['type']>, found: readonly Json[], now: number): Json {
  if (type === 'date') return ageOf(found[0], now);
  const [first = null] = found;
  if (first === null) return null;
  switch (type) {
    case 'string':
      return found.map(show).join(' ');
    case 'integer':
      return typeof first === 'number' ? Math.trunc(first) : null;
    case 'number':
      return typeof first === 'number' ? first : null;
    case 'boolean':
      return typeof first === 'boolean' ? first : null;
  }
}

const show = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function ageOf(value: Json | undefined, now: number): Json {
  if (value === undefined || value === null || value === '') return '<unknown>';
  const at = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? '<invalid>' : showAge(now - at);
}
