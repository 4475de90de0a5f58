import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { browserArgs } from '../../infra/operations/test/browser-args.ts';
import { limits } from '../../infra/operations/test/limits.ts';

const installed = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The whole running product, seen through a browser: started for the run, or the one `E2E_BASE_URL` names. */
export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  testMatch: '*.e2e.spec.ts',
  outputDir: '../../test-results/e2e',
  // Stories wait more than they work: two at a time keep two cores busy. Those of one file stay in order.
  workers: 2,
  fullyParallel: false,
  // A pass on the second try would hide a story that waits for the wrong thing.
  retries: 0,
  timeout: limits.longTestMs,
  expect: { timeout: limits.pollMs },
  reporter: [['list']],
  use: {
    baseURL: process.env.E2E_BASE_URL,
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    launchOptions: {
      // Without a browser of the system, Playwright takes its own.
      ...(existsSync(installed) ? { executablePath: installed } : {}),
      args: [...browserArgs],
    },
    // What moves is drawn many times a second, which takes the processor and is waited for.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
