/** Seeds that once failed, each with the fault of the product that it found. They are run before all others. */
export interface Found {
  readonly seed: number;
  readonly bug: string;
}

export const seeds: readonly Found[] = [];
