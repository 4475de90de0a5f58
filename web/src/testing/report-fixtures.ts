import {
  type ProductCounts,
  type ReportAnswer,
  type ReportRow,
  reportAnswerSchema,
  reportRowSchema,
} from '@tapwise/contract';
import { todayByHourAnswerSchema } from '@tapwise/contract/today';
import { type BaseSums, computeRow, sumBase, zeroBase } from '@tapwise/domain';

/** Answers of reports in the contract's form; columns are computed from sums by the rules of the product. */

export interface ReportObject {
  readonly id: number;
  readonly name: string;
  readonly base: BaseSums;
  readonly status?: string;
  /** Settings, and ids of what it is in. */
  readonly settings?: Readonly<Record<string, number | string | boolean | null>>;
}

type Level = 'campaign' | 'ad_group' | 'keyword';

/** Sums of a row: money in units of the currency. */
export function sums(own: {
  spend: number;
  taps: number;
  installs: number;
  trials?: number;
  income?: number;
}): BaseSums {
  const { spend, taps, installs, trials = 0, income = 0 } = own;
  return {
    ...zeroBase(),
    ...{ impressions: taps * 15, taps, tap_installs: installs, view_installs: 0, first_launches: installs, trials },
    ...{ trial_conversions: Math.floor(trials / 2), conversions: Math.floor(trials / 2), refunded_conversions: 0 },
    spend_micros: spend * 1e6,
    current_income_micros: income * 1e6,
    predicted_income_micros: income * 2e6,
  };
}

const product: ProductCounts = {
  ...{ count: 21, trial: 6, trial_canceled: 5, billing_issues: 1, active: 4, canceled: 3, refunded: 2 },
  ...{ current_income: 40, predicted_income: 90 },
};

function reportRow({ id, name, base, status = 'RUNNING', settings = {} }: ReportObject, level: Level): ReportRow {
  return reportRowSchema.parse({
    ...{ id, name, status, settings_currency: 'USD', maturity: 0.9 },
    ...computeRow(base, { level, claimType: 'click' }),
    ...settings,
    products: { 'moon.month': product },
  });
}

const noon = '2026-08-23T12:00:00.000Z';
const asOf = { ads: noon, sdk: noon, store: noon, impression_share: null };

/** The report of objects of one level; its totals add them up. */
export function report(objects: readonly ReportObject[], level: Level = 'campaign', warning?: string): ReportAnswer {
  const total = sumBase(objects.map(({ base }) => base));
  const products = objects.length === 0 ? {} : { 'moon.month': product };
  return reportAnswerSchema.parse({
    ...{ status: 'ok', rows: objects.map((object) => reportRow(object, level)), currency: 'USD', as_of: asOf },
    totals: { ...computeRow(total, { level, claimType: 'click' }), products },
    ...(warning === undefined ? {} : { warning }),
  });
}

const cells = (trials: number, income: number) => ({
  ...{ spend: 10, installs: 5, trials, current_income: income, current_result: income - 10 },
  ...{ current_roas: income / 10, predicted_income: income * 2, predicted_result: income * 2 - 10 },
  predicted_roas: income / 5,
});

/** A today of three hours beside a yesterday that had fewer trials by now. */
export const todayByHour = (trialsYesterday = 4) =>
  todayByHourAnswerSchema.parse({
    ...{ status: 'ok', currency: 'USD', today: [cells(1, 5), cells(2, 9), cells(3, 20)] },
    yesterday: Array.from({ length: 24 }, (_, hour) => cells(hour, hour * 3)),
    yesterday_by_now: cells(trialsYesterday, 12),
    estimated_hours: { today: 0, yesterday: 0 },
  });
