import { defineConfig } from 'vitest/config';

/** One set-up for every level; a level is chosen by the names of the spec files. Forks only: the engine dies in threads. */
export default defineConfig({
  test: {
    include: ['**/*.{unit,int,contract,replay,faults}.spec.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
