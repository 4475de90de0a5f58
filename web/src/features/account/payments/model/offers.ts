import type { BillingStatus, Period, Plan, PlanLevel } from '../api/billing-types.ts';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `40,000`, as the page writes counts. */
export const countText = (count: number): string => whole.format(count);

/** `$1,399`: prices of the list are whole dollars. */
export const priceText = (dollars: number): string => `$${whole.format(dollars)}`;

const money = new Map<string, Intl.NumberFormat>();

/** Parts of a unit are never rounded away, whatever is usual for the currency. */
function moneyFormat(currency: string, hasParts: boolean): Intl.NumberFormat {
  const usual = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  if (!hasParts) return usual;
  const minimumFractionDigits = Math.max(2, usual.resolvedOptions().maximumFractionDigits ?? 2);
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits });
}

/** `$1,399.00`: what was or will be charged, to the cent; `null` where it is not known. */
export function amountText(amount: number | null, currency: string | null): string | null {
  if (amount === null || currency === null) return null;
  const hasParts = !Number.isInteger(amount);
  const key = `${currency} ${hasParts}`;
  let format = money.get(key);
  if (format === undefined) {
    try {
      format = moneyFormat(currency, hasParts);
    } catch {
      return `${amount} ${currency}`;
    }
    money.set(key, format);
  }
  return format.format(amount);
}

/** What a plan costs by its period: shown per month, billed at once. */
export interface Offer {
  perMonth: string;
  billed: string;
  /** A year by the month, beside the price of a year at once. */
  byMonth: string;
  saving: number | null;
}

export function offerOf({ monthly, annual, annual_per_month, saving_percent }: Plan, period: Period): Offer {
  const byMonth = priceText(monthly * 12);
  return period === 'monthly'
    ? { perMonth: priceText(monthly), billed: priceText(monthly), byMonth, saving: null }
    : { perMonth: priceText(annual_per_month), billed: priceText(annual), byMonth, saving: saving_percent };
}

/** The smallest plan that holds so many installs a month; `null` above the largest. */
export function fittingLevel(plans: readonly Plan[], installs: number): PlanLevel | null {
  return plans.find((plan) => installs <= plan.installs)?.level ?? null;
}

export interface Choice {
  level: PlanLevel;
  period: Period;
}

/** Two months in a row with more installs than the plan: it is too small, and one month could be chance. */
export const isOutgrown = ({ installs, last_month, limit }: BillingStatus['usage']): boolean =>
  limit !== null && installs > limit && last_month > limit;

/** What is chosen: by the address, else what is running and not outgrown, else the plan that fits, by the year. */
export function chosenPlan(
  plans: readonly Plan[],
  requested: { plan: string | null; period: string | null },
  currentChoice: Choice | null,
  usage: BillingStatus['usage'],
): Choice {
  const { installs, last_month } = usage;
  const outgrown = isOutgrown(usage);
  const level =
    plans.find((plan) => String(plan.level) === requested.plan)?.level ??
    (outgrown ? undefined : currentChoice?.level) ??
    fittingLevel(plans, outgrown ? Math.max(installs, last_month) : installs) ??
    plans.at(-1)?.level ??
    2;
  const period =
    (['monthly', 'annual'] as const).find((candidate) => candidate === requested.period) ??
    currentChoice?.period ??
    'annual';
  return { level, period };
}

const months = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** `November` of `2026-11`. */
export const monthName = (month: string): string => months.format(new Date(`${month}-01T00:00:00Z`));
