import type { ConditionNode, RuleCase, RuleTest } from '../custom-rule.ts';
import { actionKinds } from '../reading/check-action.ts';
import type { RuleAction } from '../rule-actions.ts';
import { ruleMetricOf } from '../rule-metrics.ts';
import { entryText, operatorTexts, subjectTexts, testText } from '../saving/test-text.ts';
import { testsOf, windowText } from '../windows.ts';
import { editedParts, type RuleContent, type RulePart } from './rule-content.ts';

/** Currencies of the amounts of a rule. */
export interface RuleCurrencies {
  /** Of the application: amounts of tests. */
  readonly application: string;
  /** Of its ad organizations: amounts of actions. */
  readonly settings: string;
}

/** How a number or a text at a path of fields is written. */
type LeafText = (path: string, value: unknown) => string;

/** What of one version is another in the next, in plain words: 'Case 1, condition 2: value 3.00 → 2.50'. */
export function ruleDiff(before: RuleContent, after: RuleContent, currencies: RuleCurrencies): string[] {
  return editedParts(before, after).flatMap((part) =>
    part === 'cases'
      ? casesDiff(before.rule.cases, after.rule.cases, currencies)
      : partDiff(part, before, after, currencies),
  );
}

const partTexts: Readonly<Record<Exclude<RulePart, 'cases'>, string>> = {
  level: 'Level',
  claim_type: 'Claim type',
  apply_to: 'Campaigns',
  scope: 'Filter',
  schedule: 'Schedule',
  guards: 'Guard',
  priority: 'Priority',
};

function partDiff(
  part: Exclude<RulePart, 'cases'>,
  before: RuleContent,
  after: RuleContent,
  currencies: RuleCurrencies,
): string[] {
  const partOf = ({ rule, apply_to }: RuleContent): unknown => (part === 'apply_to' ? apply_to : rule[part]);
  const leafText: LeafText = (path, value) => {
    if (typeof value !== 'number') return plainText(value);
    if (path === 'raise_per_day') return entryText(value, 'settings_money', currencies.settings);
    return path === 'floors.spend' ? entryText(value, 'money', currencies.application) : String(value);
  };
  return leavesDiff(partTexts[part], partOf(before), partOf(after), leafText);
}

function casesDiff(before: readonly RuleCase[], after: readonly RuleCase[], currencies: RuleCurrencies): string[] {
  return pairs(before, after).flatMap(({ first, second }, index) => {
    const title = `Case ${index + 1}`;
    if (first === undefined) return [`${title} added`];
    if (second === undefined) return [`${title} removed`];
    return caseDiff(title, first, second, currencies);
  });
}

function caseDiff(title: string, before: RuleCase, after: RuleCase, currencies: RuleCurrencies): string[] {
  const tests = pairs(testsOf(before.when), testsOf(after.when));
  const isSameCount = tests.every(({ first, second }) => first !== undefined && second !== undefined);
  const groupsOf = (node: ConditionNode): string =>
    isSameCount ? shapeOf(node) : shapeOf(node).replace(/test|,/g, '');
  const isRegrouped = groupsOf(before.when) !== groupsOf(after.when);
  return [
    ...leavesDiff(title, { name: before.name }, { name: after.name }, (_, value) => plainText(value)),
    ...(isRegrouped ? [`${title}: conditions are joined in another way`] : []),
    ...tests.flatMap(({ first, second }, index) =>
      testDiff(`${title}, condition ${index + 1}`, first, second, currencies.application),
    ),
    ...pairs(before.then, after.then).flatMap(({ first, second }, index) =>
      actionDiff(`${title}, action ${index + 1}`, first, second, currencies),
    ),
    ...leavesDiff(title, { once: before.once }, { once: after.once }, (_, value) => plainText(value)),
  ];
}

