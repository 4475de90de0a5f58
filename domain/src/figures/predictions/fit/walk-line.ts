import { dayMs } from '../../../shared/calendar/days.ts';
import type { Ending } from '../curves/competing-risks.ts';
import type { LineMoment, SubscriptionLine } from './subscription-line.ts';

/** After the end of a period, how long nothing is concluded from silence, and late messages are waited for. */
const toleranceMs = dayMs;
const longestRetryMs = 60 * dayMs;

type Charge = Extract<LineMoment, { kind: 'charge' }>;

/** How a renewal came out: `retry` carries since when the payment is overdue. */
export type RenewalOutcome =
  | { readonly kind: 'renewed' | 'lost' }
  | { readonly kind: 'retry'; readonly overdueMs: number };

/** What a model learns from a line, as stretches of time; each estimator takes the part it needs. Times in milliseconds. */
export interface LineSink {
  /** A stretch of the introduction with renewal on, from its start. `complete` is how long it has been watched. */
  trial?(stretch: { entered: number; left: number; ending: Ending; complete: number }): void;
  /** A stretch with renewal on inside a paid period, as shares of the period. */
  period?(stretch: { entered: number; left: number; ending: Ending; complete: number }): void;
  /** A stretch of billing retry, since the payment was due. */
  retry?(stretch: { entered: number; left: number; ending: Ending; complete: number }): void;
  /** Charge `charge` came up for renewal; `renewalOn` is what was switched when it did. */
  renewal?(charge: number, outcome: RenewalOutcome, renewalOn: boolean): void;
  /** A charge was made, and whether it has been given back. */
  charge?(charge: { at: number; number: number }): void;
  refund?(charge: number): void;
}

/** State of a line: nothing more is expected unless it is active. */
export interface LineState {
  readonly charges: number;
  /** The period that is paid for; `null` before the first charge. */
  readonly period: { readonly due_at: number; readonly paid_until: number } | null;
  /** Since when a payment is overdue. */
  readonly overdueSince: number | null;
  /** Renewal is on, nothing has ended, and the latest charge was not given back. */
  readonly isActive: boolean;
}

/** The line's state while its moments are walked through. */
interface Walk {
  readonly asOf: number;
  /** Until when the line belongs to this product. */
  readonly until: number;
  isOn: boolean;
  charges: number;
  charge: Charge | null;
  /** Since when the payment for the coming period is overdue, and since when we know. */
  overdue: { dueAt: number; detectedAt: number } | null;
  isExpired: boolean;
  /** The latest charge was given back. */
  isRefunded: boolean;
  /** Since when renewal has been on in the stretch that is running. */
  onSince: number;
  onWhenDue: boolean | null;
}

/**
 * Reports what a line shows up to an instant; later moments are not read.
 * @returns its state then; `null` before its start.
 */
export function walkLine(line: SubscriptionLine, asOf: number, sink: LineSink): LineState | null {
  if (line.started_at > asOf) return null;
  const walk: Walk = {
    asOf,
    until: Math.min(asOf, line.left_at ?? asOf),
    isOn: true,
    charges: 0,
    charge: null,
    overdue: null,
    isExpired: false,
    isRefunded: false,
    onSince: line.intro?.started_at ?? line.started_at,
    onWhenDue: null,
  };
  for (const moment of line.moments) {
    if (moment.at > walk.until) break;
    noticeDueDate(line, walk, moment.at);
    applyMoment(line, walk, moment, sink);
  }
  noticeDueDate(line, walk, walk.until);
  return endWalk(line, walk, sink);
}

const isAtRisk = (walk: Walk): boolean => walk.isOn && !walk.isRefunded;

/** When the running period ends and the next payment is due. */
function dueDate(line: SubscriptionLine, walk: Walk): number | null {
  return walk.charge?.paid_until ?? line.intro?.expires_at ?? null;
}

/** The period may have ended before `at`: what was switched then is remembered, and silence turns into overdue. */
function noticeDueDate(line: SubscriptionLine, walk: Walk, at: number): void {
  const due = dueDate(line, walk);
  if (due === null || at <= due) return;
  walk.onWhenDue ??= walk.isOn;
  const silent = walk.onWhenDue && isAtRisk(walk) && walk.overdue === null && !walk.isExpired;
  if (silent && at > due + toleranceMs) walk.overdue = { dueAt: due, detectedAt: due + toleranceMs };
}

