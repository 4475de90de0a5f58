import type { RuleMetric } from '../../../api/custom-rule-types.ts';
import type { RuleLevel, TestOperator, TestSubject } from '../../../api/entered-rule.ts';
import { ruleWords } from '../../../messages/rule-words.ts';
import type { TestDraft } from '../../../model/draft/draft-types.ts';
import type { Metrics } from '../../../model/draft/read-draft.ts';
import type { Choice } from '../../fields/SelectField.tsx';
import { firstWindow } from './window-choices.ts';

/** Figures that units of a level have. */
export const metricChoices = (metrics: Metrics, level: RuleLevel): Choice<string>[] =>
  [...metrics.values()]
    .filter(({ levels }) => levels.includes(level))
    .map(({ name, label }) => ({ value: name, text: label }));

const operators: readonly TestOperator[] = [
  '<',
  '<=',
  '>',
  '>=',
  '=',
  '!=',
  'between',
  'outside',
  'empty',
  'not_empty',
];

/** Only counts are equal to anything; a comparison with a figure takes one limit. */
export function operatorChoices(metric: RuleMetric | undefined, test: TestDraft): Choice<TestOperator>[] {
  const isCount = metric?.unit === 'count' && !test.perDay;
  return operators
    .filter((op) => op === test.op || isCount || (op !== '=' && op !== '!='))
    .filter((op) => op === test.op || test.than === null || ['<', '<=', '>', '>=', '=', '!='].includes(op))
    .map((value) => ({ value, text: ruleWords.operators[value] }));
}

const parents: Readonly<Record<RuleLevel, readonly TestSubject[]>> = {
  campaign: ['scope'],
  ad_group: ['campaign', 'scope'],
  keyword: ['ad_group', 'campaign', 'scope'],
  search_term: ['ad_group', 'campaign', 'scope'],
};

/** What a unit of a level may be compared with beside itself. */
export const parentsOf = (level: RuleLevel): readonly TestSubject[] => parents[level];

export const subjectChoices = (level: RuleLevel): Choice<TestSubject>[] =>
  (['self', ...parents[level]] as const).map((value) => ({ value, text: ruleWords.subjects[value] }));

/** A condition on another figure: what the figure does not have goes, a number in another unit too. */
export function withMetric(test: TestDraft, name: string, metrics: Metrics): TestDraft {
  const before = metrics.get(test.metric);
  const metric = metrics.get(name);
  const window = metric?.window === true ? (test.window ?? firstWindow(metric)) : null;
  const isSameUnit = before?.unit === metric?.unit;
  const isEquality = test.op === '=' || test.op === '!=';
  return {
    ...test,
    metric: name,
    window: window === 'today' && metric?.today !== true ? '7d' : window,
    op: isEquality && metric?.unit !== 'count' ? '>' : test.op,
    value: isSameUnit ? test.value : '',
    low: isSameUnit ? test.low : '',
    high: isSameUnit ? test.high : '',
    floor: metric?.floor == null ? '' : test.floor,
    atLeast: false,
    perDay: metric?.window === true && test.perDay,
  };
}
