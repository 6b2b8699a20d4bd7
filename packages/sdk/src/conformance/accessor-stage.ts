import type { AccessContext, Held, Locator } from '../accessor.ts';
import type { AccessorWorld } from './accessor-world.ts';
import { driftBetween } from './drift.ts';
import { deepFreeze, ensure, same, show, throughJson } from './law.ts';
import { abortController } from './platform.ts';
import type { Check } from './world.ts';

export const locate = ({ project, name }: Held): Locator => ({ project, name });

/** One accessor, asked with arguments that it cannot change. */
export class AccessorStage {
  readonly world: AccessorWorld;

  constructor(world: AccessorWorld) {
    this.world = world;
  }

  context(context: Partial<AccessContext> = {}): AccessContext {
    return { signal: abortController().signal, actor: 'conformance', lineage: false, ...this.world.context, ...context };
  }

  apply(held: Held, context?: Partial<AccessContext>): Promise<Held> {
    return this.world.accessor.apply(deepFreeze(throughJson(held)), this.context(context));
  }

  get(held: Held, context?: Partial<AccessContext>): Promise<Held | undefined> {
    return this.world.accessor.get(deepFreeze(locate(held)), this.context(context));
  }

  list(project?: string, shared = false): Promise<readonly Held[]> {
    const options = { ...(project !== undefined && { project }), ...(shared && { shared }) };
    return this.world.accessor.list(deepFreeze(options), this.context());
  }

  delete(held: Held): Promise<boolean> {
    return this.world.accessor.delete(deepFreeze(locate(held)), this.context());
  }

  /** What was sent is what is answered; only what the service writes itself may be more. */
  ensureAlike(sent: Held, answered: Held | undefined, who: string): void {
    ensure(answered !== undefined, `${who} found nothing`);
    const { sets, readOnly = [] } = this.world.kind;
    ensure(same(locate(answered), locate(sent)), `${who} answered ${show(locate(answered))} instead of ${show(locate(sent))}`);
    for (const part of ['labels', 'annotations'] as const)
      ensure(same(answered[part], sent[part]), `${who} answered ${part} ${show(answered[part])} instead of ${show(sent[part])}`);
    const drift = [...driftBetween(sent.spec, answered.spec, sets), ...driftBetween(answered.spec, sent.spec, sets)];
    const wrong = drift.filter(({ path }) => !readOnly.includes(path.filter((step) => typeof step === 'string').join('.')));
    ensure(wrong.length === 0, `${who} answered spec ${show(answered.spec)} instead of ${show(sent.spec)}`);
  }

  async clear(): Promise<void> {
    const { held, elsewhere } = this.world;
    await this.delete(held);
    if (elsewhere) await this.delete(elsewhere);
  }
}

/** A check that gets a stage of its own and leaves nothing behind. Trouble while clearing belongs to the checks of delete. */
export const onAccessor = (world: AccessorWorld, name: string, law: (stage: AccessorStage) => Promise<void>): Check => ({
  name,
  run: async () => {
    await world.reset?.();
    const stage = new AccessorStage(world);
    try {
      await law(stage);
    } finally {
      await stage.clear().catch(() => undefined);
    }
  },
});

/** The picture of the service stays the same during `deed`. */
export async function untouched<T>(world: AccessorWorld, who: string, deed: () => Promise<T>): Promise<T> {
  const before = await world.picture?.();
  const answer = await deed();
  const after = await world.picture?.();
  ensure(same(before, after), `${who} changed the service: ${show(before)} became ${show(after)}`);
  return answer;
}
