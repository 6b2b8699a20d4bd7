/** The engine and a cloud at their worst: lost answers, failing operations, clicks, servers that are killed, frozen and woken. */
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../src/testing/databases.ts';
import { until } from '../src/testing/until.ts';
import { aFleet, diceOf } from './cloud/fleet.ts';
import { fencesOf } from './cloud/oracle.ts';
import { openSite } from './cloud/site.ts';
import { create, remove, shake, type Trial } from './cloud/trial.ts';
import { openWitness } from './cloud/witness.ts';
import { scratch } from './product.ts';

/** `ECTROPY_CLOUD_TRIAL=20` for twenty rounds of a fleet ten times as large; `ECTROPY_CLOUD_SEED` for another course of things. */
const rounds = Number(process.env['ECTROPY_CLOUD_TRIAL'] ?? 1);
const seed = Number(process.env['ECTROPY_CLOUD_SEED'] ?? 7);
const networks = rounds > 1 ? 10 : 2;
const timeout = 60_000 + rounds * 60_000;
const LEASE_MS = 2_000;

const settings = (url: string): readonly string[] =>
  `--cloud-url ${url} --lease ${LEASE_MS}ms --recheck 1s --log-level warn --retry-base 50ms --retry-max 500ms --retry-attempts 200`.split(
    ' ',
  );

async function run(trial: Trial): Promise<void> {
  const fleet = aFleet(networks);
  await create(trial, fleet);
  let now = fleet;
  for (let each = 0; each < rounds; each += 1) now = await shake(trial, now);
  await remove(trial, now);
  const before = await trial.witness.ledger();

  const quiet = { ...trial, storm: async () => undefined };
  await create(quiet, fleet);
  const entries = await trial.witness.ledger();
  for (const { name } of entries.slice(before.length)) {
    const { old, young } = fencesOf(
      entries.filter((entry) => entry.name === name),
      before.length,
    );
    expect(young, name).toBeGreaterThan(old);
  }
  await remove(quiet, fleet);
}

/** At the same time: most of it is waiting. */
describe.concurrent('nothing is lost and nothing is done twice', () => {
  test('one server, killed in the middle of everything, on the embedded store (L1) (L4) (L8)', { timeout }, async () => {
    await using witness = await openWitness();
    await using folder = await scratch();
    await using site = await openSite(1, ['--data', folder.dir, ...settings(witness.url)]);
    const dice = diceOf(seed);
    const storm: Trial['storm'] = async (effects) => {
      const moment = dice(networks * 4) + 1;
      await until(async () => (await effects()) >= moment, { timeoutMs: 10_000 }).catch(() => undefined);
      await site.kill(0);
    };
    await run({ site, witness, dice, storm });
  });

  test('two servers, one frozen beyond its leases and woken, the other killed, on PostgreSQL (L3) (L4) (L8)', { timeout }, async () => {
    await using witness = await openWitness();
    await using folder = await scratch();
    const { connection, drop } = await freshDatabase();
    {
      const args = ['--database-url', connection.connectionString, '--data', folder.dir, ...settings(witness.url)];
      await using site = await openSite(2, args);
      const dice = diceOf(seed + 1);
      const storm: Trial['storm'] = async (effects) => {
        const moment = dice(networks * 3) + 1;
        await until(async () => (await effects()) >= moment, { timeoutMs: 10_000 }).catch(() => undefined);
        await (dice(2) === 0 ? site.freeze(dice(2), LEASE_MS + 500) : site.kill(dice(2)));
      };
      await run({ site, witness, dice, storm });
    }
    await drop();
  });
});
