/** What a law may look at: the store's own tables and the cloud, beside all that processes are told. */
import type { World } from '../../../src/store/memory/world.ts';
import type { Cloud } from '../cloud.ts';
import type { Stage } from '../stage.ts';
import { Violation } from '../violation.ts';

export interface Ground {
  readonly stage: Stage;
  readonly tables: World;
  readonly cloud: Cloud;
}

export function demand(holds: boolean, law: string, message: () => string): asserts holds {
  if (!holds) throw new Violation(law, message());
}
