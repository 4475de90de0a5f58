import type { AlertRule, RuleTest, TestSubject } from '../custom-rule.ts';
import { isAmbiguous, type RuleMetric, type RuleUnit, ruleMetricOf } from '../rule-metrics.ts';
import type { TestAtPath } from './read-conditions.ts';
import type { RuleFault, RulePath } from './rule-fault.ts';

/** What a rule or an alert judges one by one. */
export type JudgedLevel = AlertRule['level'];

export const levelTexts: Readonly<Record<JudgedLevel, string>> = {
  application: 'application',
  campaign: 'campaign',
  ad_group: 'ad group',
  keyword: 'keyword',
  search_term: 'search term',
};

interface Figure {
  readonly metric: string;
  readonly of: TestSubject;
  readonly window: string | undefined;
  readonly per_day: boolean;
}

/**
 * What is wrong with a test whose fields are good one by one.
 * @param level `undefined` when the level itself is wrong: then nothing is said about it here.
 */
export function checkTest({ path, test }: TestAtPath, level: JudgedLevel | undefined): RuleFault[] {
  const { metric, of, window, per_day, than } = test;
  const left = ruleMetricOf(metric);
  const faults = checkFigure({ metric, of, window, per_day }, level, path);
  if (left === undefined) return faults;
  const operandPath = [...path, 'than'];
  const right = than === undefined ? undefined : ruleMetricOf(than.metric ?? metric);
  if (than !== undefined && (right !== undefined || than.metric !== undefined)) {
    const isOfTime = right?.window === true;
    const figure = {
      metric: than.metric ?? metric,
      of: than.of ?? of,
      // The test's own time range is only meant for a figure that has one.
      window: than.window ?? (isOfTime ? window : undefined),
      per_day: than.per_day ?? false,
    };
    // A test without a time range that needs one has been refused for it.
    const isRefused = than.window === undefined && isOfTime && left.window && window === undefined;
    if (!isRefused) faults.push(...checkFigure(figure, level, operandPath));
  }
  return [...faults, ...checkSides(test, left, right, path), ...checkOperator(test, left, right, path)];
}

function checkFigure(figure: Figure, level: JudgedLevel | undefined, path: RulePath): RuleFault[] {
  const metric = ruleMetricOf(figure.metric);
  const metricPath = [...path, 'metric'];
  if (isAmbiguous(figure.metric)) return [{ path: metricPath, message: `Say current or predicted: ${figure.metric}` }];
  if (metric === undefined) {
    const levelText = level === undefined ? 'this level' : levelTexts[level];
    return [{ path: metricPath, message: `${figure.metric} is not available for ${levelText}` }];
  }
  const faults: RuleFault[] = [];
  const add = (field: string, message: string) => faults.push({ path: [...path, field], message });
  if (level !== undefined) {
    const missing = missingSubject(level, figure.of);
    if (missing !== undefined) add('of', missing);
    else if (!isAvailable(metric, level, figure.of)) {
      const subject = figure.of === 'self' ? level : figure.of;
      add('metric', `${metric.label} is not available for ${subjectTexts[subject]}`);
    }
  }
  if (metric.window && figure.window === undefined) add('window', `${metric.label} needs a time range`);
  if (!metric.window && figure.window !== undefined) add('window', `${metric.label} takes no time range`);
  if (metric.window && !metric.today && figure.window === 'today') add('window', 'Ratios of today are not allowed');
  if (figure.per_day && metric.from.kind !== 'sum') add('per_day', 'Only sums can be compared per day');
  return faults;
}

const subjectTexts: Readonly<Record<JudgedLevel | TestSubject, string>> = {
  ...levelTexts,
  self: 'unit',
  scope: 'all units together',
};

/** Levels whose units are inside of another one. */
const inside: Partial<Record<TestSubject, readonly JudgedLevel[]>> = {
  ad_group: ['keyword', 'search_term'],
  campaign: ['ad_group', 'keyword', 'search_term'],
  scope: ['campaign', 'ad_group', 'keyword', 'search_term'],
};

