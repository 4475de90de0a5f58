import type { ConditionNode, RuleTest } from './custom-rule.ts';
import type { RuleAction } from './rule-actions.ts';
import { windowForm } from './window-form.ts';

/**
 * A time range as data.
 * - `days`: `days` complete days that end `shift` days before the newest complete one
 * - `mature`: the newest `days` complete days whose cohorts are old enough
 * - `today`: the running day
 * - `change`, `start`: complete days since the field was changed, since the unit joined the rule
 * - `life`: everything that is kept
 */
export type RuleWindow =
  | { readonly kind: 'days'; readonly days: number; readonly shift: number }
  | { readonly kind: 'mature'; readonly days: number }
  | { readonly kind: 'today' | 'change' | 'start' | 'life' };

/** @throws RangeError for a text that is no time range. */
export function parseWindow(text: string): RuleWindow {
  if (!windowForm.test(text)) throw new RangeError(`Not a time range: ${text.slice(0, 40)}`);
  if (text === 'today' || text === 'change' || text === 'start' || text === 'life') return { kind: text };
  const [days = '', end = '0'] = text.split('d-');
  const count = Number.parseInt(days, 10);
  return end === 'mature' ? { kind: 'mature', days: count } : { kind: 'days', days: count, shift: Number(end) };
}

/** One text for each time range: `7d-0` is `7d`. */
export const windowKey = (text: string): string => (text.endsWith('d-0') ? text.slice(0, -2) : text);

const names = {
  today: 'today',
  change: 'since the last change',
  start: 'since the unit joined',
  life: 'whole life',
} as const;

const daysText = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** A time range in words: '14 days', '14 days before the last day', '14 mature days'. */
export function windowText(text: string): string {
  const window = parseWindow(text);
  switch (window.kind) {
    case 'days': {
      const before = window.shift === 1 ? 'the last day' : `the last ${window.shift} days`;
      return window.shift === 0 ? daysText(window.days) : `${daysText(window.days)} before ${before}`;
    }
    case 'mature':
      return window.days === 1 ? '1 mature day' : `${window.days} mature days`;
    default:
      return names[window.kind];
  }
}

/** Every test below a node, in written order. */
export function testsOf(node: ConditionNode): RuleTest[] {
  if ('all' in node) return node.all.flatMap(testsOf);
  if ('any' in node) return node.any.flatMap(testsOf);
  return 'not' in node ? testsOf(node.not) : [node];
}

/** Conditions and actions whose time ranges are looked for. */
export interface WindowsOwner {
  readonly when: ConditionNode;
  readonly then: readonly RuleAction[];
}

/** Time ranges that a case asks for, in written order, without repetition. */
export function windowsOfCase({ when, then }: WindowsOwner): string[] {
  const ofTests = testsOf(when).flatMap(({ window, than }) => [window, than?.window]);
  const ofActions = then.map((action) => (action.do === 'bid' && action.how === 'target' ? action.window : undefined));
  const texts = [...ofTests, ...ofActions].filter((text) => text !== undefined);
  return [...new Set(texts.map(windowKey))];
}

/** Time ranges of all cases, without repetition. */
export const windowsOfRule = (cases: readonly WindowsOwner[]): string[] => [...new Set(cases.flatMap(windowsOfCase))];

/** Whether a rule looks at the running day, whose figures have to be fresh. */
export const usesToday = (cases: readonly WindowsOwner[]): boolean => windowsOfRule(cases).includes('today');

/** Days of the longest `Nd` time range; `null` where there is none. */
export function longestDays(windows: readonly string[]): number | null {
  const counts = windows.map(parseWindow).flatMap((window) => ('days' in window ? [window.days] : []));
  return counts.length === 0 ? null : Math.max(...counts);
}
