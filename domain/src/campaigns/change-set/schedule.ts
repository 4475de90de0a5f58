import { dayMs, hourMs } from '../../shared/calendar/days.ts';
import { instantInZone, isLocalTime } from '../../shared/calendar/zones.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { type ExistingChangeSet, expiryOf } from './change-set.state.ts';

/** A set that could not be applied for so long after its scheduled time is not applied by it any more. */
const missedMs = 3 * hourMs;
const longestMs = 30 * dayMs;

/**
 * A scheduled time as it is kept.
 * @param now Milliseconds.
 * @throws DomainError `invalid_request` for a time that does not exist, has passed, or lies after the set's expiry.
 */
export function readSchedule(localTime: string, zone: string, now: number): string {
  if (!isLocalTime(localTime)) throw refused('The schedule must be a local time, like 2026-12-24T08:00');
  const at = instantInZone(localTime, zone);
  if (at <= now) throw refused('The schedule must lie in the future');
  if (at >= now + longestMs) throw refused('The schedule must lie within 30 days');
  return localTime;
}

/** What is to be done about the schedule of a set: wait until then, apply it, or give it up. */
export type ScheduleStep = { readonly kind: 'wait'; readonly until: number } | { readonly kind: 'apply' | 'missed' };

/** @returns `undefined` for a set that is not approved, or that has no schedule. Instants are milliseconds. */
export function scheduleStep(
  set: Pick<ExistingChangeSet, 'status' | 'schedule' | 'edited_at'>,
  zone: string,
  now: number,
): ScheduleStep | undefined {
  if (set.status !== 'approved' || set.schedule === null || now >= Date.parse(expiryOf(set))) return undefined;
  const until = instantInZone(set.schedule, zone);
  if (now < until) return { kind: 'wait', until };
  return { kind: now - until > missedMs ? 'missed' : 'apply' };
}

const refused = (message: string): DomainError =>
  new DomainError('invalid_request', { message, details: { field: 'schedule' } });
