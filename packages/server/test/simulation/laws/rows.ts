/** L2: row, revision, change and schedule are written together; R1, R7, R9 and L9: what may never fall or be taken back. */
import { policyOf, type Resource } from '../../../src/core/resource.ts';
import type { Urn } from '../../../src/core/urn.ts';
import type { Group, Outcome, Put, Write } from '../../../src/store/port.ts';
import { demand, type Ground } from './ground.ts';

export class Rows {
  readonly #ground: Pick<Ground, 'tables'>;
  readonly #before = new Map<Urn, Resource>();
  readonly #lives = new Map<string, Urn>();
  readonly #moves = new Map<Urn, Map<string, number>>();
  #clock = 0n;

  constructor(ground: Pick<Ground, 'tables'>) {
    this.#ground = ground;
  }

  committed({ writes }: Group, outcome: Outcome): void {
    const { tables } = this.#ground;
    const written = outcome.type === 'committed' ? writes.length : 0;
    demand(
      tables.clock === this.#clock + BigInt(written),
      'L2',
      () => `${written} writes moved the clock from ${this.#clock} to ${tables.clock}`,
    );
    demand(BigInt(tables.changes.length) + tables.trimmed === tables.clock, 'L2', () => 'there is not one change for each version');
    this.#clock = tables.clock;
    if (outcome.type === 'committed') writes.forEach((write, i) => this.#written(write, outcome.resources[i]));
  }

  /** How many steps towards the world all lives of the name have had. */
  movesOf = (urn: Urn): number => [...(this.#moves.get(urn)?.values() ?? [])].reduce((sum, moves) => sum + moves, 0);

  #written(write: Write, answer: Resource | undefined): void {
    const { urn } = write.resource;
    const { tables } = this.#ground;
    const change = answer && tables.changes[Number(BigInt(answer.version) - tables.trimmed) - 1];
    demand(change?.resource.urn === urn, 'L2', () => `${urn} was written without its change`);
    const before = this.#before.get(urn);
    if (write.op === 'drop') {
      demand(
        change?.type === 'gone' && !tables.resources.has(urn) && !tables.turns.has(urn),
        'L2',
        () => `${urn} was dropped and is still there`,
      );
      this.#before.delete(urn);
      return;
    }
    const row = tables.resources.get(urn);
    demand(
      row !== undefined && JSON.stringify(row) === JSON.stringify(answer),
      'L2',
      () => `${urn} is not in the store as it was answered`,
    );
    demand(change?.type === (before ? 'put' : 'new'), 'L2', () => `the change of ${urn} says ${change?.type}`);
    this.#isRevised(write, row, before);
    this.#isScheduled(row);
    this.#goesOn(row, before);
    this.#before.set(urn, row);
  }

  #isRevised({ revise }: Put, row: Resource, before: Resource | undefined): void {
    const newest = this.#ground.tables.revisions.get(row.urn)?.[0];
    const expected = revise === undefined ? before?.revision : (before?.revision ?? 0) + 1;
    demand(row.revision === expected, 'L2', () => `${row.urn} is at revision ${row.revision}, not ${expected}`);
    demand(
      newest?.number === row.revision,
      'L2',
      () => `the newest revision of ${row.urn} is ${newest?.number}, the row's is ${row.revision}`,
    );
    demand(JSON.stringify(newest.spec) === JSON.stringify(row.spec), 'L2', () => `${row.urn} declares what no revision says`);
  }

  #isScheduled(row: Resource): void {
    const turn = this.#ground.tables.turns.get(row.urn);
    demand(turn !== undefined, 'L2', () => `${row.urn} has no schedule`);
    const resting = policyOf(row).management === 'paused' || row.state.status !== 'pending';
    demand(resting || turn.dueAt !== undefined, 'R1', () => `${row.urn} is pending, and nobody will wake it`);
  }

  #goesOn(row: Resource, before: Resource | undefined): void {
    const { urn, uid } = row;
    demand((this.#lives.get(uid) ?? urn) === urn, 'L12', () => `${uid} is the life of two names`);
    demand(row.observedGeneration <= row.generation, 'R9', () => `${urn} has brought about a generation that was never declared`);
    const moves = this.#moves.get(urn) ?? new Map<string, number>();
    this.#moves.set(urn, moves.set(uid, row.move));
    this.#lives.set(uid, urn);
    if (!before) return;
    demand(before.uid === uid, 'L9', () => `${urn} began another life before the old one had ended`);
    demand(row.move >= before.move, 'R7', () => `the move of ${urn} fell from ${before.move} to ${row.move}`);
    demand(row.generation >= before.generation, 'L2', () => `the generation of ${urn} fell`);
    demand(
      before.deletionRequestedAt === undefined || row.deletionRequestedAt !== undefined,
      'L9',
      () => `the deletion of ${urn} was forgotten`,
    );
  }
}
