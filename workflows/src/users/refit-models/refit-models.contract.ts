import type { FirstDaysActivities } from '../../pulls/pull-extras/pull-extras.contract.ts';
import { type ActivityOptions, defineProcess, recordOptions } from '../../story/process.ts';

/** The application whose models are fitted. */
export interface RefitModelsInput {
  readonly application_id: number;
  /** What the last fit was made from; absent in the first run. */
  readonly fitted?: LastFit | null;
}

/** What a fit was made from, so that the next one waits until enough is new. */
export interface LastFit {
  /** ISO instant up to which lines were read. */
  readonly at: string;
  /** Lines by product. */
  readonly lines: Readonly<Record<string, number>>;
}
export interface RefitActivities {
  /** Fits the models of an application and records them, when enough is new. Answers what the last fit was made from. */
  refitWhenDue(order: {
    application_id: number;
    fitted: LastFit | null;
  }): Promise<{ fitted: LastFit | null; pause_seconds: number }>;
}

const fitOptions: ActivityOptions = {
  queue: 'fits',
  longestSeconds: 900,
  heartbeatSeconds: 20,
  retry: { firstPauseSeconds: 5, longestPauseSeconds: 60, attempts: 3 },
};

export const refitModelsProcess = defineProcess<RefitModelsInput, RefitActivities & FirstDaysActivities>({
  name: 'refitModels',
  id: ({ application_id }) => `refit-models/${application_id}`,
  activities: { areFirstDaysIn: recordOptions, refitWhenDue: fitOptions },
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A product is fitted again when this share of its lines, or this many of them, are new. */
const newShare = 0.05;
const newLines = 50;
/** Within the hour of a fit only a product that has become another one counts: twice its lines and twenty more. */
const otherwise = { times: 2, more: 20 };

/**
 * Whether enough is new: a product without a fit; after an hour lines that grew by 5 % or by 50; within it lines that more than
 * doubled, as they do while history comes in; or a day gone since the last fit.
 * @param lines Lines by product, as they are now.
 */
export function isRefitDue(lines: Readonly<Record<string, number>>, fitted: LastFit | null, nowMs: number): boolean {
  const products = Object.entries(lines).filter(([, count]) => count > 0);
  if (products.length === 0) return false;
  if (fitted === null) return true;
  const age = nowMs - Date.parse(fitted.at);
  if (age >= dayMs) return true;
  return products.some(([product, count]) => {
    const before = fitted.lines[product];
    if (before === undefined) return true;
    if (age < hourMs) return count >= before * otherwise.times + otherwise.more;
    return count - before >= Math.min(newLines, Math.max(1, before * newShare));
  });
}