function missingSubject(level: JudgedLevel, of: TestSubject): string | undefined {
  const levels = inside[of];
  if (levels === undefined || levels.includes(level)) return undefined;
  return `Figures of ${of === 'scope' ? subjectTexts.scope : `the ${subjectTexts[of]}`} are not available for ${levelTexts[level]}`;
}

function isAvailable(metric: RuleMetric, level: JudgedLevel, of: TestSubject): boolean {
  // Sums over the organization are made of those of its campaigns.
  if (level === 'application') return metric.window && metric.levels.includes('campaign');
  if (of === 'scope') return metric.levels.includes(level) && !['setting', 'state'].includes(metric.from.kind);
  return metric.levels.includes(of === 'self' ? level : of);
}

/** Amounts in either currency can be compared: settings are converted. */
const kindOfUnit = (unit: RuleUnit): string => (unit === 'settings_money' ? 'money' : unit);

function checkSides(test: RuleTest, left: RuleMetric, right: RuleMetric | undefined, path: RulePath): RuleFault[] {
  const faults: RuleFault[] = [];
  if (right !== undefined && kindOfUnit(left.unit) !== kindOfUnit(right.unit)) {
    const message = `${left.label} cannot be compared with ${right.label}`;
    faults.push({ path: [...path, 'than', 'metric'], message });
  }
  const isCost = left.from.kind === 'ratio' && left.from.numerator === 'spend';
  if (test.at_least && !isCost) {
    faults.push({ path: [...path, 'at_least'], message: 'Only costs can be judged by what they are at least' });
  }
  if (test.floor !== undefined && left.from.kind !== 'ratio' && right?.from.kind !== 'ratio') {
    faults.push({ path: [...path, 'floor'], message: 'Only ratios have a floor' });
  }
  return faults;
}

function checkOperator(test: RuleTest, left: RuleMetric, right: RuleMetric | undefined, path: RulePath): RuleFault[] {
  const { op, value, values, than } = test;
  const isEquality = op === '=' || op === '!=';
  const isCount = left.unit === 'count' && !test.per_day && (right === undefined || right.unit === 'count');
  const unequal: RuleFault[] =
    isEquality && !isCount ? [{ path: [...path, 'op'], message: 'Use "at most" or "at least" with amounts' }] : [];
  const limits = { value, values, than };
  const accepted: readonly (keyof typeof limits)[] = acceptedLimits(op);
  const entered = (['value', 'values', 'than'] as const).filter((name) => limits[name] !== undefined);
  const extra = entered.filter((name) => !accepted.includes(name));
  const faults = extra.map((name) => ({ path: [...path, name], message: extraText(op) }));
  const [first, second] = entered.filter((name) => accepted.includes(name));
  if (first === undefined && accepted[0] !== undefined) {
    faults.push({ path: [...path, accepted[0]], message: 'Enter a number' });
  }
  if (second !== undefined) {
    faults.push({ path: [...path, second], message: 'Enter a number or another figure, not both' });
  }
  const [low, high] = values ?? [];
  if (low !== undefined && high !== undefined && low > high) {
    faults.push({ path: [...path, 'values'], message: 'The lower value must come first' });
  }
  return [...unequal, ...faults];
}

function acceptedLimits(op: RuleTest['op']): readonly ('value' | 'values' | 'than')[] {
  switch (op) {
    case 'empty':
    case 'not_empty':
      return [];
    case 'between':
    case 'outside':
      return ['values'];
    default:
      return ['value', 'than'];
  }
}

function extraText(op: RuleTest['op']): string {
  if (acceptedLimits(op).length === 0) return 'This comparison takes no number';
  return op === 'between' || op === 'outside'
    ? 'Enter two numbers, the lower one first'
    : 'This comparison takes one number';
}
