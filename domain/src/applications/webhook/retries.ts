import { dayMs } from '../../shared/calendar/days.ts';
/** Pauses between the attempts of one delivery, in seconds: after the last one it has failed. */
export const retryPauses: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** The outcome of an attempt, as far as the next one depends on it. */
export interface AttemptEnd {
  /** `null` when no answer came. */
  readonly status: number | null;
  /** The header as it came. */
  readonly retryAfter: string | null;
}

const jitter = 0.1;
const longestWaitMs = dayMs;
const slowing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Only these are a success: a redirect is not followed and is none. */
export const isDelivered = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** The address is permanently gone by its own answer. */
export const isGone = (status: number | null): boolean => status === 410;

/**
 * When a delivery is attempted again.
 * @param tries Attempts made, this one included, since it was first sent or replayed.
 * @param now Milliseconds.
 * @param random 0 to 1, for the jitter.
 * @returns milliseconds; `null` when there is no further attempt.
 */
export function nextAttemptAt(
  end: AttemptEnd,
  tries: number,
  { now, random, pauses = retryPauses }: { now: number; random: number; pauses?: readonly number[] | undefined },
): number | null {
  const pause = pauses[tries - 1];
  if (pause === undefined) return null;
  const ownMs = pause * 1000 * (1 + jitter * random);
  const requestedMs = slowing.has(end.status ?? 0) ? requestedDelayMs(end.retryAfter, now) : 0;
  return Math.round(now + Math.max(ownMs, requestedMs));
}

/** What `retry-after` asks for, in seconds or as a date: milliseconds, at most a day; 0 for what is neither. */
export function requestedDelayMs(header: string | null, now: number): number {
  const text = header?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), longestWaitMs) : 0;
}

/** How an address has answered lately. */
export interface EndpointHealth {
  /** Milliseconds; failures without a success since, of the last day. */
  readonly failures: readonly number[];
  /** Since when it counts as failing; `null` while it does not. */
  readonly failing_since: number | null;
}

export const healthy: EndpointHealth = { failures: [], failing_since: null };

const severalFailures = 3;
const longestFailingMs = 5 * dayMs;

/** Takes an attempt in. The clock starts after several failures within a day; one success stops it. */
export function evolveHealth(health: EndpointHealth, delivered: boolean, at: number): EndpointHealth {
  if (delivered) return healthy;
  const failures = [...health.failures.filter((failure) => at - failure < dayMs), at].slice(-severalFailures);
  return { failures, failing_since: health.failing_since ?? (failures.length < severalFailures ? null : at) };
}

/** Whether an address has failed for so long that it is not called any more. */
export const isFailingForGood = ({ failing_since }: EndpointHealth, now: number): boolean =>
  failing_since !== null && now - failing_since >= longestFailingMs;
