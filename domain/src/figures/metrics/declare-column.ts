import type {
  BaseQuantity,
  Metric,
  MetricAxis,
  MetricChart,
  MetricGroup,
  MetricKind,
  MetricLevel,
  MetricMode,
  MetricSource,
  MetricTab,
  MetricUnit,
} from './metric.ts';

const everyLevel: readonly MetricLevel[] = ['campaign', 'ad_group', 'keyword', 'country', 'month'];
const tabLetters = {
  S: 'short_report',
  P: 'spend_details',
  I: 'income_details',
  A: 'in_apps_details',
  M: 'monthly_report',
} as const;
type TabLetter = keyof typeof tabLetters;

export const sum = (source: MetricSource, quantity: BaseQuantity): MetricKind => ({ kind: 'base', source, quantity });
export const ratio = (numerator: BaseQuantity, denominator: BaseQuantity, scale = 1): MetricKind => ({
  kind: 'ratio',
  numerator,
  denominator,
  scale,
});
export const difference = (minuend: BaseQuantity, subtrahend: BaseQuantity): MetricKind => ({
  kind: 'difference',
  minuend,
  subtrahend,
});

/** Charts offer the column at every level, on this axis. */
export const charted = (axis: MetricAxis): MetricChart => ({ levels: ['campaign', 'ad_group', 'keyword'], axis });

/** Declares a column made from sums; `tabs` are the first letters of Short, sPend, Income, in-Apps and Monthly. */
export function column<const Name extends string>(
  [name, label, unit, group]: readonly [Name, string, MetricUnit, MetricGroup],
  tabs: readonly TabLetter[],
  from: MetricKind,
  definition: string,
  chart?: MetricChart,
): Metric<Name> {
  const displayedOn: MetricTab[] = [...tabs.map((letter) => tabLetters[letter]), 'full_report'];
  const shared = { name, label, definition, unit, group, levels: everyLevel, tabs: displayedOn, nullFor: [], from };
  return chart === undefined ? shared : { ...shared, chart };
}

export const ofMode = <M extends Metric>(mode: MetricMode, metric: M): M => ({ ...metric, mode });
export const ofKeywords = <M extends Metric>(metric: M): M => ({ ...metric, levels: ['keyword'] });