function testDiff(
  title: string,
  before: RuleTest | undefined,
  after: RuleTest | undefined,
  currency: string,
): string[] {
  const beforeText = before === undefined ? '' : testText(before, currency);
  if (after === undefined) return [`${title} removed: ${beforeText}`];
  if (before === undefined) return [`${title} added: ${testText(after, currency)}`];
  if (before.metric !== after.metric) return [`${title}: ${beforeText} → ${testText(after, currency)}`];
  const unit = ruleMetricOf(after.metric)?.unit ?? 'count';
  return leavesDiff(title, before, after, (path, value) =>
    /^(?:value|values|than\.plus)$/.test(path) && typeof value === 'number'
      ? entryText(value, unit, currency)
      : testLeafText(path, value),
  );
}

function actionDiff(
  title: string,
  before: RuleAction | undefined,
  after: RuleAction | undefined,
  currencies: RuleCurrencies,
): string[] {
  if (before === undefined || after === undefined) {
    return [`${title} ${before === undefined ? 'added' : 'removed'}: ${actionText(after ?? before)}`];
  }
  if (before.do !== after.do) return [`${title}: ${actionText(before)} → ${actionText(after)}`];
  return leavesDiff(title, before, after, (path, value) => {
    if (path === 'window' && typeof value === 'string') return windowText(value);
    if (typeof value !== 'number') return plainText(value);
    if (path === 'percent' || path === 'step') return `${value} %`;
    if (path === 'value' && after.do === 'bid' && after.how === 'target') {
      return entryText(value, ruleMetricOf(after.of)?.unit ?? 'money', currencies.application);
    }
    const isAmount = /^(?:bid\.)?(?:value|amount|min|max)$/.test(path);
    return isAmount ? entryText(value, 'settings_money', currencies.settings) : String(value);
  });
}

const actionText = (action: RuleAction | undefined): string =>
  action === undefined ? '' : `${actionKinds[action.do].label}${'how' in action ? ` ${action.how}` : ''}`;

function testLeafText(path: string, value: unknown): string {
  const name = path.split('.').at(-1);
  if (typeof value !== 'string') return plainText(value);
  switch (name) {
    case 'metric':
      return ruleMetricOf(value)?.label ?? value;
    case 'window':
      return windowText(value);
    case 'op':
      return operatorTexts[value as RuleTest['op']];
    case 'of':
      return subjectTexts[value as RuleTest['of']];
    default:
      return value;
  }
}

/** How conditions are joined, without what they ask. */
const shapeOf = (node: ConditionNode): string => {
  if ('all' in node) return `all(${node.all.map(shapeOf).join()})`;
  if ('any' in node) return `any(${node.any.map(shapeOf).join()})`;
  return 'not' in node ? `not(${shapeOf(node.not)})` : 'test';
};

/** Elements of two lists side by side. */
const pairs = <Element>(before: readonly Element[], after: readonly Element[]) =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    first: before[index],
    second: after[index],
  }));

const plainText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null ? 'none' : String(value);
};

function leavesDiff(title: string, before: unknown, after: unknown, leafText: LeafText): string[] {
  const first = leavesOf(before, leafText);
  const second = leavesOf(after, leafText);
  const paths = new Set([...first.keys(), ...second.keys()]);
  return [...paths].flatMap((path) => {
    const texts = [first.get(path) ?? 'none', second.get(path) ?? 'none'];
    const name = path.split('.').map(fieldText).join(' ');
    const isSame = texts[0] === texts[1];
    return isSame ? [] : [`${title}${name === '' ? ':' : `: ${name}`} ${texts.join(' → ')}`];
  });
}

const fieldTexts: Readonly<Record<string, string>> = { window: 'time range', op: 'comparison', of: 'figures of' };
const fieldText = (field: string): string => fieldTexts[field] ?? field.replaceAll('_', ' ');

/** Texts of all numbers, texts and lists of them below a value, by their paths. */
function leavesOf(value: unknown, leafText: LeafText, path = ''): Map<string, string> {
  if (value === undefined) return new Map();
  if (Array.isArray(value)) {
    return new Map([[path, value.length === 0 ? 'none' : value.map((part) => leafText(path, part)).join(', ')]]);
  }
  if (typeof value !== 'object' || value === null) return new Map([[path, leafText(path, value)]]);
  return new Map(
    Object.entries(value).flatMap(([name, part]) => [
      ...leavesOf(part, leafText, path === '' ? name : `${path}.${name}`),
    ]),
  );
}
