import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { limits } from './infra/operations/test/limits.ts';
import { LongestFirst } from './infra/operations/test/longest-first.ts';
import { isScratchFolder } from './infra/operations/test/scratch-folder.ts';
import { timeFactor } from './infra/operations/test/time-factor.ts';

const factor = timeFactor();

/** They run alone, after all others. */
const replicas = 'tests/replicas/**/*.faults.spec.ts';

const shared = {
  exclude: ['**/node_modules/**', '**/dist/**'],
  testTimeout: limits.testMs,
  hookTimeout: limits.testMs,
  // What is looked at again and again, often an answer of the API, keeps the processor from what is waited for.
  expect: { poll: { timeout: limits.pollMs, interval: 100 } },
};

/** A level is chosen by the names of the spec files. Forks only: the engine dies in threads. Components run in Chromium. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // The levels of one run use many modules that another has compiled; what earlier runs left is never used.
    experimental: { fsModuleCache: isScratchFolder(tmpdir()), fsModuleCachePath: join(tmpdir(), 'modules') },
    // On a fresh clone the page answers only when its dependencies are bundled.
    browser: { connectTimeout: 240_000 * factor },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['**/*.unit.spec.ts'],
          pool: 'forks',
          // Unit specs share no state, so each worker imports what many of them need once.
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'node',
          include: ['**/*.{int,contract,replay,faults}.spec.ts'],
          exclude: [...shared.exclude, replicas],
          pool: 'forks',
          isolate: false,
          globalSetup: [
            './tests/support/programs/bundle-programs.ts',
            './tests/support/programs/bundle-spec-programs.ts',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'replicas',
          include: [replicas],
          pool: 'forks',
          globalSetup: './tests/support/programs/bundle-programs.ts',
        },
      },
      './web/vitest.component.config.ts',
    ],
  },
});
