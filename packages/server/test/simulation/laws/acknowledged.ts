/** L1: what was acknowledged is kept, nothing happens twice, and the same key gives the same answer. */
import type { Resource } from '../../../src/core/resource.ts';
import type { Group, Outcome } from '../../../src/store/port.ts';
import type { Answer } from '../client.ts';
import { demand, type Ground } from './ground.ts';

export class Acknowledged {
  readonly #ground: Pick<Ground, 'tables'>;
  readonly #first = new Map<string, string>();
  readonly #commits = new Set<string>();

  constructor(ground: Pick<Ground, 'tables'>) {
    this.#ground = ground;
  }

  committed({ idempotency, writes }: Group, { type }: Outcome): void {
    if (type !== 'committed') return;
    const marks = [...(idempotency ? [idempotency.key] : []), ...writes.flatMap(({ resource, ...write }) => revisionOf(write, resource))];
    for (const mark of marks) {
      demand(!this.#commits.has(mark), 'L1', () => `request ${mark} was written twice`);
      this.#commits.add(mark);
    }
  }

  answered(key: string, answer: Answer): void {
    if (answer.type !== 'done') return;
    for (const resource of answer.resources) this.#isKept(key, resource);
    const told = JSON.stringify(answer.resources);
    const first = this.#first.get(key) ?? told;
    demand(first === told, 'L1', () => `request ${key} was answered with ${told} after ${first}`);
    this.#first.set(key, first);
  }

  /** Every answer shows a resource as it once stood in the store. */
  #isKept(key: string, resource: Resource): void {
    const { changes, trimmed } = this.#ground.tables;
    const change = changes[Number(BigInt(resource.version) - trimmed) - 1];
    demand(
      change !== undefined && JSON.stringify(change.resource) === JSON.stringify(resource),
      'L1',
      () => `request ${key} was acknowledged with version ${resource.version} of ${resource.urn}, which the store has never had`,
    );
  }
}

/** The reason of a client's edit is its key: each makes one revision at the most. */
const revisionOf = (write: object, { urn, uid }: Resource): readonly string[] =>
  'revise' in write && typeof write.revise === 'string' && write.revise.startsWith('client') ? [`${write.revise} of ${urn} ${uid}`] : [];
