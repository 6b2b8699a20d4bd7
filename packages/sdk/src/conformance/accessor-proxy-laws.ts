import type { Held } from '../accessor.ts';
import { locate, onAccessor } from './accessor-stage.ts';
import type { AccessorWorld } from './accessor-world.ts';
import { ensure, same, show } from './law.ts';
import { abortController, sleep } from './platform.ts';
import type { Check } from './world.ts';

/** Laws that need more of the world: notifications, lineage, sharing. */
export const accessorProxyLaws = (world: AccessorWorld): readonly Check[] => [
  ...(world.tamper && world.accessor.notifications ? [tells(world)] : []),
  ...(world.lineage === undefined ? [] : lineageLaws(world, world.lineage)),
  ...(world.shared && world.elsewhere ? [shares(world, world.shared, world.elsewhere)] : []),
];

const tells = (world: AccessorWorld): Check =>
  onAccessor(world, 'notifications: tell of what others change, and then get answers it; they end when aborted', async (stage) => {
    const { held, accessor, promptlyMs = 5_000 } = world;
    const { signal, abort } = stop();
    const before = await stage.apply(held);
    const stream = accessor.notifications?.({ signal })[Symbol.asyncIterator]();
    const next = async () => Promise.race([stream?.next(), sleep(promptlyMs).then(() => undefined)]);
    let heard = next();
    await sleep(50); // A stream that listens only when it is read listens now.
    await world.tamper?.(locate(held));
    for (;;) {
      const told = await heard;
      ensure(told !== undefined && !told.done, 'nobody told of a change in the service');
      ensure(told.value === undefined || same(told.value, locate(held)), `told of ${show(told.value)} instead of ${show(locate(held))}`);
      if (!same(await stage.get(held), before)) break; // What was told first may have been older news.
      heard = next();
    }
    abort();
    const end = await Promise.race([drained(stream), sleep(promptlyMs).then(() => false)]);
    ensure(end, 'the notifications did not end when they were aborted');
  });

function stop(): { readonly signal: AbortSignal; abort(): void } {
  const controller = abortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

async function drained(stream: AsyncIterator<unknown> | undefined): Promise<boolean> {
  try {
    for (let ended = !stream; !ended;) ended = (await stream?.next())?.done ?? true;
  } catch {
    return true; // An aborted stream may throw.
  }
  return true;
}

const lineageLaws = (world: AccessorWorld, key: string): readonly Check[] => {
  const { held, changed } = world;
  const from = (one: Held, lineage: string): Held => ({ ...one, annotations: { ...one.annotations, [key]: lineage } });
  const seen = (one: Held | undefined): string | undefined => one?.annotations[key];
  return [
    onAccessor(world, 'lineage: is stored and shown when it is asked for, and not shown otherwise', async (stage) => {
      const inside = { lineage: true };
      ensure(seen(await stage.apply(from(held, 'a'), inside)) === 'a', 'apply does not answer the lineage that was sent');
      ensure(seen(await stage.get(held, inside)) === 'a', 'get does not show the lineage that was asked for');
      ensure(seen(await stage.get(held)) === undefined, 'get shows lineage that was not asked for');
      ensure(seen((await stage.list())[0]) === undefined, 'list shows lineage that was not asked for');
      await stage.apply(changed, inside);
      ensure(seen(await stage.get(held, inside)) === undefined, 'lineage that was not sent any more is still there');
    }),
    onAccessor(world, 'lineage: is neither forged nor lost by whoever may not write it', async (stage) => {
      ensure(seen(await stage.apply(from(held, 'forged'))) === undefined, 'apply answers forged lineage');
      ensure(seen(await stage.get(held, { lineage: true })) === undefined, 'forged lineage was stored');
      await stage.apply(from(held, 'true'), { lineage: true });
      for (const sent of [changed, from(changed, 'forged')]) {
        await stage.apply(sent);
        const kept = seen(await stage.get(held, { lineage: true }));
        ensure(kept === 'true', `the lineage became ${show(kept)}`);
      }
    }),
  ];
};

const shares = (world: AccessorWorld, shared: Held, elsewhere: Held): Check =>
  onAccessor(world, 'sharing: a list with shared holds what others share, for as long as they do', async (stage) => {
    const names = async (): Promise<string> => show((await stage.list(elsewhere.project, true)).map(locate));
    const nothing = show([]);
    await stage.apply(world.held);
    ensure((await names()) === nothing, `${elsewhere.project} sees ${await names()}, which is not shared with it`);
    await stage.apply(shared);
    ensure((await names()) === show([locate(shared)]), `${elsewhere.project} sees ${await names()} instead of what is shared with it`);
    ensure((await stage.list(elsewhere.project)).length === 0, 'a list without shared holds what others share');
    await stage.apply(world.held);
    ensure((await names()) === nothing, `${elsewhere.project} still sees ${await names()}, which is not shared any more`);
  });
