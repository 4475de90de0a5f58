import { requestedDelayMs } from '../../../applications/webhook/retries.ts';
import { hourMs, minuteMs } from '../../../shared/calendar/days.ts';

/** The end of a post to Slack. */
export interface SlackAnswer {
  /** `null` when none came. */
  readonly status: number | null;
  /** `retry-after` as it came. */
  readonly retryAfter: string | null;
  /** Beginning of the body: `ok`, or why not. */
  readonly responseBody: string;
}

export type SlackOutcome =
  | { readonly kind: 'sent' }
  /** `at`: milliseconds. */
  | { readonly kind: 'retry'; readonly at: number }
  /** The channel or its address is gone: nothing is sent there until a person has looked. */
  | { readonly kind: 'disabled'; readonly problem: string }
  /** This message will not be taken, nor will it later. */
  | { readonly kind: 'dropped'; readonly problem: string };

const retryPausesMs: readonly number[] = [5000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs];
const longestPauseMs = 2 * hourMs;
const disabling: ReadonlySet<number> = new Set([400, 403, 404, 410]);
const longestProblem = 100;

/** @param tries Posts of this message before this one. @param now Milliseconds. */
export function slackOutcome(
  { status, retryAfter, responseBody }: SlackAnswer,
  tries: number,
  now: number,
): SlackOutcome {
  if (status === 200 && responseBody.trim() === 'ok') return { kind: 'sent' };
  const problem = responseBody.trim().slice(0, longestProblem) || `Slack answered ${status}`;
  if (status !== null && disabling.has(status)) return { kind: 'disabled', problem };
  if (status === 429) return { kind: 'retry', at: now + waitOf(retryAfter, now) };
  const pause = retryPausesMs[tries];
  const mayPass = status === null || status >= 500;
  if (mayPass && pause !== undefined) return { kind: 'retry', at: now + pause };
  return { kind: 'dropped', problem: status === null ? 'Slack did not answer' : problem };
}

/** Without a time that it asks for, as long as its limits usually last. */
function waitOf(retryAfter: string | null, now: number): number {
  return Math.min(requestedDelayMs(retryAfter, now) || minuteMs, longestPauseMs);
}
