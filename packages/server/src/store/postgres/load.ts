import type { JsonObject } from '@ectropy/sdk';
import type { Urn } from '../../core/urn.ts';
import { type Loaded, moduleKey } from '../port.ts';
import { type DocRow, resourceOf, type Run } from './read.ts';

export interface LoadAsk {
  readonly urns: readonly Urn[];
  readonly modules: readonly { readonly project: string; readonly kind: string }[];
}

const MAX_ASKS = 500;

export const pickAsks = (waiting: readonly LoadAsk[]): number[] => [...waiting.keys()].slice(0, MAX_ASKS);

/** What many ask for at the same time is read at once, and each gets its part. */
export async function loadBatch(run: Run, asks: readonly LoadAsk[]): Promise<readonly Loaded[]> {
  const modules = [
    ...new Map(asks.flatMap((ask) => ask.modules).map((module) => [moduleKey(module.project, module.kind), module])).values(),
  ];
  const all = await loadAll(run, [...new Set(asks.flatMap(({ urns }) => urns))], modules);
  return asks.map(({ urns, modules: own }) => ({
    resources: pickFrom(all.resources, urns),
    configs: pickFrom(
      all.configs,
      own.map(({ project, kind }) => moduleKey(project, kind)),
    ),
  }));
}

function pickFrom<Key, Value>(all: ReadonlyMap<Key, Value>, keys: readonly Key[]): ReadonlyMap<Key, Value> {
  return new Map(
    keys.flatMap((key) => {
      const value = all.get(key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

async function loadAll(run: Run, urns: readonly Urn[], modules: LoadAsk['modules']): Promise<Loaded> {
  const rows = await run<DocRow & { module: string | null; configs: JsonObject | null }>({
    name: 'load',
    text: `select version::text as version, doc, null as module, null::jsonb as configs from resource where urn = any($1)
      union all select null, null, project || '/' || name, configs from module where (project, name) in (select * from unnest($2::text[], $3::text[]))`,
    values: [urns, modules.map(({ project }) => project), modules.map(({ kind }) => kind)],
  });
  return {
    resources: new Map(rows.filter(({ module }) => module === null).map((row) => [row.doc.urn, resourceOf(row)])),
    configs: new Map(rows.flatMap(({ module, configs }) => (module === null ? [] : [[module, configs ?? {}] as const]))),
  };
}
