/** How the models are run: few cases by fixed seeds in CI, as many as `ECTROPY_MODEL_RUNS` says by hand, and a failing one by one command. */
import { relative } from 'node:path';
import * as fc from 'fast-check';
import { expect } from 'vitest';

const given = (name: string): string | undefined => process.env[`ECTROPY_MODEL_${name}`] || undefined;

type Settings = Pick<fc.Parameters<unknown>, 'seed' | 'numRuns' | 'path'>;

/** By hand another seed each time, unless one is given: fixed seeds find what they find once. */
function settings(seed: number, runs: number): Settings {
  const asked = given('RUNS');
  const path = given('PATH');
  const own = asked === undefined ? seed : Date.now() % 2 ** 31;
  return { seed: Number(given('SEED') ?? own), numRuns: Number(asked ?? runs), ...(path !== undefined && { path }) };
}

/** Whether this is more than what CI does: such a test may take its time. */
export const HOURS = given('RUNS') === undefined ? 60_000 : 24 * 3_600_000;

export async function check<T>(
  seed: number,
  runs: number,
  property: fc.IAsyncProperty<T> | fc.IProperty<T>,
  more: { readonly endOnFailure?: boolean } = {},
): Promise<void> {
  const details = await fc.check(property as fc.IAsyncProperty<T>, { ...settings(seed, runs), ...more });
  if (!details.failed) return;
  throw new Error(`${fc.defaultReportMessage(details) ?? ''}\n\nTo see it again: ${commandOf(details)}`, { cause: details.errorInstance });
}

function commandOf({ seed, counterexamplePath }: { readonly seed: number; readonly counterexamplePath: string | null }): string {
  const { testPath = '', currentTestName = '' } = expect.getState();
  const env = `ECTROPY_MODEL_SEED=${seed} ECTROPY_MODEL_PATH=${counterexamplePath ?? ''}`;
  return `${env} npx vitest run ${relative(process.cwd(), testPath)} -t ${JSON.stringify(currentTestName.replaceAll(' > ', ' '))}`;
}
