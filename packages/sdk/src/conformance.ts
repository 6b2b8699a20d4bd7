/**
 * The laws of modules as checks that any test runner can run:
 * `for (const { name, run } of moduleConformance({ module, spec, changed })) test(name, run);`
 */
import { deleteLaws } from './conformance/delete-laws.ts';
import { findLaws } from './conformance/find-laws.ts';
import { kindLaws } from './conformance/kind-laws.ts';
import { observeLaws } from './conformance/observe-laws.ts';
import { planLaws } from './conformance/plan-laws.ts';
import { syncLaws } from './conformance/sync-laws.ts';
import type { Check, World } from './conformance/world.ts';
import type { Json } from './json.ts';

export { BrokenLaw } from './conformance/law.ts';
export type { Check, World } from './conformance/world.ts';

const laws = [kindLaws, planLaws, syncLaws, observeLaws, findLaws, deleteLaws];

/** The checks that this world allows. Run them one after the other: they share the world outside, and nothing else. */
export function moduleConformance<Spec extends Json>(world: World<Spec>): readonly Check[] {
  return laws.flatMap((law) => law(world));
}
