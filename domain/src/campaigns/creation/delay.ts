import type { ExistingCreation } from './creation.decider.ts';

/** Pauses while the ad service limits requests or is away grow with the time that it has been so. */
const shortestPauseMs = 2000;
const longestPauseMs = 600_000;
const endOfDelaysMs = 6 * 3_600_000;

/**
 * How long a creation waits that the ad service holds up.
 * @param now Milliseconds.
 * @param retryAfterMs What the service asked for.
 * @returns milliseconds; `undefined` when it has been held up for so long that it ends.
 */
export function delayPause(
  { delayedSince }: Pick<ExistingCreation, 'delayedSince'>,
  now: number,
  retryAfterMs: number | null,
): number | undefined {
  const delayedMs = delayedSince === null ? 0 : now - Date.parse(delayedSince);
  if (delayedMs >= endOfDelaysMs) return undefined;
  return Math.max(shortestPauseMs, Math.min(longestPauseMs, delayedMs), retryAfterMs ?? 0);
}
