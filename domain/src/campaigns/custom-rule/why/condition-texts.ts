import { daysBetween } from '../../../shared/calendar/days.ts';
import { dayInZone } from '../../../shared/calendar/zones.ts';
import type { DecidingTest } from '../conditions/deciding-test.ts';
import type { PlannedTest } from '../conditions/plan-conditions.ts';
import type { TestOperator } from '../definition/custom-rule.ts';
import { oppositeOperators } from '../definition/opposite-operators.ts';
import type { RuleMetric } from '../definition/rule-metrics.ts';
import type { DaySource } from '../evaluation/evaluation-data.ts';
import type { TestVerdict } from '../evaluation/rule-verdict.ts';
import { shortDay } from '../numbers/complete-days.ts';
import { coveredFrom, isKnownIn } from '../numbers/coverage.ts';
import type { FigureReading } from '../numbers/figure-reading.ts';
import type { PlannedFigure } from '../numbers/plan-figure.ts';
import { figureRow, maturityOf, readFigure } from '../numbers/read-figure.ts';
import type { UnitView } from '../numbers/unit-view.ts';
import { denominatorText, gapText, needsText, rangeText, valueText, wholePercent } from './words.ts';

/** What the failed test would have needed: 'CPA is 0.42 above 3.00', 'needs 3 more installs'. */
export function failedText({ planned, verdict, negated }: DecidingTest, currency: string): string {
  const { metric } = planned.left;
  const op = negated ? oppositeOperators[planned.test.op] : planned.test.op;
  const { value, limit } = verdict;
  const subject = subjectOf(metric);
  if (op === 'empty' || op === 'not_empty') return `${subject} ${op === 'empty' ? 'not ' : ''}empty`;
  if (value === null || limit === null) return `${subject} not known`;
  if (op === 'outside' && typeof limit !== 'number') {
    const [low, high] = limit.map((end) => valueText(end, metric.unit, currency));
    return `${subject} ${valueText(value, metric.unit, currency)}, between ${low} and ${high}`;
  }
  const end = typeof limit === 'number' ? limit : value < limit[0] ? limit[0] : limit[1];
  const missing = missingText(metric, op, end - value, currency);
  if (missing !== undefined) return missing;
  const limitText = valueText(end, metric.unit, currency);
  if (value === end) return `${subject} exactly ${limitText}`;
  const side = value > end ? 'above' : 'below';
  return `${subject} ${gapText(Math.abs(value - end), metric.unit, currency)} ${side} ${limitText}`;
}

/** 'CPA is', 'Installs are'. */
const subjectOf = ({ label, unit }: RuleMetric): string =>
  `${label} ${unit === 'count' || unit === 'hours' ? 'are' : 'is'}`;

/** Sums that are too low say how much more of it is needed. */
function missingText(metric: RuleMetric, op: TestOperator, more: number, currency: string): string | undefined {
  const isLow = op === '>' || op === '>=' || ((op === '=' || op === 'between') && more > 0);
  if (metric.from.kind !== 'sum' || !isLow) return undefined;
  if (metric.unit === 'money') return more > 0 ? needsText(metric.name, more, currency) : undefined;
  const count = op === '>' ? Math.floor(more) + 1 : Math.ceil(more);
  return needsText(metric.name, count, currency);
}

/** Why a test was true: 'CPA 3.92 above 3.00 (14 to 20 Nov, 23 installs)'. */
export function matchedText({ planned, verdict, negated }: DecidingTest, view: UnitView, currency: string): string {
  const { metric } = planned.left;
  const op = negated ? oppositeOperators[planned.test.op] : planned.test.op;
  if (op === 'empty' || op === 'not_empty') return `${metric.label} ${op === 'empty' ? 'empty' : 'not empty'}`;
  const reading = readFigure(planned.left, view, planned.test.at_least);
  const count = reading.value === null ? undefined : denominatorText(metric, reading.value.denominator, currency);
  const isLeast = reading.why === 'floor' || reading.why === 'no_denominator';
  const details = [reading.range === null ? undefined : rangeText(reading.range), isLeast ? undefined : count];
  const used = details.filter((detail) => detail !== undefined).join(', ');
  const text = `${metric.label} ${isLeast ? 'at least ' : ''}${comparedText(verdict, op, metric, currency)}`;
  return used === '' ? text : `${text} (${used})`;
}

