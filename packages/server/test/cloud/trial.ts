/** A trial in rounds: something is wanted, the cloud has its moods, servers die or freeze; then it must have come out as if nothing had been. */
import { expect } from 'vitest';
import { until } from '../../src/testing/until.ts';
import { pathOf, type Dice, documentOf, drawn, type Thing, type Turn } from './fleet.ts';
import { differences, disorder, unexpected } from './oracle.ts';
import type { Site } from './site.ts';
import type { Witness } from './witness.ts';

export interface Trial {
  readonly site: Site;
  readonly witness: Witness;
  readonly dice: Dice;
  /** What happens to the servers while they work. */
  readonly storm: (effects: () => Promise<number>) => Promise<void>;
}

/** Of what must not be done twice and would not be noticed otherwise, as a reboot, most answers are lost. */
const moods = [
  { effect: 'lost', method: 'POST', path: '/v1/servers/', rate: 0.5 },
  { effect: 'lost', rate: 0.1 },
  { effect: 'fail', rate: 0.08 },
  { effect: 'refuse', rate: 0.05 },
  { effect: 'slow', ms: 300, rate: 0.1 },
  { effect: 'operation_fails', rate: 0.1 },
];

const SETTLE_MS = 60_000;

/** Wants all of it at once, in the order in which things can refer to each other. */
const inOrder = async (turns: readonly Turn[], order: readonly string[], each: (turn: Turn) => Promise<unknown>): Promise<void> => {
  for (const collection of order) await Promise.all(turns.filter(({ thing }) => thing.collection === collection).map(each));
};

async function declare({ site }: Trial, { thing }: Turn): Promise<void> {
  const headers = { 'content-type': 'application/apply-patch+yaml' };
  const { status, text } = await site.ask(`${pathOf(thing)}?fieldManager=trial&force=true`, {
    method: 'PATCH',
    body: documentOf(thing),
    headers,
  });
  expect([200, 201], text).toContain(status);
}

async function act({ site }: Trial, { thing }: Turn): Promise<void> {
  const { status, text } = await site.ask(`${pathOf(thing)}/actions/reboot`, { method: 'POST', body: {} });
  expect([200, 201, 202], text).toContain(status);
}

const clicks = {
  networks: { method: 'PATCH', body: { labels: { changed: 'by hand' } } },
  servers: { method: 'PATCH', body: { power: 'off' } },
  disks: { method: 'DELETE' },
} as const;

/** Clicked until the cloud lets it: an operation of ours may still be running. Nobody is to be taken for a fighter: that is another test. */
async function meddle({ site, witness }: Trial, { thing }: Turn): Promise<void> {
  const { collection, name } = thing;
  await site.ask(`${pathOf(thing)}/retry`, { method: 'POST', body: {} });
  const { method, ...more } = clicks[collection];
  const body = 'body' in more ? more.body : undefined;
  await until(() => witness.click(method, `${collection}/trial-${name}`, body), { what: `a click on ${name}` });
}

const downwards = ['networks', 'servers', 'disks'];

/** Everybody gets what is theirs, all at once. */
async function want(trial: Trial, turns: readonly Turn[]): Promise<void> {
  const of = (by: Turn['by']): readonly Turn[] => turns.filter((turn) => turn.by === by);
  await Promise.all(of('console').map((turn) => meddle(trial, turn)));
  await Promise.all([inOrder(of('declared'), downwards, (turn) => declare(trial, turn)), ...of('action').map((turn) => act(trial, turn))]);
}

/** One round, and its verdict. */
async function round(trial: Trial, after: readonly Thing[], turns: readonly Turn[], wanting: () => Promise<void>): Promise<void> {
  const { site, witness, storm } = trial;
  const begin = (await witness.ledger()).length;
  await witness.strike(...moods);
  const wanted = wanting();
  await Promise.all([wanted, storm(async () => (await witness.ledger(begin)).length)]);
  await witness.calm();
  let left: readonly string[] = [];
  await until(async () => (left = await differences(after, site, witness)).length === 0, { timeoutMs: SETTLE_MS, everyMs: 100 }).catch(() =>
    expect(left).toEqual([]),
  );
  const entries = await witness.ledger();
  expect(unexpected(turns, entries.slice(begin))).toEqual([]);
  expect(disorder(entries)).toEqual([]);
}

export async function create(trial: Trial, fleet: readonly Thing[]): Promise<void> {
  const turns = fleet.map((thing): Turn => ({ thing, expected: ['create'], by: 'declared' }));
  await round(trial, fleet, turns, () => want(trial, turns));
}

/** Changes, actions and clicks as they are drawn; answers with the fleet as it is then. */
export async function shake(trial: Trial, fleet: readonly Thing[]): Promise<readonly Thing[]> {
  const turns = drawn(fleet, trial.dice);
  const after = turns.map(({ thing }) => thing);
  await round(trial, after, turns, () => want(trial, turns));
  return after;
}

/** All of it, dependents first; those that are depended on are asked to go while the others are still going. */
export async function remove(trial: Trial, fleet: readonly Thing[]): Promise<void> {
  const turns = fleet.map((thing): Turn => ({ thing, expected: ['delete'], by: 'declared' }));
  const ask = async ({ thing }: Turn): Promise<void> => {
    const { status, text } = await trial.site.ask(pathOf(thing), { method: 'DELETE' });
    expect([200, 202, 404], text).toContain(status);
  };
  await round(trial, [], turns, () => inOrder(turns, downwards.toReversed(), ask));
}
