import { dayMs, hourMs } from '../../shared/calendar/days.ts';

const daysPerMonth = 30.4375;

/** Week, month, 2, 3, 6 months and year: every length a store sells, in days. */
export const standardPeriods = [7, 30.4375, 60.875, 91.3125, 182.625, 365.25] as const;

/** The standard length, in days, of a paid period of so many milliseconds: the nearest by ratio. */
export function standardPeriodDays(ms: number): number {
  const days = Math.max(ms, hourMs) / dayMs;
  let nearest: number = standardPeriods[0];
  for (const candidate of standardPeriods) {
    if (Math.abs(Math.log(candidate / days)) < Math.abs(Math.log(nearest / days))) nearest = candidate;
  }
  return nearest;
}

/**
 * Length in whole hours of an introduction of so many milliseconds: calendar months count as the mean month
 * (731 hours), and days are whole even when the clocks were changed meanwhile.
 */
export function introductionHours(ms: number): number {
  const days = ms / dayMs;
  const wholeDays = Math.round(days);
  const months = Math.round(days / daysPerMonth);
  const isMonths = months >= 1 && wholeDays >= months * 28 && wholeDays <= months * 31 && wholeDays !== 28;
  if (isMonths) return Math.round(months * daysPerMonth * 24);
  const isDays = wholeDays >= 1 && Math.abs(days - wholeDays) <= 2 / 24;
  return isDays ? wholeDays * 24 : Math.max(1, Math.round(ms / hourMs));
}

/** Number of the last charge that falls within the horizon, both ends included: 105 for weeks and 24 months, 25, 9, 5, 3. */
export function lastCharge(periodDays: number, horizonMonths: number): number {
  return 1 + Math.floor((horizonMonths * daysPerMonth) / periodDays + 1e-9);
}

/** Due dates from the first one on, a period apart, that are not after an instant. */
export function dueDatesUntil(firstDueAt: number, periodDays: number, untilMs: number): number {
  return untilMs < firstDueAt ? 0 : 1 + Math.floor((untilMs - firstDueAt) / (periodDays * dayMs) + 1e-9);
}
