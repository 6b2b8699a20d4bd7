/** Many changes by somebody else, while others watch. */
import type { Json } from '@ectropy/sdk';
import { call } from '../product.ts';

const SIDE_BY_SIDE = 8;

export interface Turmoil {
  readonly path: string;
  readonly object: (name: string, spec: Json) => object;
  /** A whole number below the bound. */
  readonly below: (bound: number) => number;
}

export interface Pace {
  before(): Promise<unknown>;
  after(): void;
}

/** Creates, changes, labels and deletes what has one of few names, so that names are used again and again. Every one of the changes takes effect. */
export async function stir(server: { readonly url: string }, changes: number, turmoil: Turmoil, pace: Pace): Promise<void> {
  const names = Array.from({ length: 60 }, (_, i) => `n${i}`);
  let begun = 0;
  const one = async (lane: number): Promise<void> => {
    const own = names.filter((_, i) => i % SIDE_BY_SIDE === lane);
    const present = new Set<string>();
    while (begun < changes) {
      begun += 1;
      const i = begun;
      await pace.before();
      const name = own[turmoil.below(own.length)] ?? '';
      const { status, text } = await change(server, name, present, i, turmoil);
      if (status >= 300) throw new Error(`${name}: ${text}`);
      pace.after();
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, (_, lane) => one(lane)));
}

async function change(server: { readonly url: string }, name: string, present: Set<string>, i: number, { path, object, below }: Turmoil) {
  if (!present.has(name)) {
    present.add(name);
    return call(server, path, { body: object(name, i) });
  }
  const dice = below(10);
  if (dice < 2) {
    present.delete(name);
    return call(server, `${path}/${name}`, { method: 'DELETE' });
  }
  const body = dice < 5 ? { metadata: { labels: { tier: String(below(2)), at: String(i) } } } : { spec: { value: i } };
  return call(server, `${path}/${name}`, { method: 'PATCH', body, headers: { 'content-type': 'application/merge-patch+json' } });
}
