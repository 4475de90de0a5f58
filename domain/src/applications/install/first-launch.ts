import { dayMs } from '../../shared/calendar/days.ts';
import { DomainError } from '../../shared/domain-error.ts';

const aheadToleranceMs = dayMs;
const oldestYears = 3;
/** A phone's clock that differs by no more than this is taken as right. */
const clockToleranceMs = 5 * 60_000;

/** A first launch as a phone reports it; instants in ISO 8601. */
export interface ReportedLaunch {
  readonly first_launch_at: string;
  /** The phone's clock when it sent the report; `null` where it did not say, or nothing that can be read. */
  readonly sent_at: string | null;
}

/**
 * The first launch by our clock, in ISO 8601. A phone that says when it sends shows by how much its clock is wrong, and then a first launch
 * that cannot be is one of now: phones are in 1970 after an empty battery, and set ahead by players.
 * @throws DomainError `invalid_request` for a first launch that cannot be, where the phone does not say when it sends.
 */
export function firstLaunchByOurClock({ first_launch_at, sent_at }: ReportedLaunch, receivedAt: string): string {
  if (sent_at === null) {
    checkFirstLaunch(first_launch_at, receivedAt);
    return new Date(first_launch_at).toISOString();
  }
  const behindMs = Date.parse(receivedAt) - Date.parse(sent_at);
  const launched = Date.parse(first_launch_at) + (Math.abs(behindMs) > clockToleranceMs ? behindMs : 0);
  return problemOf(launched, receivedAt) === undefined ? new Date(launched).toISOString() : receivedAt;
}

/**
 * Refuses first launches of more than three years ago or more than 24 hours ahead; both instants in ISO 8601.
 * @throws DomainError `invalid_request`.
 */
export function checkFirstLaunch(firstLaunchAt: string, receivedAt: string): void {
  const problem = problemOf(Date.parse(firstLaunchAt), receivedAt);
  if (problem === undefined) return;
  const details = { field: 'first_launch_at' };
  throw new DomainError('invalid_request', { message: `first_launch_at is ${problem}.`, details });
}

function problemOf(launched: number, receivedAt: string): string | undefined {
  const received = Date.parse(receivedAt);
  const oldest = new Date(received);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - oldestYears);
  if (Number.isNaN(launched)) return 'not a valid instant';
  if (launched < oldest.getTime()) return 'more than three years ago';
  return launched > received + aheadToleranceMs ? 'more than 24 hours ahead' : undefined;
}
