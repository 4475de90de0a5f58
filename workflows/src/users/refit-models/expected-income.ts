import { expectedMeans, type FeeSchedule, feeSchedule, type ProductModel } from '@tapwise/domain';
import type { PricedSubscription } from '@tapwise/projections/queries';

/** What a model expects of the subscriptions that are live now, in the application's currency; scored when time has passed. */
export interface ExpectedIncome {
  live: number;
  received: number;
  by_90_days: number;
  by_365_days: number;
  within_horizon: number;
}

const dayMs = 86_400_000;
/** A year of paid service less an hour: the store counts in whole renewals. */
const yearDays = 365 - 1 / 24;

export const nothingExpected = (received: number): ExpectedIncome => ({
  live: 0,
  received,
  by_90_days: 0,
  by_365_days: 0,
  within_horizon: 0,
});

/** Adds what is expected of one subscription. */
export function addExpected(
  sums: ExpectedIncome,
  { subscription, paidServiceDays }: PricedSubscription,
  model: ProductModel,
  { nowMs, smallBusiness }: { nowMs: number; smallBusiness: boolean },
): void {
  const fees = feesOf(subscription.charges, paidServiceDays, model, smallBusiness);
  sums.live += 1;
  const [in90Days = 0, in365Days = 0, within = 0] = expectedMeans(subscription, model, fees, [
    nowMs + 90 * dayMs,
    nowMs + 365 * dayMs,
  ]);
  sums.by_90_days += in90Days;
  sums.by_365_days += in365Days;
  sums.within_horizon += within;
}

/** The reduced fee begins with the charge after a year of service, counted from what is paid already. */
function feesOf(charges: number, paidDays: number, model: ProductModel, smallBusiness: boolean): FeeSchedule {
  if (smallBusiness) return feeSchedule({ period_days: model.period_days, small_business: true });
  const missing = Math.max(0, yearDays - paidDays);
  return { first_reduced_charge: charges + 1 + Math.ceil(missing / model.period_days - 1e-9) };
}
