import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { activeAt, expectedUntil, feeSchedule, fitApplication } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { instantOf, readSimApp, readSimTruth, type SimSubscription, simProduct } from './sim-app.ts';

const cutoffDay = 540;
const fewestTrials = 5;
/** Percentage points by which a figure may differ from that of the reference implementation. */
const tolerance = 2;

interface Score {
  readonly WAPE: number;
  readonly bias: number;
  readonly rows: number;
}
type Level = 'keyword' | 'country' | 'product' | 'app';

const reference = JSON.parse(
  readFileSync(join(import.meta.dirname, '../reference-data/ltv/sim-app-0/scores.json'), 'utf8'),
) as { reference_scores_percent: { sheet_method: Record<string, Record<Level, Score>> } };

const rowOf: Record<Level, (subscription: SimSubscription) => string> = {
  keyword: ({ keyword }) => keyword,
  country: ({ line }) => line.country,
  product: ({ product }) => product,
  app: () => 'all',
};

const subscriptions = readSimApp();
const truth = readSimTruth();
const asOf = instantOf(cutoffDay);
const models = new Map(
  fitApplication(
    subscriptions.map(({ line }) => line),
    { asOf },
  ).map((model) => [model.product_id, model]),
);

function predictedBy({ line, product, received }: SimSubscription, day: number): number {
  const model = models.get(product);
  const { price, period_days } = simProduct(product);
  const activeSubscription = activeAt(line, asOf, price);
  if (activeSubscription === null || model === undefined) return received;
  const fees = feeSchedule({ period_days, small_business: false });
  return received + expectedUntil(activeSubscription, model, fees, instantOf(day)).mean;
}

function score(horizon: 90 | 365, newestDays: number, level: Level): Score {
  const rows = new Map<string, { trials: number; predicted: number; actual: number }>();
  for (const subscription of subscriptions) {
    if (subscription.startDay < cutoffDay - newestDays) continue;
    const key = rowOf[level](subscription);
    const row = rows.get(key) ?? { trials: 0, predicted: 0, actual: 0 };
    const outcome = truth.get(subscription.id);
    row.trials += 1;
    row.predicted += predictedBy(subscription, cutoffDay + horizon);
    row.actual += (horizon === 90 ? outcome?.plus90 : outcome?.plus365) ?? Number.NaN;
    rows.set(key, row);
  }
  const kept = [...rows.values()].filter(({ trials }) => trials >= fewestTrials);
  const actual = kept.reduce((sum, row) => sum + row.actual, 0);
  const predicted = kept.reduce((sum, row) => sum + row.predicted, 0);
  const apart = kept.reduce((sum, row) => sum + Math.abs(row.predicted - row.actual), 0);
  return { WAPE: (100 * apart) / actual, bias: 100 * (predicted / actual - 1), rows: kept.length };
}

describe('the simulated application', () => {
  it('is read completely: what was received until the cut-off is what the truth says', () => {
    expect(subscriptions).toHaveLength(3051);
    for (const { id, received } of subscriptions) expect(received).toBeCloseTo(truth.get(id)?.cutoff ?? Number.NaN, 3);
  });

  const scopes = ([90, 365] as const).flatMap((horizon) => [30, 90, 540].map((newest) => ({ horizon, newest })));
  it.each(scopes)(
    'is predicted $horizon days ahead for installs of the last $newest days as well as by the reference',
    ({ horizon, newest }) => {
      const expected = reference.reference_scores_percent.sheet_method[`plus_${horizon}_days/installed_last_${newest}`];
      for (const level of ['keyword', 'country', 'product', 'app'] as const) {
        const result = score(horizon, newest, level);
        expect(result.rows).toBe(expected?.[level].rows);
        expect(Math.abs(result.WAPE - (expected?.[level].WAPE ?? Number.NaN)), `error by ${level}`).toBeLessThan(
          tolerance,
        );
        expect(Math.abs(result.bias - (expected?.[level].bias ?? Number.NaN)), `bias by ${level}`).toBeLessThan(
          tolerance,
        );
      }
    },
  );
});
