import { showPath } from '../problem.ts';
import { locate, onAccessor, untouched } from './accessor-stage.ts';
import type { AccessorWorld } from './accessor-world.ts';
import { ensure, notJson, same, show } from './law.ts';
import { abortController, settles } from './platform.ts';
import type { Check } from './world.ts';

/** Valid names of resources that every JavaScript object has something under. */
const ODD_NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

export function accessorReadLaws(world: AccessorWorld): readonly Check[] {
  const { held, elsewhere, promptlyMs = 5_000 } = world;
  return [
    onAccessor(world, 'get: what is not there is undefined', async (stage) => {
      ensure((await stage.get(held)) === undefined, 'get found something in an empty service');
      await stage.apply(held);
      for (const name of ODD_NAMES) ensure((await stage.get({ ...held, name })) === undefined, `get found something under ${show(name)}`);
    }),
    onAccessor(world, 'list: holds exactly what get finds', async (stage) => {
      ensure((await stage.list()).length === 0, 'the list of an empty service is not empty');
      const all = elsewhere ? [held, elsewhere] : [held];
      for (const one of all) await stage.apply(one);
      for (const project of [undefined, ...all.map((one) => one.project)]) {
        const expected = all.filter((one) => project === undefined || one.project === project);
        const listed = await stage.list(project);
        ensure(listed.length === expected.length, `the list of ${project ?? 'all projects'} holds ${show(listed.map(locate))}`);
        for (const one of expected) {
          const found = listed.find((candidate) => same(locate(candidate), locate(one)));
          ensure(same(found, await stage.get(one)), `list answered ${show(found)} where get answered ${show(await stage.get(one))}`);
        }
      }
    }),
    onAccessor(world, 'list: a project that is not there has nothing', async (stage) => {
      await stage.apply(held);
      for (const project of ['no-such-project', ...ODD_NAMES])
        ensure((await stage.list(project)).length === 0, `the list of ${show(project)} is not empty`);
    }),
    onAccessor(world, 'reads change nothing in the service', async (stage) => {
      await stage.apply(held);
      await untouched(world, 'reading', async () => [await stage.get(held), await stage.list(), await stage.list(held.project)]);
    }),
    onAccessor(world, 'every answer survives JSON', async (stage) => {
      for (const answer of [await stage.apply(held), await stage.get(held), ...(await stage.list())]) {
        const bad = notJson(answer);
        ensure(bad === undefined, `an answer holds something at ${showPath(bad ?? [])} that is not JSON`);
      }
    }),
    onAccessor(world, 'a call that is aborted comes back', async (stage) => {
      const { accessor } = world;
      const calls = {
        get: (signal: AbortSignal) => accessor.get(locate(held), stage.context({ signal })),
        list: (signal: AbortSignal) => accessor.list({}, stage.context({ signal })),
        apply: (signal: AbortSignal) => accessor.apply(held, stage.context({ signal })),
        delete: (signal: AbortSignal) => accessor.delete(locate(held), stage.context({ signal })),
      };
      for (const [verb, call] of Object.entries(calls)) {
        const controller = abortController();
        const answer = call(controller.signal);
        controller.abort();
        ensure(await settles(answer, promptlyMs), `${verb} did not come back after it was aborted`);
      }
    }),
    onAccessor(world, 'status: is what the service says, or undefined for what is not there', async (stage) => {
      const { accessor } = world;
      if (!accessor.status) return;
      ensure((await accessor.status(locate(held), stage.context())) === undefined, 'there is a status of what is not there');
      await stage.apply(held);
      const status = await accessor.status(locate(held), stage.context());
      ensure(status === undefined || notJson(status) === undefined, `the status is not JSON: ${show(status)}`);
      ensure(same(status, (await stage.get(held))?.status), `status and get disagree about ${show(status)}`);
    }),
  ];
}
