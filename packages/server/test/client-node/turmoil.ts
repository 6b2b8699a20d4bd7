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

/** Creates, changes, labels and deletes what has one of few names, so that names are used again and again. Counts what took effect. */
export async function stir(
  server: { readonly url: string },
  changes: number,
  { path, object, below }: Turmoil,
  allowed: () => Promise<void>,
): Promise<number> {
  const names = Array.from({ length: 60 }, (_, i) => `n${i}`);
  let begun = 0;
  let done = 0;
  const one = async (lane: number): Promise<void> => {
    const own = names.filter((_, i) => i % SIDE_BY_SIDE === lane);
    const present = new Set<string>();
    while (begun < changes) {
      begun += 1;
      await allowed();
      const name = own[below(own.length)] ?? '';
      const answer = await change(server, path, name, present, object, below, begun);
      if (answer.status >= 300) throw new Error(`${name}: ${answer.text}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, (_, lane) => one(lane)));
  return done;
}

async function change(
  server: { readonly url: string },
  path: string,
  name: string,
  present: Set<string>,
  object: Turmoil['object'],
  below: Turmoil['below'],
  i: number,
) {
  if (!present.has(name)) {
    present.add(name);
    return call(server, path, { body: object(name, i) });
  }
  const dice = below(10);
  if (dice < 2) {
    present.delete(name);
    return call(server, `${path}/${name}`, { method: 'DELETE' });
  }
  const body = dice < 5 ? { metadata: { labels: { tier: String(i % 2) } } } : { spec: { value: i } };
  return call(server, `${path}/${name}`, { method: 'PATCH', body, headers: { 'content-type': 'application/merge-patch+json' } });
}