function comparedText({ value, limit }: TestVerdict, op: TestOperator, { unit }: RuleMetric, currency: string): string {
  if (value === null || limit === null) return 'not known';
  const text = valueText(value, unit, currency);
  if (typeof limit !== 'number') {
    const [low, high] = limit.map((end) => valueText(end, unit, currency));
    return `${text} ${op === 'between' ? 'between' : 'outside'} ${low} and ${high}`;
  }
  if (op === '=') return text;
  if (value === limit) return `exactly ${text}`;
  return `${text} ${value > limit ? 'above' : 'below'} ${valueText(limit, unit, currency)}`;
}

const doubtedNames: Readonly<Record<DaySource, string>> = {
  ads: 'figures of Apple Ads',
  people: 'first launches',
  predictions: 'predictions',
  search_terms: 'search terms',
  impression_share: 'impression shares',
};

/** The side of a test that made it unknown, with its reading. */
function unknownSide(planned: PlannedTest, view: UnitView): { figure: PlannedFigure; reading: FigureReading } {
  const left = { figure: planned.left, reading: readFigure(planned.left, view, planned.test.at_least) };
  if (left.reading.why !== null || planned.right.kind !== 'figure') return left;
  return { figure: planned.right.figure, reading: readFigure(planned.right.figure, view) };
}

/** What an unknown test needs to be known. */
export function unknownTestText({ planned }: DecidingTest, view: UnitView, currency: string): string {
  const { figure, reading } = unknownSide(planned, view);
  return unknownText(figure, reading, view, currency);
}

/** 'needs 3 more installs', 'about 42 % of 30-day income so far, 60 % needed', 'prediction has low confidence'. */
export function unknownText(figure: PlannedFigure, reading: FigureReading, view: UnitView, currency: string): string {
  const { why, needs, range } = reading;
  if (needs !== null) return needsText(needs.metric, needs.more, currency);
  switch (why) {
    case 'immature':
      return immatureText(figure, reading, view);
    case 'low_confidence':
      return 'prediction has low confidence';
    case 'in_doubt': {
      const doubt = view.world.data.doubts.find(({ source }) => figure.trusted.has(source));
      return doubt === undefined
        ? 'in doubt'
        : `${doubtedNames[doubt.source]} are in doubt since ${shortDay(doubt.since)}`;
    }
    default:
      return range === null || why !== 'no_denominator' ? unknownDaysText(figure, reading, view) : 'no figures';
  }
}

/** 'Spend is not known before 12 Nov', where days of the time range lack. */
function unknownDaysText(figure: PlannedFigure, { range }: FigureReading, { world }: UnitView): string {
  const text = `${subjectOf(figure.metric)} not known`;
  const { coverage } = world.data;
  if (coverage === null || range === null) return text;
  const lacking = figure.covered.filter((source) => !isKnownIn(coverage, source, range));
  const days = lacking.map((source) => coveredFrom(coverage[source], range.to));
  if (lacking.length === 0 || days.includes(undefined)) return text;
  const [first] = days.sort().slice(-1);
  return first === undefined ? text : `${text} before ${shortDay(first)}`;
}

const unratedAgeDays = 7;

function immatureText(figure: PlannedFigure, { range }: FigureReading, view: UnitView): string {
  if (range === null || range.to < range.from) return 'no complete day yet';
  const maturity = maturityOf(figure, view, figureRow(figure, view));
  if (maturity !== null) {
    return `about ${wholePercent(maturity)} of 30-day income so far, ${wholePercent(figure.maturity ?? 0)} needed`;
  }
  const { asOf, zone } = view.world.data;
  const age = daysBetween(range.to, dayInZone(asOf, zone));
  return `newest day is ${age === 1 ? '1 day' : `${age} days`} old, ${unratedAgeDays} needed`;
}