function applyMoment(line: SubscriptionLine, walk: Walk, moment: LineMoment, sink: LineSink): void {
  switch (moment.kind) {
    case 'charge':
      applyCharge(line, walk, moment, sink);
      break;
    case 'renewal_off':
      if (isAtRisk(walk)) endStretch(line, walk, sink, moment.at, 'lost');
      walk.isOn = false;
      endRetry(walk, sink, moment.at, 'lost');
      break;
    case 'renewal_on':
      if (!walk.isOn) walk.onSince = moment.at;
      walk.isOn = true;
      break;
    case 'payment_failed':
      // A failure can be reported after 24 hours without a message; the retry runs from the due date then, too.
      walk.overdue ??= { dueAt: moment.at, detectedAt: moment.at };
      walk.onWhenDue ??= walk.isOn;
      break;
    case 'expired':
      if (isAtRisk(walk)) endStretch(line, walk, sink, moment.at, 'lost');
      walk.onWhenDue ??= walk.isOn;
      walk.isExpired = true;
      walk.isOn = false;
      endRetry(walk, sink, moment.at, 'lost');
      break;
    case 'refund':
      sink.refund?.(moment.charge);
      if (moment.charge !== walk.charges) break;
      // After a refund of the latest charge nothing more is expected until the next payment.
      if (isAtRisk(walk)) endStretch(line, walk, sink, moment.at, 'lost');
      walk.isRefunded = true;
      endRetry(walk, sink, moment.at, 'lost');
  }
}

function applyCharge(line: SubscriptionLine, walk: Walk, charge: Charge, sink: LineSink): void {
  const due = dueDate(line, walk);
  const keptDate = due !== null && charge.due_at <= due + toleranceMs;
  const onTime = !walk.isExpired && walk.isOn && due !== null && charge.at <= due + longestRetryMs;
  if (walk.charges === 0) {
    if (isAtRisk(walk)) endStretch(line, walk, sink, charge.at, 'won');
  } else {
    if (isAtRisk(walk)) endStretch(line, walk, sink, charge.at, 'open');
    reportRenewal(walk, sink, { kind: keptDate || onTime ? 'renewed' : 'lost' });
  }
  endRetry(walk, sink, charge.at, 'won');
  walk.charges += 1;
  walk.charge = charge;
  sink.charge?.({ at: charge.at, number: walk.charges });
  walk.overdue = null;
  walk.isExpired = false;
  walk.isRefunded = false;
  walk.isOn = true;
  const isLate = charge.at - charge.due_at > (charge.paid_until - charge.due_at) / 20;
  walk.onSince = isLate ? charge.at : charge.due_at;
  walk.onWhenDue = null;
}

/** Ends the stretch with renewal on: of the introduction before the first charge, of the paid period after it. */
function endStretch(line: SubscriptionLine, walk: Walk, sink: LineSink, at: number, ending: Ending): void {
  if (walk.charge !== null) {
    endPeriodStretch(walk, walk.charge, sink, at, ending);
    return;
  }
  if (line.intro === null || sink.trial === undefined) return;
  const start = line.intro.started_at;
  const entered = Math.max(0, walk.onSince - start);
  sink.trial({ entered, left: Math.max(0, at - start), ending, complete: walk.asOf - start });
}

function endPeriodStretch(walk: Walk, charge: Charge, sink: LineSink, at: number, ending: Ending): void {
  const length = charge.paid_until - charge.due_at;
  if (sink.period === undefined || length <= 0 || walk.onSince >= charge.paid_until) return;
  const share = (instant: number): number => (instant - charge.due_at) / length;
  const isInside = at < charge.paid_until;
  sink.period({
    entered: Math.max(0, share(walk.onSince)),
    left: isInside ? Math.max(0, share(at)) : 1,
    ending: ending === 'lost' && isInside ? 'lost' : 'open',
    complete: share(walk.asOf),
  });
}

function endRetry(walk: Walk, sink: LineSink, at: number, ending: Ending): void {
  if (walk.overdue === null) return;
  const { dueAt, detectedAt } = walk.overdue;
  sink.retry?.({ entered: detectedAt - dueAt, left: Math.max(at - dueAt, 0), ending, complete: walk.asOf - dueAt });
  if (ending !== 'won') walk.overdue = null;
}

/** A renewal counts from 24 hours after its date on, so that late messages are in. */
function reportRenewal(walk: Walk, sink: LineSink, outcome: RenewalOutcome): void {
  if (walk.charge === null || walk.charge.paid_until + toleranceMs > walk.asOf) return;
  sink.renewal?.(walk.charges, outcome, walk.onWhenDue ?? walk.isOn);
}

function endWalk(line: SubscriptionLine, walk: Walk, sink: LineSink): LineState {
  const hasLeft = line.left_at !== null && line.left_at <= walk.asOf;
  if (isAtRisk(walk)) endStretch(line, walk, sink, walk.until, 'open');
  const overdueSince = walk.overdue?.dueAt ?? null;
  endRetry(walk, sink, walk.until, 'open');
  const overdueMs = walk.asOf - (overdueSince ?? dueDate(line, walk) ?? walk.asOf);
  const wasOff = walk.onWhenDue === false && overdueSince === null;
  const isOver = !isAtRisk(walk) || wasOff || walk.isExpired || overdueMs >= longestRetryMs;
  const state = { charges: walk.charges, period: walk.charge, overdueSince, isActive: !isOver && !hasLeft };
  if (walk.charge === null) return state;
  // A line that left for another product before the outcome of its renewal was neither renewed nor lost.
  if (hasLeft && (walk.until <= walk.charge.paid_until + toleranceMs || overdueSince !== null)) return state;
  reportRenewal(walk, sink, isOver ? { kind: 'lost' } : { kind: 'retry', overdueMs });
  return state;
}
