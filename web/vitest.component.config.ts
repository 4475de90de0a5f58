import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserArgs } from '../infra/operations/test/browser-args.ts';
import { limits } from '../infra/operations/test/limits.ts';
import { bundledWorkspaces } from './src/testing/bundled-workspaces.ts';
import { liveStandIn } from './src/testing/live-stand-in.ts';

const installed = process.env.CHROMIUM ?? '/usr/bin/chromium';

const workspaces = ['../api/contract/', '../domain/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** Screens in a real browser against answers of the contract: what needs no server is tested here. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), liveStandIn(), bundledWorkspaces(workspaces)],
  // All dependencies are found before the first test: one found later reloads the page under a running test.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}', '!src/**/*.unit.spec.ts', '!src/testing/bundled-workspaces.ts'] },
  test: {
    name: 'component',
    include: ['src/**/*.component.spec.tsx'],
    testTimeout: limits.testMs,
    hookTimeout: limits.testMs,
    // A page is used for many files: each would load the same hundreds of modules again.
    isolate: false,
    setupFiles: './src/testing/fresh-page.ts',
    // Tests wait more than they work: two files at a time keep two cores busy.
    maxWorkers: 2,
    // Beside specs of other projects, which have another number of workers, these come last.
    sequence: { groupOrder: 1 },
    // The first screen of a file fetches its code; roles of a whole screen, which are looked for again until they are there, take it milliseconds.
    expect: { poll: { timeout: limits.pollMs, interval: 100 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          ...(existsSync(installed) ? { executablePath: installed } : {}),
          // Compiling and collecting in threads beside the page's takes more in all, and both cores are busy.
          args: [...browserArgs, '--js-flags=--single-threaded'],
        },
        // What moves is drawn many times a second, which takes a sixth of the processor and is waited for.
        contextOptions: { locale: 'en-US', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1440, height: 900 },
    },
  },
});
