import type { AsOf, ReportTotals } from '@tapwise/contract';
import { createStore } from 'zustand';

/** The figures of the strip; `null` is not known. Money in the application's currency. */
export interface TodayFigures {
  spend: number | null;
  current_income: number | null;
  current_result: number | null;
  current_roas: number | null;
  /** With what running subscriptions are expected to bring. */
  predicted_income: number | null;
  predicted_result: number | null;
  predicted_roas: number | null;
  installs: number | null;
  trials: number | null;
}

export interface Today {
  figures: TodayFigures;
  asOf: AsOf;
}

/** The strip's figures among the totals of one report. */
export function todayOf(totals: ReportTotals): TodayFigures {
  const figure = (column: keyof TodayFigures): number | null => {
    const value = totals[column];
    return typeof value === 'number' ? value : null;
  };
  return {
    spend: figure('spend'),
    installs: figure('installs'),
    trials: figure('trials'),
    current_income: figure('current_income'),
    predicted_income: figure('predicted_income'),
    current_result: figure('current_result'),
    predicted_result: figure('predicted_result'),
    current_roas: figure('current_roas'),
    predicted_roas: figure('predicted_roas'),
  };
}

/** Sums the totals of an application's ad organizations, each at its own today; the ratio is one of sums. */
export function sumToday(totals: readonly ReportTotals[]): TodayFigures {
  const sum = (column: string): number | null => {
    const defined = totals.map((entry) => entry[column]).filter((value) => typeof value === 'number');
    return defined.length === 0 ? null : defined.reduce((total, value) => total + value, 0);
  };
  const spend = sum('spend');
  const income = sum('current_income');
  const predicted = sum('predicted_income');
  return {
    spend,
    current_income: income,
    current_result: difference(income, spend),
    current_roas: ratio(income, spend),
    predicted_income: predicted,
    predicted_result: difference(predicted, spend),
    predicted_roas: ratio(predicted, spend),
    installs: sum('installs'),
    trials: sum('trials'),
  };
}

function difference(income: number | null, spend: number | null): number | null {
  return spend === null || income === null ? null : income - spend;
}

function ratio(income: number | null, spend: number | null): number | null {
  return !spend || income === null ? null : income / spend;
}

/** Figures of a source that has said nothing yet are not zero but not known. */
export function reportedFigures({ figures, asOf }: Today): TodayFigures {
  const ads = asOf.ads !== null;
  const store = asOf.store !== null;
  return {
    spend: ads ? figures.spend : null,
    current_income: store ? figures.current_income : null,
    current_result: ads && store ? figures.current_result : null,
    current_roas: ads && store ? figures.current_roas : null,
    predicted_income: store ? figures.predicted_income : null,
    predicted_result: ads && store ? figures.predicted_result : null,
    predicted_roas: ads && store ? figures.predicted_roas : null,
    installs: ads ? figures.installs : null,
    trials: store ? figures.trials : null,
  };
}

/** The oldest word of each source: a sum is as old as its oldest part. */
export function oldestAges(ages: readonly AsOf[]): AsOf {
  const oldest = (source: keyof AsOf): string | null => {
    const instants = ages.map((age) => age[source]);
    if (instants.length === 0 || instants.includes(null)) return null;
    return instants.reduce((first, second) => ((first ?? '') <= (second ?? '') ? first : second));
  };
  return {
    ads: oldest('ads'),
    sdk: oldest('sdk'),
    store: oldest('store'),
    impression_share: oldest('impression_share'),
  };
}

/**
 * Today's figures as last pushed. While held (paused, or the tab is hidden) the newest word waits, and is taken over
 * alone when the hold ends.
 */
export function createTodayStore() {
  const displayed = createStore<Today | null>(() => null);
  let waiting: Today | null = null;
  let held = false;
  function show(today: Today): void {
    waiting = null;
    displayed.setState(today, true);
  }
  return {
    displayed,
    push(today: Today): void {
      if (held) waiting = today;
      else show(today);
    },
    hold(on: boolean): void {
      held = on;
      if (!on && waiting !== null) show(waiting);
    },
  };
}
