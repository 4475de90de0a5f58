import { dayMs } from '@tapwise/domain';

const trialMs = 30 * dayMs;

/** The instant a trial that starts now ends: 30 times 24 hours later, ISO 8601. */
export function trialEnd(now: Date): string {
  return new Date(now.getTime() + trialMs).toISOString();
}

/** The demo never runs out: its trial always ends about 30 days ahead, at a change of days (UTC), so that a page's count of days stays 30. */
export const demoTrialEnd = (now: Date): string => trialEnd(new Date(Math.round(now.getTime() / dayMs) * dayMs));
