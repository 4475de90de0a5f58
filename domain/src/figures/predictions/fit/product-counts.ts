import { dayMs } from '../../../shared/calendar/days.ts';
import { recoveryAfter } from '../curves/billing-retry.ts';
import { type BinCounts, countStretch } from '../curves/competing-risks.ts';
import { countedCharges, emptyRenewals } from '../curves/retention-curve.ts';
import type { RenewalCounts } from '../curves/sbg.ts';
import { countTrial, countTrialStretch, emptyTrialCounts, type TrialCounts } from '../curves/trial-curve.ts';
import { emptyPeriodCounts } from '../curves/within-period.ts';
import { introductionHours, lastCharge, standardPeriodDays } from '../period.ts';
import type { SubscriptionLine } from './subscription-line.ts';
import { type LineSink, walkLine } from './walk-line.ts';

/** A refund can come late; younger charges say too little. */
const refundSettledMs = 60 * dayMs;
/** Trials of so long ago say what the introduction is now. */
const recentMs = 90 * dayMs;

/** The fixed lengths of a product. */
export interface ProductShape {
  readonly period_days: number;
  /** `null` without an introductory offer. */
  readonly intro_hours: number | null;
  readonly horizon_months: number;
}

/** Everything that is counted of a product up to an instant. */
export interface ProductCounts {
  readonly trials: Map<string, TrialCounts>;
  readonly renewals: Map<string, RenewalCounts>;
  readonly period: BinCounts;
  /** Renewals that came up with renewal on, and of them those that were paid; may be fractional. */
  readonly billing: { on: number; succeeded: number };
  /** Charges older than 60 days, and of them those given back. */
  readonly refunds: { settled: number; refunded: number };
  firstStart: number;
}

function mostFrequent(values: Iterable<number>): number | null {
  const votes = new Map<number, number>();
  for (const value of values) votes.set(value, (votes.get(value) ?? 0) + 1);
  const [winner] = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return winner?.[0] ?? null;
}

/**
 * The lengths a product has shown up to an instant: its most frequent period, and the most frequent introduction of the
 * last 90 days, or of all time when none began since.
 */
export function observedShape(
  lines: readonly SubscriptionLine[],
  asOf: number,
): { period_days: number | null; intro_hours: number | null } {
  const periods: number[] = [];
  const introductions: number[] = [];
  const recent: number[] = [];
  for (const line of lines) {
    if (line.started_at > asOf) continue;
    if (line.intro !== null) {
      const hours = introductionHours(line.intro.expires_at - line.intro.started_at);
      introductions.push(hours);
      if (line.intro.started_at > asOf - recentMs) recent.push(hours);
    }
    const first = line.moments.find((moment) => moment.kind === 'charge');
    if (first?.kind === 'charge' && first.at <= asOf) periods.push(standardPeriodDays(first.paid_until - first.due_at));
  }
  return { period_days: mostFrequent(periods), intro_hours: mostFrequent(recent) ?? mostFrequent(introductions) };
}

/** Counts the lines of a product up to an instant; overdue renewals count by their chance of recovery. */
export function countProduct(
  lines: readonly SubscriptionLine[],
  asOf: number,
  shape: ProductShape,
  recovery: ArrayLike<number>,
): ProductCounts {
  const counts: ProductCounts = {
    trials: new Map(),
    renewals: new Map(),
    period: emptyPeriodCounts(),
    billing: { on: 0, succeeded: 0 },
    refunds: { settled: 0, refunded: 0 },
    firstStart: Number.POSITIVE_INFINITY,
  };
  const countLine = lineCounter(counts, asOf, shape, recovery);
  for (const line of lines) {
    if (line.started_at > asOf) continue;
    counts.firstStart = Math.min(counts.firstStart, line.started_at);
    countLine(line);
  }
  return counts;
}

/** What is known of the line that is walked through. */
interface CountedLine {
  renewals: RenewalCounts;
  /** `null` where its trial is not counted. */
  trials: TrialCounts | null;
  /** How long after its start the trial was paid for. */
  converted: number | null;
  /** Numbers of its charges that have been settled and not given back. */
  readonly settled: Set<number>;
}

/** Hundreds of thousands of lines are counted for one fit, so one sink and one state serve for all of them. */
function lineCounter(
  counts: ProductCounts,
  asOf: number,
  shape: ProductShape,
  recovery: ArrayLike<number>,
): (line: SubscriptionLine) => void {
  const charges = countedCharges(shape.period_days, lastCharge(shape.period_days, shape.horizon_months));
  const counted: CountedLine = {
    renewals: emptyRenewals(charges),
    trials: null,
    converted: null,
    settled: new Set(),
  };
  const sink: LineSink = {
    ...billingSink(counts, counted, recovery),
    ...refundSink(counts, counted, asOf),
    period: (stretch) => countStretch(counts.period, stretch),
    trial: (stretch) => {
      if (counted.trials === null) return;
      countTrialStretch(counted.trials, stretch);
      if (stretch.ending === 'won') counted.converted = stretch.left;
    },
  };
  const noRenewals = (): RenewalCounts => emptyRenewals(charges);
  return (line) => {
    counted.renewals = ofCountry(counts.renewals, line.country, noRenewals);
    counted.trials = trialsOf(counts, line, shape);
    counted.converted = null;
    counted.settled.clear();
    walkLine(line, asOf, sink);
    if (counted.trials === null || line.intro === null) return;
    const { converted } = counted;
    const until = converted === null ? Math.min(asOf, line.left_at ?? asOf) : asOf;
    countTrial(counted.trials, { watched: until - line.intro.started_at, converted });
  };
}

function billingSink(counts: ProductCounts, counted: CountedLine, recovery: ArrayLike<number>): LineSink {
  return {
    renewal: (charge, outcome, renewalOn) => {
      const { renewals } = counted;
      const kept = outcome.kind === 'retry' ? recoveryAfter(recovery, outcome.overdueMs / dayMs) : 0;
      const share = outcome.kind === 'renewed' ? 1 : kept;
      if (charge <= renewals.counted.length) {
        renewals.counted[charge - 1] = (renewals.counted[charge - 1] ?? 0) + 1;
        renewals.renewed[charge - 1] = (renewals.renewed[charge - 1] ?? 0) + share;
      }
      if (!renewalOn) return;
      counts.billing.on += 1;
      counts.billing.succeeded += share;
    },
  };
}

function refundSink(counts: ProductCounts, { settled }: CountedLine, asOf: number): LineSink {
  return {
    charge: ({ at, number }) => {
      if (at > asOf - refundSettledMs) return;
      settled.add(number);
      counts.refunds.settled += 1;
    },
    refund: (charge) => {
      if (settled.delete(charge)) counts.refunds.refunded += 1;
    },
  };
}

/** Where a line's trial is counted; one of another length than the product's says nothing about its curve. */
function trialsOf(
  counts: ProductCounts,
  { intro, country }: SubscriptionLine,
  shape: ProductShape,
): TrialCounts | null {
  const { intro_hours } = shape;
  if (intro === null || intro_hours === null) return null;
  if (introductionHours(intro.expires_at - intro.started_at) !== intro_hours) return null;
  return ofCountry(counts.trials, country, () => emptyTrialCounts(intro_hours));
}

function ofCountry<T>(byCountry: Map<string, T>, country: string, empty: () => T): T {
  const existing = byCountry.get(country);
  if (existing !== undefined) return existing;
  const added = empty();
  byCountry.set(country, added);
  return added;
}
