import type { RuleAction } from '../rule-actions.ts';
import { ruleMetricOf } from '../rule-metrics.ts';
import { windowKey } from '../windows.ts';
import { type ActionAtPath, settingsAmounts } from './check-action.ts';
import type { TestAtPath } from './read-conditions.ts';
import type { RuleContext } from './rule-context.ts';
import type { RuleFault, RulePath } from './rule-fault.ts';

const mostWindows = 6;

/** Time ranges with where they were entered: of tests, of what they are compared with, of target bids. */
function windowsAtPaths(tests: readonly TestAtPath[], actions: readonly ActionAtPath[]) {
  const ofTests = tests.flatMap(({ path, test: { window, than } }) => [
    { path: [...path, 'window'], window },
    { path: [...path, 'than', 'window'], window: than?.window },
  ]);
  const ofActions = actions.map(({ path, action }) => ({
    path: [...path, 'window'],
    window: action.do === 'bid' && action.how === 'target' ? action.window : undefined,
  }));
  return [...ofTests, ...ofActions];
}

/** At most so many different time ranges; the first beyond them is named. */
export function checkWindows(tests: readonly TestAtPath[], actions: readonly ActionAtPath[]): RuleFault[] {
  const windows = new Set<string>();
  for (const { path, window } of windowsAtPaths(tests, actions)) {
    if (window === undefined) continue;
    windows.add(windowKey(window));
    if (windows.size > mostWindows) return [{ path, message: `At most ${mostWindows} time ranges in one rule` }];
  }
  return [];
}

/** What an action writes: two actions of one case cannot write the same. */
export function writtenTexts(action: RuleAction): string[] {
  if (action.do === 'label') {
    const ids = [action.add, action.remove].filter((id) => id !== undefined);
    return ids.map((id) => `label ${id}`);
  }
  // A term that becomes a keyword is blocked where it was found.
  return action.do === 'add_keyword' && action.negate ? ['add_keyword', 'negative'] : [action.do];
}

/** @param actions Of one case. */
export function checkFields(actions: readonly ActionAtPath[]): RuleFault[] {
  const written = new Set<string>();
  return actions.flatMap(({ path, action }) => {
    const texts = writtenTexts(action);
    const isRepeated = texts.some((text) => written.has(text));
    for (const text of texts) written.add(text);
    return isRepeated ? [{ path, message: 'Two actions change the same field' }] : [];
  });
}

/**
 * One currency for all amounts of settings that a rule names: those of its organizations and of campaigns that get keywords.
 * @param raisePerDay The guard of that name.
 */
export function checkCurrencies(
  tests: readonly TestAtPath[],
  actions: readonly ActionAtPath[],
  raisePerDay: number | null,
  { currencies, targets }: RuleContext,
): RuleFault[] {
  const isSetting = (metric: string | undefined) =>
    metric !== undefined && ruleMetricOf(metric)?.unit === 'settings_money';
  const isNamed =
    raisePerDay !== null ||
    actions.some(({ action }) => settingsAmounts(action).length > 0) ||
    tests.some(({ test }) => isSetting(test.metric) || isSetting(test.than?.metric));
  if (!isNamed) return [];
  const all = new Set(currencies);
  for (const { action } of actions) {
    const target = action.do === 'add_keyword' ? targets.get(action.campaign_id) : undefined;
    if (target !== undefined) all.add(target.currency);
  }
  const path: RulePath = ['apply_to'];
  return all.size > 1 ? [{ path, message: 'All campaign groups of one automation must use the same currency' }] : [];
}

const hoursADay = 24;
const leastHoursApart = 3;

/** Runs of a rule are at least three hours apart, around midnight too: the ad service's figures are so late. */
export function checkHours(hours: readonly number[]): RuleFault[] {
  const sorted = hours.toSorted((left, right) => left - right);
  const isClose = sorted.some((hour, index) => {
    const next = sorted[index + 1] ?? (sorted[0] ?? 0) + hoursADay;
    return next - hour < leastHoursApart;
  });
  return isClose ? [{ path: ['schedule', 'hours'], message: 'Runs must be at least 3 hours apart' }] : [];
}
