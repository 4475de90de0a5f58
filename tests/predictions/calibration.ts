import {
  activeAt,
  bandOf,
  type DatedSubscription,
  expectedUntil,
  type FeeSchedule,
  feeSchedule,
  fitApplication,
  futureChargesUntil,
  type ProductModel,
} from '@tapwise/domain';
import { dayInstant, receivedBy, type SimulatedSubscription } from './application-simulator.ts';
import { fitNaive } from './naive-rules.ts';

/** Amounts nearer than this are the same sum in another order. */
const rounding = 1e-9;

/** A subscription at the cut-off with what each rule says of it, and what came. */
export interface Scored {
  readonly subscription: SimulatedSubscription;
  readonly ageDays: number;
  readonly received: number;
  readonly actual: number;
  readonly predicted: number;
  readonly constantChurn: number;
  readonly member: { subscription: DatedSubscription; model: ProductModel; fees: FeeSchedule } | null;
}

/** Fits at a day and compares what each subscription will have brought so many days later. */
export function scoreApplication(
  subscriptions: readonly SimulatedSubscription[],
  cutoffDay: number,
  horizonDays: readonly number[],
): Map<number, Scored[]> {
  const asOf = dayInstant(cutoffDay);
  const lines = subscriptions.map(({ line }) => line);
  const models = new Map(fitApplication(lines, { asOf }).map((model) => [model.product_id, model]));
  const naive = fitNaive(lines, asOf);
  const begun = subscriptions.filter(({ line }) => line.started_at <= asOf);
  return new Map(
    horizonDays.map((days) => {
      const until = dayInstant(cutoffDay + days);
      return [days, begun.map((subscription) => score(subscription, asOf, until, models, naive))];
    }),
  );
}

function score(
  subscription: SimulatedSubscription,
  asOf: number,
  until: number,
  models: ReadonlyMap<string, ProductModel>,
  naive: (activeSubscription: DatedSubscription, product: string, fees: FeeSchedule, until: number) => number,
): Scored {
  const { product, line } = subscription;
  const model = models.get(product.product_id);
  if (model === undefined) throw new Error(`No model of ${product.product_id}`);
  const received = receivedBy(subscription, asOf);
  const actual = receivedBy(subscription, until);
  const ageDays = (asOf - line.started_at) / 86_400_000;
  const activeSubscription = activeAt(line, asOf, product.price);
  const shared = { subscription, ageDays, received, actual };
  if (activeSubscription === null) return { ...shared, predicted: received, constantChurn: received, member: null };
  const fees = feeSchedule({ period_days: product.period_days, small_business: false });
  return {
    ...shared,
    predicted: received + expectedUntil(activeSubscription, model, fees, until).mean,
    constantChurn: received + naive(activeSubscription, product.product_id, fees, until),
    member: { subscription: activeSubscription, model, fees },
  };
}

function rowsOf(scored: readonly Scored[], rowOf: (scored: Scored) => string): Scored[][] {
  const rows = new Map<string, Scored[]>();
  for (const prediction of scored) {
    const row = rows.get(rowOf(prediction));
    if (row === undefined) rows.set(rowOf(prediction), [prediction]);
    else row.push(prediction);
  }
  return [...rows.values()].filter((row) => row.some(({ member }) => member !== null));
}

/** Rows, and of them those whose outcome lies in the 80 % band or below it. */
export interface Coverage {
  rows: number;
  inside: number;
  below: number;
}

/**
 * Rows with something live. Where nothing at all comes with a chance above 10 %, the band begins at nothing and no outcome
 * can lie below it, so that it covers about 90 % by its definition; `certain` leaves such rows out.
 */
export function coverage(
  scored: readonly Scored[],
  rowOf: (scored: Scored) => string,
  until: number,
): { all: Coverage; certain: Coverage } {
  const all = { rows: 0, inside: 0, below: 0 };
  const certain = { rows: 0, inside: 0, below: 0 };
  for (const row of rowsOf(scored, rowOf)) {
    const members = row.flatMap(({ member, subscription }) =>
      member === null ? [] : [{ ...member, keyword: subscription.keyword }],
    );
    const received = sumOf(row, 'received');
    const actual = sumOf(row, 'actual');
    const band = bandOf(members, received, {
      futureOf: (member) => futureChargesUntil(member.subscription, member.model, member.fees, until),
    });
    for (const counts of band.low > received ? [all, certain] : [all]) {
      counts.rows += 1;
      if (actual < band.low - rounding) counts.below += 1;
      else if (actual <= band.high + rounding) counts.inside += 1;
    }
  }
  return { all, certain };
}

export function sumOf(scored: readonly Scored[], field: 'received' | 'actual' | 'predicted' | 'constantChurn'): number {
  return scored.reduce((sum, prediction) => sum + prediction[field], 0);
}
