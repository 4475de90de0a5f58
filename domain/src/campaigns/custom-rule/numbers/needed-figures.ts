import type { AlertRule, TestSubject } from '../definition/custom-rule.ts';
import { quantitiesOf, type RuleQuantity } from '../definition/rule-metrics.ts';
import type { DaySource } from '../evaluation/evaluation-data.ts';
import { planRule } from '../evaluation/plan-rule.ts';
import type { CoveredSource } from './coverage.ts';
import { type PlannedFigure, sourcesOf } from './plan-figure.ts';

/** Sums of a time range that a rule is evaluated on. */
export interface NeededFigure {
  readonly of: TestSubject;
  /** By which `EvaluationData.figures` has the time range. */
  readonly windowKey: string;
  readonly quantities: readonly RuleQuantity[];
  /** Whether it is judged by how old its users are, and by how sure the predictions in it are. */
  readonly matures: boolean;
  readonly predicted: boolean;
}

export interface NeededFigures {
  readonly figures: readonly NeededFigure[];
  /** Sources whose days have to be complete for it. */
  readonly sources: ReadonlySet<DaySource>;
  /** What has to cover the days of its time ranges. */
  readonly covered: ReadonlySet<CoveredSource>;
}

/** All that a rule asks for, of tests and of actions. @param currency Of the application. */
export function neededFigures(rule: Pick<AlertRule, 'level' | 'cases' | 'guards'>, currency: string): NeededFigures {
  const planned = planRule(rule, currency).flatMap(({ conditions, actions }) => [
    ...conditions.tests.flatMap(({ left, right }) => (right.kind === 'figure' ? [left, right.figure] : [left])),
    ...actions.flatMap(({ worth, cpt }) => [worth?.figure ?? [], cpt ?? []].flat()),
  ]);
  const taps = planRule(rule, currency).flatMap(({ actions }) =>
    actions.flatMap(({ worth }) => (worth === null ? [] : [{ ...neededOf(worth.figure), quantities: [worth.taps] }])),
  );
  const figures = [...planned.map(neededOf), ...taps].filter(({ windowKey }) => windowKey !== '');
  const sources = new Set<DaySource>();
  for (const figure of planned) for (const source of daySources(figure)) sources.add(source);
  // Terms are complete by their own pull, and what is spent on them by that of the ad service's figures.
  if (rule.level === 'search_term' && sources.has('ads')) sources.add('search_terms');
  return { figures, sources, covered: new Set(planned.flatMap(({ covered }) => covered)) };
}

const neededOf = ({ of, windowKey, metric }: PlannedFigure): NeededFigure => ({
  of,
  windowKey: windowKey ?? '',
  quantities: quantitiesOf(metric.from),
  matures: metric.grows,
  predicted: metric.predicted,
});

/** The running day is never complete, and what is no figure of a time range is as it is now. */
function daySources(figure: PlannedFigure): DaySource[] {
  if (figure.windowKey === null || figure.windowKey === 'today') return [];
  return [...sourcesOf(figure.metric)].flatMap((source) => (source === 'settings' ? [] : [source]));
}
