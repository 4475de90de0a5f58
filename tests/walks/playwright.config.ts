import { defineConfig } from '@playwright/test';
import stories from '../e2e/playwright.config.ts';

/** Screens of the demo walked through by keys alone, in both themes; their pictures are kept to be looked at. */
export default defineConfig(stories, {
  globalSetup: './global-setup.ts',
  testMatch: '*.walk.spec.ts',
  outputDir: '../../test-results/walks',
  workers: 1,
  timeout: 300_000,
  // Themes are switched before a screen is looked at: without motion no colour is halfway then.
  use: { contextOptions: { reducedMotion: 'reduce' } },
});
