/** How much is measured: enough for figures, or just enough to see that every figure comes about. */
export interface Scale {
  readonly rounds: number;
  /** Mutations per round, after so many that only warm up. */
  readonly applies: number;
  readonly warmUp: number;
  /** Syncs per round. */
  readonly syncs: number;
  /** How many are changed at once while few and while many resources are there, and how many those are. */
  readonly burst: number;
  readonly few: number;
  readonly many: number;
  readonly samples: number;
  readonly gets: number;
  readonly pages: number;
  readonly page: number;
  readonly watchers: number;
  readonly changesPerSecond: number;
  readonly watchedSeconds: number;
  /** How many resources converge: a number, and several times that. */
  readonly converge: readonly [number, number];
}

export const full: Scale = {
  rounds: 3,
  applies: 10_000,
  warmUp: 3_000,
  syncs: 10_000,
  burst: 1_000,
  few: 1_000,
  many: 100_000,
  samples: 300,
  gets: 20_000,
  pages: 300,
  page: 500,
  watchers: 1_000,
  changesPerSecond: 100,
  watchedSeconds: 10,
  converge: [1_000, 5_000],
};

export const tiny: Scale = {
  rounds: 1,
  applies: 200,
  warmUp: 50,
  syncs: 200,
  burst: 50,
  few: 50,
  many: 300,
  samples: 10,
  gets: 100,
  pages: 5,
  page: 50,
  watchers: 10,
  changesPerSecond: 20,
  watchedSeconds: 1,
  converge: [20, 60],
};
