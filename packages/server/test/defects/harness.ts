/** The two harnesses that a defect is tried with, each as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { simulationVerdict, tortureVerdict, type Verdict } from './verdict.ts';

export type Harness = 'torture' | 'simulation';
export const harnesses: readonly Harness[] = ['torture', 'simulation'];

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const install = pathOf('./install.ts');
const mains = { torture: pathOf('../torture/main.ts'), simulation: pathOf('../simulation/main.ts') } as const satisfies Record<
  Harness,
  string
>;
const verdicts = { torture: tortureVerdict, simulation: simulationVerdict } as const satisfies Record<Harness, typeof tortureVerdict>;

export interface Ran extends Verdict {
  readonly seconds: number;
}

const PATIENCE_MS = 5 * 60_000;

/** Torture gives the defect to the servers that it starts; a simulation is the server. */
export async function runHarness(harness: Harness, args: readonly string[], defect?: string): Promise<Ran> {
  const began = performance.now();
  const torture = harness === 'torture';
  const flags = ['--conditions=source', ...(torture || defect === undefined ? [] : [`--import=${install}`])];
  const more = torture && defect !== undefined ? ['--defect', defect] : [];
  const child = spawn(process.execPath, [...flags, mains[harness], ...args, ...more], {
    env: { ...process.env, ...(!torture && defect !== undefined && { ECTROPY_DEFECT: defect }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...verdicts[harness](output, code), seconds: (performance.now() - began) / 1000 };
}
