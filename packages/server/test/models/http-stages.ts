/** Where the models list, watch and write over HTTP. */
import { expect } from 'vitest';
import { items, watch } from '../kube.ts';
import { call, type Wire } from '../product.ts';
import { kubePath, performAtKube } from './kube-client.ts';
import type { Op } from './reference.ts';
import { performAtV1beta1 } from './v1beta1-client.ts';
import type { Shelf } from './walk.ts';
import type { Stage, Told } from './witness.ts';

interface Server {
  readonly url: string;
}

export const shelfOfKube = (product: Server, project: string): Shelf => ({
  write: (op: Op) => performAtKube(product, project, op),
  async list(selector, limit, token) {
    const query = new URLSearchParams({ labelSelector: selector, limit: String(limit), ...(token !== undefined && { continue: token }) });
    const answer = await call(product, `${kubePath(project, 'tally/')}?${query.toString()}`);
    expect(answer.status, answer.text).toBe(200);
    const more = answer.body.metadata?.continue;
    return { names: items(answer).map(({ metadata }) => String(metadata?.name)), next: more === undefined ? undefined : String(more) };
  },
});

export const shelfOfV1beta1 = (product: Server, project: string): Shelf => ({
  write: (op: Op) => performAtV1beta1(product, project, op),
  async list(selector, limit, token) {
    const page = { page_size: String(limit), ...(token !== undefined && { page_token: token }) };
    const query = new URLSearchParams({ kind: 'tally', project, label_selector: selector, ...page });
    const answer = await call(product, `/api/v1beta1/resources?${query.toString()}`);
    expect(answer.status, answer.text).toBe(200);
    const { resources, next_page_token: next } = answer.body as unknown as {
      resources: readonly { name: string }[];
      next_page_token?: string;
    };
    return { names: resources.map(({ name }) => name), next };
  },
});

const types = { ADDED: 'new', MODIFIED: 'put', DELETED: 'gone', BOOKMARK: 'mark' } as const;
const toldBy = ({ type, object }: Wire): Told => {
  const version = String(object?.metadata?.resourceVersion);
  return { type: types[String(type) as keyof typeof types], name: String(object?.metadata?.name), version, text: version };
};

export const stageOfKube = (product: Server, project: string): Stage => ({
  write: (op) => performAtKube(product, project, op),
  async list(selector) {
    const answer = await call(product, `${kubePath(project, 'tally/')}?labelSelector=${encodeURIComponent(selector)}`);
    const found = items(answer).map(({ metadata }) => [String(metadata?.name), String(metadata?.resourceVersion)] as const);
    return { version: String(answer.body.metadata?.resourceVersion), found: new Map(found) };
  },
  async follow(selector, since, end, most) {
    const query = new URLSearchParams({ labelSelector: selector, resourceVersion: since, allowWatchBookmarks: 'true' });
    await using watched = await watch(product, `${kubePath(project, 'tally/')}?${query.toString()}`);
    const changes = (): readonly Told[] => watched.events.map(toldBy);
    const isEnough = (): boolean =>
      changes().filter(({ type }) => type !== 'mark').length >= most || changes().some(({ version }) => BigInt(version) >= BigInt(end));
    await watched.saw('enough', isEnough);
    const cut = changes().findIndex(
      (_, i) =>
        changes()
          .slice(0, i + 1)
          .filter(({ type }) => type !== 'mark').length >= most,
    );
    return cut < 0 ? changes() : changes().slice(0, cut + 1);
  },
});
