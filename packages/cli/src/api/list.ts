/** Whole collections, as documents. */
import { isObject, type Json } from '@ectropy/sdk';
import type { Api } from './api.ts';
import { type Document, documentOf, itemsOf } from './document.ts';
import { listAll, type ListOptions } from './pages.ts';

export interface ListedDocuments {
  readonly documents: readonly Document[];
  /** A watch from here sees every later change. */
  readonly version: string;
}

export async function listDocuments(api: Api, path: string, options: ListOptions = {}): Promise<ListedDocuments> {
  const { pages, version } = await listAll(api, path, options);
  return { documents: pages.flatMap((page) => itemsOf(page).map((item) => memberOf(item, page))), version };
}

/** Members of a list may leave out what the list says for all of them. */
function memberOf(item: Json, list: Json): Document {
  const { apiVersion = '', kind = '' } = isObject(list) ? list : {};
  return documentOf({ apiVersion, kind: String(kind).replace(/List$/, ''), ...(isObject(item) ? item : {}) });
}
