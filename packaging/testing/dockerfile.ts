import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

export interface Stage {
  readonly from: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

interface Open extends Stage {
  readonly instructions: Instruction[];
}

/** The stages of a Dockerfile, with its arguments filled in. Enough of the format for ours; what is not understood is thrown. */
export function readDockerfile(): readonly Stage[] {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll(/\\\n/g, ' ');
  const stages: Open[] = [];
  const given = new Map<string, string>();
  for (const line of text.split('\n').filter((one) => one.trim() !== '' && !one.startsWith('#'))) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`not an instruction: ${line}`);
    const filled = rest.replaceAll(/\$\{(\w+)\}/g, (whole, key: string) => given.get(key) ?? whole);
    const [first = '', , as] = filled.split(' ');
    if (name === 'ARG') given.set(...(filled.split('=') as [string, string]));
    else if (name === 'FROM') stages.push({ from: first, name: as, instructions: [] });
    else stages.at(-1)?.instructions.push({ name, rest: filled });
  }
  return stages;
}

export const finalStage = (): Stage => readDockerfile().at(-1) ?? { from: '', name: undefined, instructions: [] };

/** What stands behind an instruction of a stage, the last one counts. */
export const said = ({ instructions }: Stage, name: string): string => instructions.findLast((one) => one.name === name)?.rest ?? '';

/** The words of an instruction in the form that needs no shell; throws for the other one. */
export function words(rest: string): readonly string[] {
  const list: unknown = JSON.parse(rest.slice(rest.indexOf('[')));
  if (!Array.isArray(list)) throw new Error(`needs a shell: ${rest}`);
  return list.map(String);
}

/** `ENV` as an object. */
export const environment = ({ instructions }: Stage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    instructions
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ rest }) => rest.split(' ').map((pair) => pair.split('=') as [string, string])),
  );
