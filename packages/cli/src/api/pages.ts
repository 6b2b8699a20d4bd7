/** Lists of any length, a page at a time. */
import { isObject, type Json, type JsonObject } from '@ectropy/sdk';
import type { Api, Call } from './api.ts';

const PAGE = 500;

export interface Listed {
  readonly pages: readonly Json[];
  /** A watch from here misses nothing. */
  readonly version: string;
  /** There is more than was asked for. */
  readonly cut: boolean;
}

export interface ListOptions extends Pick<Call, 'accept' | 'query' | 'signal'> {
  /** At most so many objects. */
  readonly limit?: number;
}

export async function listAll(api: Api, path: string, { limit = Number.POSITIVE_INFINITY, query, ...call }: ListOptions): Promise<Listed> {
  const pages: Json[] = [];
  let left = limit;
  let version = '';
  let token: string | undefined;
  do {
    const page = await api.call(path, { ...call, query: { ...query, limit: Math.min(PAGE, left), continue: token } });
    const metadata = metadataOf(page);
    pages.push(page);
    version ||= textOf(metadata.resourceVersion) ?? '';
    left -= sizeOf(page);
    token = textOf(metadata.continue);
  } while (token !== undefined && left > 0);
  return { pages, version, cut: token !== undefined };
}

const metadataOf = (page: Json): JsonObject => (isObject(page) && isObject(page.metadata) ? page.metadata : {});
const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function sizeOf(page: Json): number {
  const { items, rows } = isObject(page) ? page : {};
  return Array.isArray(items) ? items.length : Array.isArray(rows) ? rows.length : 0;
}
