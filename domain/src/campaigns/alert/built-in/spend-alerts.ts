import { addDays, addMonths, dayNumber, firstOfMonth, hourMs } from '../../../shared/calendar/days.ts';
import { startOfDayInZone } from '../../../shared/calendar/zones.ts';
import { amountText } from '../../../shared/money/amount.ts';
import { microsPerUnit } from '../../../shared/money/micros.ts';
import type { EvaluatedAlertUnit } from '../episode/alert-evaluation.ts';
import type { BuiltInSettings } from '../settings/built-in-kinds.ts';
import { type CampaignDay, type OrganizationFigures, organizationKey, sumOfDay, unitsOf } from './alert-figures.ts';

const spikeDays = 14;
const leastDays = 7;

/** Spend of today far above the mean of the two weeks before, of which enough days had spend. */
export function spendSpikes(
  organization: OrganizationFigures,
  { factor, plus }: BuiltInSettings['spend_spike'],
): EvaluatedAlertUnit[] {
  const { orgId: org_id, today, currency } = organization;
  const days = Array.from({ length: spikeDays }, (_, ago) => addDays(today, -ago - 1));
  return unitsOf(organization).flatMap(({ key, name, campaigns }): EvaluatedAlertUnit[] => {
    const before = days.map((day) => sumOfDay(campaigns, day)).filter(({ isPartial }) => !isPartial);
    if (before.filter(({ spend }) => spend > 0).length < leastDays) return [];
    const mean = Math.round(before.reduce((sum, { spend }) => sum + spend, 0) / before.length);
    const { spend, isPartial } = sumOfDay(campaigns, today);
    const limit = Math.round(Math.max(mean * factor, mean + plus * microsPerUnit));
    const isSpike = spend > mean * factor && spend - mean > plus * microsPerUnit;
    const usual = `${amountText(mean, currency)} ${currency} a day`;
    const values = [today, ...days].map((day) => sumOfDay(campaigns, day)).map(knownSpend);
    const series = {
      from: addDays(today, -spikeDays),
      values: values.toReversed(),
      usual: mean,
      low: null,
      high: limit,
    };
    return [
      {
        key,
        name,
        org_id,
        finding: isSpike ? true : isPartial ? null : false,
        value: spend,
        limit,
        unit: 'money',
        currency,
        window: { from: today, to: today },
        spend,
        text: `Spend spike in ${name}: ${amountText(spend, currency)} ${currency} today, usually ${usual}`,
        text_without_amounts: `Spend spike in ${name}`,
        ...(isSpike ? { series } : {}),
      },
    ];
  });
}

const knownSpend = ({ spend, isPartial }: CampaignDay): number | null => (isPartial ? null : spend);

/** Campaigns whose daily budget is nearly used while much of the day is left, and the month's limit if there is one. */
export function usedBudgets(
  organization: OrganizationFigures,
  settings: BuiltInSettings['budget'],
  asOf: number,
): EvaluatedAlertUnit[] {
  return [...dailyBudgets(organization, settings, asOf), ...monthlyBudget(organization, settings)];
}

function dailyBudgets(
  { orgId: org_id, campaigns, today, zone, currency }: OrganizationFigures,
  { share, hours_left }: BuiltInSettings['budget'],
  asOf: number,
): EvaluatedAlertUnit[] {
  const hoursLeft = (startOfDayInZone(addDays(today, 1), zone) - asOf) / hourMs;
  return campaigns.flatMap(({ id, name, isRunning, dailyBudget, days }): EvaluatedAlertUnit[] => {
    if (!isRunning || dailyBudget === null || dailyBudget <= 0) return [];
    const { spend = 0, isPartial = false } = days.get(today) ?? {};
    const isUsed = spend * 100 >= share * dailyBudget;
    const percent = Math.floor((spend * 100) / dailyBudget);
    const used = `Budget of ${name} nearly used: ${percent} % of today's budget with ${Math.floor(hoursLeft)} hours left`;
    const amounts = `${amountText(spend, currency)} of ${amountText(dailyBudget, currency)} ${currency}`;
    return [
      {
        key: `${id}`,
        name,
        org_id,
        // What is used up late in the day is no news, and not over before the day is.
        finding: isUsed ? (hoursLeft >= hours_left ? true : null) : isPartial ? null : false,
        value: spend,
        limit: Math.round((dailyBudget * share) / 100),
        unit: 'money',
        currency,
        window: { from: today, to: today },
        spend,
        text: `${used} (${amounts})`,
        text_without_amounts: used,
      },
    ];
  });
}

const meanDays = 7;

/** Spend of the month so far, continued as in the last week. */
function monthlyBudget(
  { orgId, name, campaigns, today, currency }: OrganizationFigures,
  { monthly_limit }: BuiltInSettings['budget'],
): EvaluatedAlertUnit[] {
  if (monthly_limit === null) return [];
  const first = firstOfMonth(today);
  const daysLeft = dayNumber(addMonths(first, 1)) - dayNumber(today) - 1;
  const ofDays = (count: number) =>
    Array.from({ length: count }, (_, ago) => sumOfDay(campaigns, addDays(today, -ago)));
  const month = ofDays(dayNumber(today) - dayNumber(first) + 1);
  const week = ofDays(meanDays + 1).slice(1);
  const spend = month.reduce((sum, day) => sum + day.spend, 0);
  const expected = Math.round(spend + (week.reduce((sum, day) => sum + day.spend, 0) / meanDays) * daysLeft);
  const limit = Math.round(monthly_limit * microsPerUnit);
  const isPartial = [...month, ...week].some((day) => day.isPartial);
  const expects = `${amountText(expected, currency)} ${currency} expected this month, limit ${amountText(limit, currency)}`;
  return [
    {
      key: organizationKey(orgId),
      name,
      org_id: orgId,
      finding: expected > limit ? true : isPartial ? null : false,
      value: expected,
      limit,
      unit: 'money',
      currency,
      window: { from: first, to: today },
      spend,
      text: `Spend of ${name} is above the month's limit: ${expects}`,
      text_without_amounts: `Spend of ${name} is above the month's limit`,
    },
  ];
}
