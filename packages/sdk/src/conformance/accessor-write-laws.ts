import { problemsOf, ProblemError } from '../problem.ts';
import { onAccessor, untouched } from './accessor-stage.ts';
import type { AccessorWorld } from './accessor-world.ts';
import { ensure, same, show } from './law.ts';
import type { Check } from './world.ts';

export function accessorWriteLaws(world: AccessorWorld): readonly Check[] {
  const { held, changed, elsewhere, invalid = [] } = world;
  const always = [
    onAccessor(world, 'apply: what was applied is what get answers', async (stage) => {
      for (const next of [held, changed, held]) {
        const applied = await stage.apply(next);
        stage.ensureAlike(next, applied, 'apply');
        const found = await stage.get(next);
        stage.ensureAlike(next, found, 'get');
        ensure(same(applied, found), `apply answered ${show(applied)} and get ${show(found)}`);
      }
    }),
    onAccessor(world, 'apply: the same again changes nothing', async (stage) => {
      const first = await stage.apply(held);
      for (const again of [held, first]) {
        const answer = await untouched(world, 'applying the same again', () => stage.apply(again));
        ensure(same(answer, first), `the same was answered with ${show(first)} and then with ${show(answer)}`);
      }
    }),
    onAccessor(world, 'apply: ten at once make one resource', async (stage) => {
      await Promise.all(Array.from({ length: 10 }, () => stage.apply(held)));
      const listed = await stage.list(held.project);
      ensure(listed.length === 1, `there are ${listed.length} resources after ten applies of the same one`);
      stage.ensureAlike(held, listed[0], 'list');
    }),
    onAccessor(world, 'delete: takes away what is there, and says whether something was', async (stage) => {
      ensure((await stage.delete(held)) === false, 'delete of what was never there did not answer false');
      await stage.apply(held);
      ensure((await stage.delete(held)) === true, 'delete of what was there did not answer true');
      ensure((await stage.get(held)) === undefined, 'get finds what was deleted');
      ensure((await stage.list()).length === 0, 'list holds what was deleted');
      ensure((await stage.delete(held)) === false, 'the second delete did not answer false');
    }),
    onAccessor(world, 'delete: the name can be used again', async (stage) => {
      await stage.apply(held);
      await stage.delete(held);
      stage.ensureAlike(changed, await stage.apply(changed), 'apply');
      stage.ensureAlike(changed, await stage.get(changed), 'get');
    }),
  ];
  return [...always, ...(elsewhere ? [apart(world)] : []), ...(invalid.length ? [refuses(world)] : [])];
}

const apart = (world: AccessorWorld): Check =>
  onAccessor(world, 'the same name in another project is another resource', async (stage) => {
    const { held, changed, elsewhere = held } = world;
    await stage.apply(held);
    await stage.apply(elsewhere);
    await stage.apply(changed);
    stage.ensureAlike(elsewhere, await stage.get(elsewhere), 'get');
    await stage.delete(held);
    stage.ensureAlike(elsewhere, await stage.get(elsewhere), 'get');
  });

const refuses = (world: AccessorWorld): Check =>
  onAccessor(world, 'apply: refuses what is invalid, says why, and changes nothing', async (stage) => {
    await stage.apply(world.held);
    for (const bad of world.invalid ?? []) {
      const outcome = await untouched(world, 'a refused apply', () => stage.apply(bad).catch((error: unknown) => ({ error })));
      ensure('error' in outcome, `${show(bad)} was not refused`);
      ensure(outcome.error instanceof ProblemError, `${show(bad)} was refused with something else than problems`);
      ensure(
        problemsOf(outcome.error).every(({ message }) => message !== ''),
        `no sentence says why ${show(bad)} is refused`,
      );
    }
  });
