import type { Json, JsonObject, Module, Subject } from '@ectropy/sdk';
import { moduleConformance, type World } from '@ectropy/sdk/conformance';
import { test } from 'vitest';
import { derivedName } from '../name.ts';
import { wordIn } from '../spec.ts';
import type { PracticeCloud } from './practice-cloud.ts';

interface Case<Spec extends Json> extends Pick<World<Spec>, 'spec' | 'changed' | 'replaced' | 'invalid' | 'actions'> {
  readonly module: Module;
  readonly collection: string;
  /** What a person clicks. */
  readonly edit: JsonObject;
  /** Makes what it needs, after the world has been emptied. */
  prepare?(): Promise<void>;
  needs?(): NonNullable<World['needs']>;
}

let steps = 0;

/** The SDK's suite on the simulator. Checks share names there, so keys and fences go on from check to check as they do from life to life. */
export function cloudConformance<Spec extends Json>(cloud: PracticeCloud, { collection, edit, prepare, needs, ...rest }: Case<Spec>): void {
  const place = (subject: Subject): string => `${collection}/${derivedName(subject)}`;
  const world: World<Spec> = {
    ...rest,
    get needs() {
      return needs?.() ?? {};
    },
    host: {
      get key() {
        return `conformance-${(steps += 1)}`;
      },
      get fence() {
        return steps;
      },
    },
    reference: ({ output, project, name }) => (steps % 2 ? wordIn(output, 'id') : undefined) ?? derivedName({ project, name }),
    wait: async (ms) => cloud.pass(ms),
    picture: async () => [...(await cloud.objects(collection)), { effects: (await cloud.ledger()).length }],
    tamper: (subject) => cloud.click('PATCH', place(subject), edit),
    destroy: (subject) => cloud.click('DELETE', place(subject)),
    reset: async () => {
      await cloud.clear();
      await prepare?.();
    },
  };
  for (const check of moduleConformance(world)) test(check.name, check.run);
}
