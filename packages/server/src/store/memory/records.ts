import type { Json } from '@ectropy/sdk';
import { copy, type World } from './world.ts';

/** Newest first: a map is in the order in which it was filled. */
export function plans(world: World, { project, limit }: { readonly project?: string; readonly limit: number }): readonly Json[] {
  const found = [...world.plans.values()].filter((one) => project === undefined || one.project === project);
  return copy(
    found
      .toReversed()
      .slice(0, limit)
      .map(({ plan }) => plan),
  );
}

/** What is there already is only made young again. */
export function putBlob(world: World, digest: string, bytes: Uint8Array): void {
  world.blobs.set(digest, { bytes: world.blobs.get(digest)?.bytes ?? bytes, at: world.now() });
}

export function blob(
  world: World,
  digest: string,
  { offset, length }: { readonly offset: number; readonly length: number } = { offset: 0, length: Infinity },
): Uint8Array | undefined {
  return world.blobs.get(digest)?.bytes.slice(offset, offset + length);
}

export const fences = (world: World, names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name, String(world.fences.get(name) ?? 0n)]));

export function raiseFences(world: World, names: readonly string[]): void {
  for (const name of new Set(names)) world.fences.set(name, (world.fences.get(name) ?? 0n) + 1n);
}
