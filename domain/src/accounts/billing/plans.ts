/** Levels on sale; level 1 is the trial's and is never offered. */
export const planLevels = [2, 3, 4] as const;
export type PlanLevel = (typeof planLevels)[number];
export const billingPeriods = ['monthly', 'annual'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

/** A plan and how often it is paid. */
export interface PlanChoice {
  readonly plan: PlanLevel;
  readonly period: BillingPeriod;
}

interface PlanFacts {
  /** First launches in a calendar month (UTC). */
  readonly installs: number;
  /** Whole dollars. */
  readonly monthly: number;
  readonly annual: number;
}

/** The only list of plans and prices; prices of the payment provider have to equal it. */
export const planCatalogue: Readonly<Record<PlanLevel, PlanFacts>> = {
  2: { installs: 10_000, monthly: 99, annual: 699 },
  3: { installs: 40_000, monthly: 199, annual: 1399 },
  4: { installs: 100_000, monthly: 299, annual: 2099 },
};

export const trialDays = 30;

/** Quotient of integers, rounded half up without a float in between. */
const roundedQuotient = (dividend: number, divisor: number): number =>
  Math.floor((2 * dividend + divisor) / (2 * divisor));

/** A plan as it is offered, in whole dollars and whole percent. */
export interface OfferedPlan extends PlanFacts {
  readonly level: PlanLevel;
  readonly annual_per_month: number;
  readonly saving_percent: number;
}

export const offeredPlans: readonly OfferedPlan[] = planLevels.map((level) => {
  const { installs, monthly, annual } = planCatalogue[level];
  return {
    level,
    installs,
    monthly,
    annual,
    annual_per_month: roundedQuotient(annual, 12),
    saving_percent: roundedQuotient(100 * (12 * monthly - annual), 12 * monthly),
  };
});

/** Every way to buy, in the order of settings that list six prices. */
export const planChoices: readonly PlanChoice[] = planLevels.flatMap((plan) =>
  billingPeriods.map((period) => ({ plan, period })),
);
