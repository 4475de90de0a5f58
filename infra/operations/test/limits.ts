import { timeFactor } from './time-factor.ts';

const factor = timeFactor();

/**
 * What ends tests that hang, in milliseconds: grown with the machine's speed and the suites beside, so that no test that only takes its
 * time comes near. In the whole command a test, and a hook, may take three minutes; the longest of them take one.
 */
export const limits = {
  testMs: 45_000 * factor,
  /** Tests that kill processes amid work take up to two minutes in the whole command. */
  longTestMs: 90_000 * factor,
  /** Of one expectation that is waited for, so that it fails by its own message and not by the limit of its test. */
  pollMs: 25_000 * factor,
} as const;
