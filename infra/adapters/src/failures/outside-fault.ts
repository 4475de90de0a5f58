/**
 * What is outside of this process did not do what was asked: a service, the log, a mail server. Its message holds no secrets. Whoever
 * may ask again reads `retry` and `afterSeconds`, whatever failed.
 */
export class OutsideFault extends Error {
  /** Whether the same question may succeed later: the other side is away, busy or broken, not refusing. */
  readonly retry: boolean;
  /** How long the other side asked to be left alone; `null` where it did not say. */
  readonly afterSeconds: number | null;

  constructor(message: string, details: { retry: boolean; afterSeconds?: number | null; cause?: unknown }) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.retry = details.retry;
    this.afterSeconds = details.afterSeconds ?? null;
  }
}

/** Seconds of the header `Retry-After`, which is a number of them or an HTTP date. @param now Milliseconds. */
export function secondsOfRetryAfter(header: string | readonly string[] | undefined, now: number): number | null {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim() ?? '';
  if (text === '') return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000);
}

/** HTTP statuses of a service that is away, busy or broken. */
export const isPassingStatus = (status: number): boolean => status === 408 || status === 429 || status >= 500;
