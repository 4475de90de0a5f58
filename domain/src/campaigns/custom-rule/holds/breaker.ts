/** How the writes of a run ended so far. */
export interface WriteOutcomes {
  readonly written: number;
  readonly failed: number;
  /** What the ad service said of the last failure. */
  readonly message: string;
}

const fewestFailed = 20;

/** Why a rule is paused after a run: many of its changes failed, and at least half of them. `undefined`: it goes on. */
export function breakerText({ written, failed, message }: WriteOutcomes): string | undefined {
  if (failed < fewestFailed || failed * 2 < written) return undefined;
  return `Paused after ${failed} of ${written} changes failed: ${message}`;
}
