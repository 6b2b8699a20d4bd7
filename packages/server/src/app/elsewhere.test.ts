import { type Accessor, type Held, ProblemError } from '@ectropy/sdk';
import { describe, expect, test } from 'vitest';
import { openKinds } from '../hub/kinds.ts';
import { both, declare, edit, me, peek, refused, urnOf, vanish } from './testing/asks.ts';
import { openBed } from './testing/bed.ts';
import { owner, projectNamed } from './testing/hub-kinds.ts';
import { testModules } from './testing/kinds.ts';
import { World } from './testing/world.ts';

const team = (name: string, project = 'demo') => urnOf('team', name, project);
const kind = { name: 'team', description: 'A team, as the directory knows it.', schema: { type: 'object' } };

const at = ({ project, name }: { readonly project: string; readonly name: string }) => `${project}/${name}`;

/** A service of its own that holds teams. */
function directory() {
  const held = new Map<string, Held>();
  const stubborn = new Set<string>();
  const accessor: Accessor = {
    get: async (where) => held.get(at(where)),
    list: async ({ project }) => [...held.values()].filter((one) => project === undefined || one.project === project),
    apply: async (one) => (held.set(at(one), one), one),
    async delete(where) {
      if (stubborn.has(at(where))) throw new ProblemError({ code: 'unavailable', message: 'the directory is closed' });
      return held.delete(at(where));
    },
  };
  return { held, stubborn, accessor };
}

/** The engine with a kind that the directory holds. */
async function openWithDirectory(store: 'memory' | 'postgres') {
  const service = directory();
  const find = (name: string) => (name === 'team' ? service.accessor : undefined);
  const kinds = openKinds(testModules(new World()), { accessed: [kind] });
  const bed = await openBed({ store, deps: { kinds, access: { find, serving: () => undefined } } });
  return { bed, ...service };
}

describe.each(both)('what another service holds, on %s', (store) => {
  test('is neither planned nor changed together with others: only its row would change', async () => {
    const { bed, held } = await openWithDirectory(store);
    await declare(bed, 'team', 'a');
    await declare(bed, 'note', 'n');
    const asks = [
      bed.app.plan([{ type: 'remove', remove: { urn: team('a') } }], me),
      bed.app.plan([{ type: 'apply', edit: edit('team', 'b') }], me),
      bed.app.remove([{ urn: team('a') }, { urn: urnOf('note', 'n') }], me),
      bed.app.apply([edit('note', 'm'), edit('team', 'b')], me),
    ];
    for (const [problem] of await Promise.all(asks.map(refused))) expect(problem?.code).toBe('unsupported');
    expect([...held.keys()]).toEqual(['demo/a']);
    expect(await peek(bed, team('a'))).toBeDefined();
    await bed[Symbol.asyncDispose]();
  });

  test('goes with its project, out of the service too; what the service keeps is waited for (R33)', async () => {
    const { bed, held, stubborn } = await openWithDirectory(store);
    for (const name of ['a', 'b']) await declare(bed, 'team', name, { project: 'old' });
    await declare(bed, 'note', 'n', { project: 'old' });
    stubborn.add('old/a');
    await bed.app.remove([{ urn: projectNamed('old') }], me);
    bed.work({ lanes: 2 });
    await vanish(bed, team('b', 'old'));
    await vanish(bed, urnOf('note', 'n', 'old'));
    expect([...held.keys()]).toEqual(['old/a']);
    expect(await peek(bed, projectNamed('old'))).toBeDefined();
    stubborn.clear();
    await vanish(bed, projectNamed('old'));
    expect(held.size).toBe(0);
    await bed[Symbol.asyncDispose]();
  });

  test('is not created in a project that is on its way out (R36)', async () => {
    const { bed, held } = await openWithDirectory(store);
    await declare(bed, 'note', 'n', { project: 'old' });
    await bed.app.remove([{ urn: projectNamed('old') }], me);
    expect((await refused(declare(bed, 'team', 'a', { project: 'old' })))[0]?.code).toBe('denied');
    expect(held.size).toBe(0);
    await bed[Symbol.asyncDispose]();
  });

  test('is taken to be alive as an owner: its row says nothing about that (R33)', async () => {
    const { bed } = await openWithDirectory(store);
    const { resource } = await declare(bed, 'team', 'a');
    await declare(bed, 'note', 'n', { owners: [{ ...owner(bed, resource), uid: 'of another life' }] });
    bed.work({ lanes: 1 });
    await expect.poll(async () => ((await bed.store.nextDueMs()) ?? Infinity) > 30_000, { timeout: 5_000 }).toBe(true);
    expect(await peek(bed, urnOf('note', 'n'))).toBeDefined();
    await bed[Symbol.asyncDispose]();
  });
});
