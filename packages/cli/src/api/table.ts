/** Tables that the server makes: it knows which columns a kind has. */
import { isObject, type Json, type JsonObject, ProblemError } from '@ectropy/sdk';
import type { Metadata } from './document.ts';

export const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

export interface Column {
  readonly name: string;
  /** Above 0: only in wide tables. */
  readonly priority: number;
}

export interface Row {
  readonly cells: readonly string[];
  readonly metadata: Metadata;
}

export interface Table {
  /** None in all but the first event of a watch. */
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

export function tableOf(value: Json): Table {
  if (!isObject(value) || value.kind !== 'Table')
    throw new ProblemError({
      code: 'unsupported',
      message: 'the server answered with something that is no table',
      hint: 'ask for -o json or -o yaml',
    });
  return { columns: objectsIn(value.columnDefinitions).map(columnOf), rows: objectsIn(value.rows).map(rowOf) };
}

const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter(isObject) : [];

const columnOf = ({ name, priority }: JsonObject): Column => ({
  name: String(name),
  priority: typeof priority === 'number' ? priority : 0,
});

const rowOf = ({ cells, object }: JsonObject): Row => ({
  cells: Array.isArray(cells) ? (cells as readonly Json[]).map(textOf) : [],
  metadata: (isObject(object) && isObject(object.metadata) ? object.metadata : { name: '' }) as unknown as Metadata,
});

const textOf = (cell: Json): string => {
  if (cell === null) return '';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
};
