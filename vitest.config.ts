import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  // The global set-up has an environment of its own: without this it needs a build, which a fresh clone does not have.
  environments: { __vitest__: { resolve: { conditions: ['source'] } } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'packaging/*.test.ts', 'bench/*.test.ts'],
    globalSetup: ['packages/server/src/testing/global-setup.ts'],
    // As many as there are cores at the least: most tests wait for a server of their own.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
