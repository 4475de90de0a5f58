import { amountText } from '../../../../shared/money/amount.ts';
import { decimalStringFromMicros, microsPerUnit } from '../../../../shared/money/micros.ts';
import type { Operand, RuleTest, TestOperator, TestSubject } from '../custom-rule.ts';
import { oppositeOperators } from '../opposite-operators.ts';
import { type RuleUnit, ruleMetricOf } from '../rule-metrics.ts';
import { windowText } from '../windows.ts';

export const operatorTexts: Readonly<Record<TestOperator, string>> = {
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
  '=': '=',
  '!=': '≠',
  between: 'between',
  outside: 'outside',
  empty: 'is empty',
  not_empty: 'is not empty',
};

export const subjectTexts: Readonly<Record<TestSubject, string>> = {
  self: 'the unit',
  ad_group: 'the ad group',
  campaign: 'the campaign',
  scope: 'all units',
};

/** A number of a rule in its unit, exactly as it was entered: '3.00', '60 %', '5'. @param currency Of amounts. */
export function entryText(number: number, unit: RuleUnit, currency: string): string {
  const millionths = Math.round(number * microsPerUnit);
  if (unit === 'money' || unit === 'settings_money') return amountText(millionths, currency);
  return unit === 'fraction' ? `${decimalStringFromMicros(millionths * 100)} %` : decimalStringFromMicros(millionths);
}

interface Figure {
  readonly metric: string;
  readonly of: TestSubject;
  readonly window: string | undefined;
  readonly per_day: boolean;
}

function figureText({ metric, of, window, per_day }: Figure): string {
  const label = ruleMetricOf(metric)?.label ?? metric;
  const subject = of === 'self' ? '' : ` of ${subjectTexts[of]}`;
  const range = window === undefined ? '' : ` (${windowText(window)})`;
  return `${label}${per_day ? ' per day' : ''}${subject}${range}`;
}

function operandText(than: Operand, test: RuleTest, currency: string): string {
  const metric = ruleMetricOf(than.metric ?? test.metric);
  const window = metric?.window === false ? undefined : (than.window ?? test.window);
  const isPerDay = (than.per_day ?? test.per_day) && metric?.from.kind === 'sum';
  const figure = { metric: than.metric ?? test.metric, of: than.of ?? test.of, window, per_day: isPerDay };
  const times = than.times === 1 ? '' : `${than.times} × `;
  const plus = than.plus === 0 ? '' : ` ${than.plus < 0 ? '−' : '+'} `;
  const sum = plus === '' ? '' : entryText(Math.abs(than.plus), metric?.unit ?? 'count', currency);
  return `${times}${figureText(figure)}${plus}${sum}`;
}

/**
 * A test in words: 'CPA (7 days) > 3.00'.
 * @param currency Of the application.
 * @param negated Whether the test must not be true.
 */
export function testText(test: RuleTest, currency: string, negated = false): string {
  const { value, values, than, metric, of, window, per_day } = test;
  const op = operatorTexts[negated ? oppositeOperators[test.op] : test.op];
  const unit = ruleMetricOf(metric)?.unit ?? 'count';
  const numbers = (values ?? (value === undefined ? [] : [value])).map((number) => entryText(number, unit, currency));
  const limit = than === undefined ? numbers.join(' and ') : operandText(than, test, currency);
  return `${figureText({ metric, of, window, per_day })} ${op} ${limit}`.trim();
}
