/** Objects as rows of a table, which is what `kubectl get` prints. */
import type { Json, JsonObject } from '@ectropy/sdk';
import type { ColumnDefinition, Columns } from './columns.ts';
import { type MetaVersion, partialOf } from './partial.ts';
import { badRequest } from './refused.ts';

/** How much of each object comes with its row. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

export interface Table {
  readonly kind: 'Table';
  readonly apiVersion: string;
  readonly metadata: Json;
  /** `null` in all but the first event of a watch. */
  readonly columnDefinitions: readonly ColumnDefinition[] | null;
  readonly rows: readonly { readonly cells: readonly Json[]; readonly object: Json }[];
}

export interface TableOptions {
  readonly columns: Columns;
  readonly now: number;
  readonly include?: IncludeObject;
  readonly version?: MetaVersion;
  readonly headers?: boolean;
}

/** `metadata` is that of the list; a single object lends its version to it. */
export function tableOf(objects: readonly JsonObject[], metadata: Json, options: TableOptions): Table {
  const { columns, now, include = 'Metadata', version = 'v1', headers = true } = options;
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${version}`,
    metadata,
    columnDefinitions: headers ? columns.definitions : null,
    rows: objects.map((object) => ({ cells: columns.cells(object, now), object: shown(object, include, version) })),
  };
}

function shown(object: JsonObject, include: IncludeObject, version: MetaVersion): Json {
  if (include === 'None') return null;
  return include === 'Object' ? object : partialOf(object, version);
}

/** The objects of a watch as tables of one row; only the first says what its columns are. */
export function tableWatch(options: Omit<TableOptions, 'now' | 'headers'>): (object: JsonObject, now: number) => Table {
  let headers = true;
  return (object, now) => {
    const table = tableOf([object], versionOf(object), { ...options, now, headers });
    headers = false;
    return table;
  };
}

/** The metadata of a table of one object. */
export function versionOf({ metadata }: JsonObject): JsonObject {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return {};
  const { resourceVersion } = metadata as JsonObject;
  return resourceVersion === undefined ? {} : { resourceVersion };
}

/** The `includeObject` of a query. */
export function readIncludeObject(text: string | undefined): IncludeObject {
  const known = (['None', 'Metadata', 'Object'] as const).find((one) => one === (text || 'Metadata'));
  if (!known)
    throw badRequest(`unrecognized includeObject value: ${JSON.stringify((text ?? '').slice(0, 60))}`, 'use None, Metadata or Object');
  return known;
}
