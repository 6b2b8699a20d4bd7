/** A deliberate fault of the product, as a change of its source text that is made while the file is loaded. */

export interface Patch {
  /** Below `packages/server/src/`. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly find: string;
  readonly replace: string;
}

export interface Defect {
  readonly name: string;
  /** What is broken, in one sentence. */
  readonly what: string;
  /** The law of SPEC.md that it breaks. */
  readonly law: string;
  readonly patches: readonly Patch[];
  /** The flags of the run that must notice it, by harness; one that is missing here is not expected to. */
  readonly caughtBy: { readonly torture?: readonly string[]; readonly simulation?: readonly string[] };
}

/** Short and to the point: few clients, few deaths, and no long wait for what will not come. */
export const torture = (target: 'worker' | 'api' | 'postgres' | 'zombie' | 'cut', kills: number): readonly string[] =>
  `--target ${target} --kills ${kills} --families 6 --patience 20`.split(' ');

export const seeds = (count: number): readonly string[] => ['--seeds', String(count)];

/** The source with all changes made, in their order. One that does not apply exactly once is no defect but a mistake. */
export function patched(source: string, patches: readonly Pick<Patch, 'find' | 'replace'>[], where: string): string {
  return patches.reduce((text, { find, replace }) => {
    const parts = text.split(find);
    if (parts.length !== 2) throw new Error(`${where}: expected once, found ${parts.length - 1} times: ${find}`);
    return parts.join(replace);
  }, source);
}
