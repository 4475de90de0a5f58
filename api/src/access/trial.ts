const trialMs = 30 * 24 * 3_600_000;

/** The instant a trial that starts now ends: 30 times 24 hours later, ISO 8601. */
export function trialEnd(now: Date): string {
  return new Date(now.getTime() + trialMs).toISOString();
}
