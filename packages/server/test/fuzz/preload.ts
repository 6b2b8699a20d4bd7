/** How a server is started that tells of its routes and of its stalls. */
import { join } from 'node:path';

const loaded = ['tell-routes.ts', 'tell-stalls.ts'].map((name) => `--import ${new URL(name, import.meta.url).href}`);

export interface Told {
  /** Where the server has written down its routes. */
  readonly routes: string;
  /** Where it writes down when it let everybody wait. */
  readonly stalls: string;
}

/** A server with so little memory dies of a leak before anybody has to measure one. */
export function tellingFor(dir: string, heapMb: number): { readonly told: Told; readonly env: Readonly<Record<string, string>> } {
  const told = { routes: join(dir, 'routes.txt'), stalls: join(dir, 'stalls.txt') };
  const options = [`--max-old-space-size=${heapMb}`, ...loaded].join(' ');
  return { told, env: { NODE_OPTIONS: options, FUZZ_ROUTES: told.routes, FUZZ_STALLS: told.stalls } };
}
