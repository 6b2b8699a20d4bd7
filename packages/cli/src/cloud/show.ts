/** The cloud as people read it. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import { table } from '../output/table.ts';
import type { Style } from '../terminal/style.ts';

const common = new Set(['id', 'name', 'state', 'createdAt', 'labels', 'collection']);

export function cloudTable(all: readonly (readonly [string, readonly JsonObject[]])[], style: Style): string {
  const rows = all.flatMap(([collection, items]) =>
    items.map((item) => [`${collection}/${text(item.name)}`, text(item.id), text(item.state), fields(item)]),
  );
  return table(['Name', 'Id', 'State', 'What'], rows, { style, headers: true });
}

/** Who made it is told by the name already. */
const OWNER = 'ectropy.dev/owner';

const ownLabels = (labels: Json | undefined): readonly (readonly [string, Json])[] =>
  Object.entries(isObject(labels) ? labels : {}).filter(([key]) => key !== OWNER);

const fields = (item: JsonObject): string => {
  const labels = ownLabels(item.labels).map(([key, value]) => `${key}=${text(value)}`);
  const own = Object.entries(item).filter(([key, value]) => !common.has(key) && value !== null && value !== undefined);
  return [...own.map(([key, value]) => `${key}=${text(value)}`), ...labels].join(' ');
};

/** `12  14:03:22.120  api      update  servers/web-1  size=large  key 7f3a…  fence 3`. */
export function ledgerLine(entry: JsonObject): string {
  const { seq, at, actor, op, collection, name, key, fence, args } = entry;
  const who = [
    key === undefined || key === null ? '' : `key ${text(key)}`,
    fence === undefined || fence === null ? '' : `fence ${text(fence)}`,
  ];
  const what = isObject(args) ? fields(args) : '';
  return [text(seq).padStart(5), text(at), text(actor).padEnd(7), text(op).padEnd(6), `${text(collection)}/${text(name)}`, what, ...who]
    .filter((part) => part !== '')
    .join('  ');
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));
