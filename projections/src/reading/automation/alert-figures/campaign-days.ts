import type { RowOf } from '@tapwise/adapters';
import { type CampaignDay, type Day, emptyDay, type SpendRate } from '@tapwise/domain';
import type { campaignDays, cohortIncome, userDays } from './alert-figures.queries.ts';

interface DayRows {
  readonly spent: readonly RowOf<typeof campaignDays>[];
  readonly launched: readonly RowOf<typeof userDays>[];
  readonly income: readonly RowOf<typeof cohortIncome>[];
}

interface DayContext {
  /** ISO 4217; the organization's. */
  readonly currency: string;
  /** The local day that begins at an instant. */
  readonly dayOf: (ms: number) => Day;
  readonly rateOf: SpendRate;
}

/** The days of each campaign; what has no row had nothing. Income is converted at the rate of the day of its cohort. */
export function campaignDaysOf(
  { spent, launched, income }: DayRows,
  { currency, dayOf, rateOf }: DayContext,
): ReadonlyMap<number, ReadonlyMap<Day, CampaignDay>> {
  const byCampaign = new Map<number, Map<Day, CampaignDay>>();
  const change = (campaignId: number, day: Day, changed: (before: CampaignDay) => Partial<CampaignDay>): void => {
    const ofCampaign = byCampaign.get(campaignId) ?? new Map<Day, CampaignDay>();
    const before = ofCampaign.get(day) ?? emptyDay;
    byCampaign.set(campaignId, ofCampaign.set(day, { ...before, ...changed(before) }));
  };
  for (const { campaign_id, on_day, spend, installs, is_partial: isPartial } of spent)
    change(campaign_id, on_day, () => ({ spend, installs, isPartial }));
  for (const { campaign_id, day_ms, first_launches: firstLaunches } of launched)
    change(campaign_id, dayOf(day_ms), () => ({ firstLaunches }));
  for (const { campaign_id, day_ms, micros, charges, unpriced, currency: of } of income) {
    const day = dayOf(day_ms);
    const rate = of === currency || micros === 0 ? 1 : rateOf(of, day);
    change(campaign_id, day, (before) => ({
      income:
        unpriced > 0 || rate === undefined || before.income === null ? null : before.income + Math.round(micros * rate),
      conversions: before.conversions + charges,
    }));
  }
  return byCampaign;
}

/** The days of a campaign with those that the ad service was not asked about yet, which have spend that is not known. */
export function withUnreadDays(
  byCampaign: ReadonlyMap<number, ReadonlyMap<Day, CampaignDay>>,
  unread: readonly Day[],
): (campaignId: number) => ReadonlyMap<Day, CampaignDay> {
  return (campaignId) => {
    const days = new Map(byCampaign.get(campaignId));
    for (const day of unread) days.set(day, { ...(days.get(day) ?? emptyDay), isPartial: true });
    return days;
  };
}
