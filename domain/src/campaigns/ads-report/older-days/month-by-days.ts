import type { AdsMonthState } from '../ads-extra.decider.ts';
import type { AdsReportState } from '../ads-report.decider.ts';
import { reportedCampaigns, reportedRows } from '../ads-report.decider.ts';

/** A campaign whose month and whose days of it do not say the same. Spends in micros; `null`: in several currencies or not readable. */
export interface MonthDifference {
  readonly campaign_id: number;
  readonly month_micros: number | null;
  readonly days_micros: number | null;
}

interface SpendRow {
  readonly spend_micros: number;
  readonly currency?: string | undefined;
  readonly unread?: readonly string[] | undefined;
}

const aCent = 10_000;

/** Whether a month still counts as a whole: one that was taken back has rows of nothing but zeros. */
export const isMonthCounted = (month: AdsMonthState): boolean =>
  [...month.values()].some(
    (row) =>
      row.unread !== undefined ||
      row.spend_micros !== 0 ||
      row.impressions + row.taps + row.tap_installs + row.view_installs > 0,
  );

/**
 * Compares what a month says of each campaign with the sum of its days, over all countries.
 * @param days All days of the month.
 * @returns campaigns that differ by more than a cent.
 */
export function monthDifferences(month: AdsMonthState, days: readonly AdsReportState[]): MonthDifference[] {
  const ofMonth = new Map<number, SpendRow[]>();
  for (const row of month.values()) rowsOf(ofMonth, row.campaign_id).push(row);
  const ofDays = new Map<number, SpendRow[]>();
  for (const day of days) {
    for (const campaign_id of reportedCampaigns(day, 'campaign')) {
      const rows = reportedRows(day, { campaign_id, level: 'campaign' });
      rowsOf(ofDays, campaign_id).push(...(rows?.values() ?? []));
    }
  }
  return [...new Set([...ofMonth.keys(), ...ofDays.keys()])].flatMap((campaign_id) => {
    const monthSpend = spendOf(ofMonth.get(campaign_id) ?? []);
    const daysSpend = spendOf(ofDays.get(campaign_id) ?? []);
    if (isSame(monthSpend, daysSpend)) return [];
    return [{ campaign_id, month_micros: monthSpend.micros, days_micros: daysSpend.micros }];
  });
}

function rowsOf(byCampaign: Map<number, SpendRow[]>, campaignId: number): SpendRow[] {
  const rows = byCampaign.get(campaignId) ?? [];
  byCampaign.set(campaignId, rows);
  return rows;
}

interface Spend {
  readonly micros: number | null;
  /** Other than the organization's. */
  readonly currency: string | undefined;
}

function spendOf(rows: readonly SpendRow[]): Spend {
  const spent = rows.filter(({ spend_micros }) => spend_micros !== 0);
  const [currency, ...others] = new Set(spent.map((row) => row.currency));
  const isKnown = others.length === 0 && rows.every(({ unread }) => unread?.includes('spend_micros') !== true);
  return { micros: isKnown ? spent.reduce((sum, { spend_micros }) => sum + spend_micros, 0) : null, currency };
}

function isSame(month: Spend, days: Spend): boolean {
  if (month.micros === null || days.micros === null) return false;
  const comparable = month.currency === days.currency || month.micros === 0 || days.micros === 0;
  return comparable && Math.abs(month.micros - days.micros) <= aCent;
}
