import type { RuleField } from '../../evaluation/setting-trail.ts';
import type { AlertRule, ConditionNode, CustomRule } from '../custom-rule.ts';
import { levelTexts } from '../reading/check-test.ts';
import { longestDays, parseWindow, windowsOfCase, windowsOfRule } from '../windows.ts';
import { writesOfCase } from './opposing-cases.ts';
import { testText } from './test-text.ts';
import { canMeet, type RequiredTest, requiredTests } from './value-range.ts';

/** What is said of a rule that may be saved all the same. */
export interface WarningFacts {
  /** Of the application. */
  readonly currency: string;
  /** Units that the filters let through now; `null` where nobody has counted them. */
  readonly units: number | null;
  /** Other rules that change the same field of a shared unit the other way. */
  readonly opposing: readonly { readonly name: string; readonly field: RuleField }[];
}

const fieldTexts: Readonly<Record<RuleField, string>> = {
  cpt_bid: 'bids',
  cpa_goal: 'CPA goals',
  target_cpa: 'target CPAs',
  daily_cap: 'daily budgets',
  status: 'statuses',
  label: 'labels',
  keyword: 'keywords',
  negative: 'negative keywords',
};

/** Warnings about a rule, the heaviest last. */
export function ruleWarnings(rule: CustomRule | AlertRule, { currency, units, opposing }: WarningFacts): string[] {
  const empty = units === 0 ? [`No ${levelTexts[rule.level]} matches the filters now`] : [];
  const conflicts = opposing.map(({ name, field }) => `${name} changes the same ${fieldTexts[field]} the other way`);
  return [...empty, ...cooldownWarning(rule), ...dailyTermsWarning(rule), ...conflicts, ...neverTrue(rule, currency)];
}

function cooldownWarning({ cases, guards }: CustomRule | AlertRule): string[] {
  const days = guards.cooldown_days;
  const isShorter = cases.some((ruleCase) => {
    const longest = longestDays(windowsOfCase(ruleCase));
    return days !== null && longest !== null && days < longest && writesOfCase(ruleCase).length > 0;
  });
  return isShorter ? ['Cool-down is shorter than the time range: the same figures are used again'] : [];
}

function dailyTermsWarning({ level, cases }: CustomRule | AlertRule): string[] {
  const isDaily = windowsOfRule(cases).some((window) => 'days' in parseWindow(window));
  return level === 'search_term' && isDaily ? ['Daily figures leave out terms with under 10 impressions a day'] : [];
}

/** 'Never true: …' for conditions of which both are needed and that cannot hold together. */
export function neverTrue({ cases }: Pick<CustomRule, 'cases'>, currency: string): string[] {
  const pairs = cases.flatMap(({ when }) => joinedTests(when)).flatMap(contradiction);
  const texts = pairs.map((pair) => pair.map(({ test, negated }) => testText(test, currency, negated)).join(' and '));
  return [...new Set(texts)].map((text) => `Never true: ${text}`);
}

/** Tests that are needed together: those of the whole node, and those of each of several ways. */
function joinedTests(node: ConditionNode, negated = false): RequiredTest[][] {
  if ('not' in node) return joinedTests(node.not, !negated);
  const children = 'all' in node ? node.all : 'any' in node ? node.any : [];
  const isJoined = 'all' in node ? !negated : negated;
  const below = children.flatMap((child) => joinedTests(child, negated));
  // What is joined further up has these tests already.
  return isJoined || children.length === 0
    ? [requiredTests(node, negated), ...below.filter((tests) => tests.length > 1)]
    : below;
}

/** The first two of the tests that cannot hold together. */
function contradiction(tests: readonly RequiredTest[]): (readonly RequiredTest[])[] {
  for (const [index, left] of tests.entries()) {
    const right = tests.slice(index + 1).find((other) => !canMeet(left, other));
    if (right !== undefined) return [[left, right]];
  }
  return [];
}
