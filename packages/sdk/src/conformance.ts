/**
 * The laws of modules and of accessors as checks that any test runner can run:
 * `for (const { name, run } of moduleConformance({ module, spec, changed })) test(name, run);`
 */
import { accessorProxyLaws } from './conformance/accessor-proxy-laws.ts';
import { accessorReadLaws } from './conformance/accessor-read-laws.ts';
import type { AccessorWorld } from './conformance/accessor-world.ts';
import { accessorWriteLaws } from './conformance/accessor-write-laws.ts';
import { deleteLaws } from './conformance/delete-laws.ts';
import { findLaws } from './conformance/find-laws.ts';
import { kindLaws } from './conformance/kind-laws.ts';
import { observeLaws } from './conformance/observe-laws.ts';
import { planLaws } from './conformance/plan-laws.ts';
import { syncLaws } from './conformance/sync-laws.ts';
import type { Check, World } from './conformance/world.ts';
import type { Json } from './json.ts';

export type { AccessorWorld } from './conformance/accessor-world.ts';
export { BrokenLaw } from './conformance/law.ts';
export type { Check, World } from './conformance/world.ts';

const laws = [kindLaws, planLaws, syncLaws, observeLaws, findLaws, deleteLaws];

/** The checks that this world allows. Run them one after the other: they share the world outside, and nothing else. */
export function moduleConformance<Spec extends Json>(world: World<Spec>): readonly Check[] {
  return laws.flatMap((law) => law(world));
}

/** The same for accessors, by themselves or behind the storage proxies of a server. */
export function accessorConformance(world: AccessorWorld): readonly Check[] {
  return [accessorReadLaws, accessorWriteLaws, accessorProxyLaws].flatMap((law) => law(world));
}
