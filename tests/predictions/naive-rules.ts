import { type DatedSubscription, type FeeSchedule, keptShare, type SubscriptionLine } from '@tapwise/domain';

const dayMs = 86_400_000;

interface PooledRates {
  trials: number;
  converted: number;
  due: number;
  renewed: number;
  period_days: number;
}

/**
 * The rule of thumb to beat: conversions over all trials, running ones too, and one renewal rate for every charge, without
 * regard to what is known of a running trial or period.
 * @returns what it expects of a live subscription by an instant.
 */
export function fitNaive(
  lines: readonly SubscriptionLine[],
  asOf: number,
): (activeSubscription: DatedSubscription, product: string, fees: FeeSchedule, until: number) => number {
  const byProduct = new Map<string, PooledRates>();
  for (const line of lines) {
    if (line.started_at > asOf) continue;
    const rates = byProduct.get(line.product_id) ?? { trials: 0, converted: 0, due: 0, renewed: 0, period_days: 0 };
    byProduct.set(line.product_id, rates);
    countLine(rates, line, asOf);
  }
  return (activeSubscription, product, fees, until) => {
    const rates = byProduct.get(product);
    if (rates === undefined) return 0;
    const renewal = rates.renewed / Math.max(1, rates.due);
    let reached = activeSubscription.charges === 0 ? rates.converted / rates.trials : renewal;
    let sum = 0;
    let due = activeSubscription.next_due_at;
    let charge = activeSubscription.charges + 1;
    for (; due <= until && rates.period_days > 0; due += rates.period_days * dayMs) {
      sum += reached * activeSubscription.price_ex_vat * keptShare(fees, charge);
      reached *= renewal;
      charge += 1;
    }
    return sum;
  };
}

function countLine(rates: PooledRates, line: SubscriptionLine, asOf: number): void {
  const charges = line.moments.flatMap((moment) => (moment.kind === 'charge' && moment.at <= asOf ? [moment] : []));
  rates.trials += 1;
  if (charges.length > 0) rates.converted += 1;
  charges.forEach((charge, index) => {
    rates.period_days = Math.round((charge.paid_until - charge.due_at) / 3_600_000) / 24;
    if (charge.paid_until > asOf) return;
    rates.due += 1;
    if (charges[index + 1] !== undefined) rates.renewed += 1;
  });
}
