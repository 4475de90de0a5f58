import {
  countryReportResponseSchema,
  monthlyReportPath,
  monthlyResponseSchema,
  type ReportTotals,
  reportCalls,
  seriesResponseSchema,
} from '@tapwise/contract';
import { addDays, dayInZone, firstOfMonth } from '@tapwise/domain';
import type { Customer } from './customer.ts';

const sums = [
  'impressions',
  'taps',
  'installs',
  'spend',
  'first_launches',
  'trials',
  'conversions',
  'current_income',
] as const;
/** Moves with every hour of a trial, so that two questions a moment apart differ a little. */
const moving = 'predicted_income';

/**
 * Asks for last month in four ways (campaigns, countries, the monthly report, weekly buckets) and compares their sums.
 * @returns how many figures agreed, and what did not.
 */
export async function compareLastMonth(customer: Customer): Promise<{ figures: number; differences: string[] }> {
  const result = { figures: 0, differences: [] as string[] };
  for (const application of (await customer.session()).applications) {
    for (const { organization_id, time_zone } of application.asaOrganizations) {
      const to = addDays(firstOfMonth(dayInZone(Date.now(), time_zone)), -1);
      const scope = { application_id: application.id, asa_organization_id: organization_id, claim_type: 'total' };
      const range = { ...scope, from: firstOfMonth(to), to };
      const campaigns = (await customer.report('campaigns', range)).totals;
      const others: Record<string, ReportTotals> = {
        countries: countryReportResponseSchema.parse(await customer.ask(reportCalls.basic_by_countries, range)).totals,
        month: await monthOf(customer, scope, to),
        weeks: await sumOfWeeks(customer, range),
      };
      for (const [name, totals] of Object.entries(others)) {
        for (const column of [...sums, moving]) {
          const campaignValue = campaigns[column];
          const other = totals[column];
          const slack = column === moving ? 1e-3 : 1e-9;
          result.figures += 1;
          if (
            typeof campaignValue !== 'number' ||
            typeof other !== 'number' ||
            Math.abs(campaignValue - other) > slack * Math.max(1, campaignValue)
          ) {
            result.differences.push(
              `${organization_id} ${name} ${column}: ${String(other)}, campaigns ${String(campaignValue)}`,
            );
          }
        }
      }
    }
  }
  return result;
}

async function monthOf(customer: Customer, scope: Record<string, string | number>, day: string): Promise<ReportTotals> {
  const year = Number(day.slice(0, 4));
  const { rows } = monthlyResponseSchema.parse(await customer.ask(monthlyReportPath, { ...scope, year }));
  const { month: _month, ...cells } = rows.find((row) => row.month === day.slice(0, 7)) ?? { month: '' };
  return cells as ReportTotals;
}

async function sumOfWeeks(customer: Customer, range: Record<string, string | number>): Promise<ReportTotals> {
  const { items } = seriesResponseSchema.parse(
    await customer.ask(reportCalls.campaigns, { ...range, granularity: 'week' }),
  );
  const buckets = items.flatMap((item) => item.granularity);
  // First launches are no metric of charts.
  const first_launches = (await customer.report('campaigns', range)).totals.first_launches;
  const added = [...sums, moving].map((column) => [
    column,
    buckets.reduce((sum, bucket) => sum + (typeof bucket[column] === 'number' ? bucket[column] : 0), 0),
  ]);
  return { ...Object.fromEntries(added), first_launches } as ReportTotals;
}
