import { decimalsText, smallestAmount } from '../../../../shared/money/amount.ts';
import { microsPerUnit } from '../../../../shared/money/micros.ts';
import type { RuleAction } from '../rule-actions.ts';
import { type JudgedLevel, levelTexts } from './check-test.ts';
import type { RuleContext } from './rule-context.ts';
import type { RuleFault, RulePath } from './rule-fault.ts';

/** An action and where it was entered. */
export interface ActionAtPath {
  readonly path: RulePath;
  readonly action: RuleAction;
}

interface ActionKind {
  readonly label: string;
  readonly levels: readonly JudgedLevel[];
}

const allButTerms: readonly JudgedLevel[] = ['campaign', 'ad_group', 'keyword'];

/** What actions are called, and for what they are possible. */
export const actionKinds: Readonly<Record<RuleAction['do'], ActionKind>> = {
  bid: { label: 'Bid', levels: ['ad_group', 'keyword'] },
  cpa_goal: { label: 'CPA goal', levels: ['ad_group'] },
  target_cpa: { label: 'Target CPA', levels: ['campaign'] },
  daily_budget: { label: 'Daily budget', levels: ['campaign'] },
  status: { label: 'Status', levels: allButTerms },
  label: { label: 'Label', levels: allButTerms },
  add_keyword: { label: 'New keyword', levels: ['search_term'] },
  negative: { label: 'Negative keyword', levels: ['search_term'] },
  notify: { label: 'Notice', levels: ['application', ...allButTerms, 'search_term'] },
};

/**
 * What is wrong with an action whose fields are good one by one.
 * @param level `undefined` when the level itself is wrong.
 */
export function checkAction(
  { action, path }: ActionAtPath,
  level: JudgedLevel | undefined,
  context: RuleContext,
): RuleFault[] {
  const { label, levels } = actionKinds[action.do];
  const at = [...path, 'do'];
  if (context.purpose === 'alert' && action.do !== 'notify') return [{ path: at, message: 'An alert can only notify' }];
  if (level !== undefined && !levels.includes(level)) {
    return [{ path: at, message: `${label} is not possible for ${levelTexts[level]}` }];
  }
  if (action.do === 'target_cpa' && !context.canSetTargetCpa) {
    return [{ path: at, message: 'The target CPA cannot be changed yet' }];
  }
  return [...checkAmounts(action, path, context), ...checkStep(action, path), ...checkIds(action, path, context)];
}

/** Amounts of an action in the ad organization's currency, each with its path below the action. */
export function settingsAmounts(action: RuleAction): { readonly at: RulePath; readonly amount: number }[] {
  switch (action.do) {
    case 'bid':
    case 'cpa_goal':
    case 'target_cpa':
    case 'daily_budget': {
      const { min, max } = action;
      const value = action.how === 'set' ? action.value : undefined;
      const amount = action.how === 'raise' || action.how === 'lower' ? action.amount : undefined;
      return amountsBelow({ value, amount, min, max }, []);
    }
    case 'add_keyword': {
      const { bid } = action;
      return amountsBelow('value' in bid ? { value: bid.value } : { min: bid.min, max: bid.max }, ['bid']);
    }
    default:
      return [];
  }
}

const amountsBelow = (amounts: Readonly<Record<string, number | undefined>>, path: RulePath) =>
  Object.entries(amounts).flatMap(([name, amount]) => (amount === undefined ? [] : [{ at: [...path, name], amount }]));

function checkAmounts(action: RuleAction, path: RulePath, { currencies }: RuleContext): RuleFault[] {
  const amounts = settingsAmounts(action);
  const faults: RuleFault[] = amounts.flatMap(({ at, amount }) => amountDecimals(amount, [...path, ...at], currencies));
  const limits = new Map(amounts.map(({ at, amount }) => [at.at(-1), { at, amount }]));
  const min = limits.get('min');
  const max = limits.get('max');
  if (min === undefined || max === undefined || min.amount < max.amount) return faults;
  const isBid = action.do === 'bid' || action.do === 'add_keyword';
  const message = `The lowest ${isBid ? 'bid' : 'amount'} must be below the highest`;
  return [...faults, { path: [...path, ...min.at], message }];
}

function checkStep(action: RuleAction, path: RulePath): RuleFault[] {
  if (!('how' in action) || (action.how !== 'raise' && action.how !== 'lower')) return [];
  if (action.amount === undefined && action.percent === undefined) {
    return [{ path: [...path, 'percent'], message: 'Enter a number' }];
  }
  const isBoth = action.amount !== undefined && action.percent !== undefined;
  return isBoth ? [{ path: [...path, 'percent'], message: 'Enter an amount or a percentage, not both' }] : [];
}

function checkIds(action: RuleAction, path: RulePath, { labels, targets }: RuleContext): RuleFault[] {
  if (action.do === 'label') {
    if (action.add === undefined && action.remove === undefined) {
      return [{ path: [...path, 'add'], message: 'Choose a label' }];
    }
    if (action.add === action.remove) {
      return [{ path: [...path, 'remove'], message: 'The same label is added and removed' }];
    }
    const unknown = (['add', 'remove'] as const).filter((name) => isUnknown(action[name], labels));
    return unknown.map((name) => ({ path: [...path, name], message: 'Label not found', isUnknownId: true }));
  }
  if (action.do !== 'add_keyword') return [];
  const target = targets.get(action.campaign_id);
  const message = 'The target campaign was not found';
  if (target === undefined) return [{ path: [...path, 'campaign_id'], message, isUnknownId: true }];
  if (!isUnknown(action.ad_group_id, target.adGroupIds)) return [];
  return [{ path: [...path, 'ad_group_id'], message, isUnknownId: true }];
}

const isUnknown = (id: number | undefined, ids: ReadonlySet<number>): boolean => id !== undefined && !ids.has(id);

/**
 * Refuses an amount with more decimals than the settings currency has. Of several currencies, which no rule with such amounts may have,
 * nothing is said here.
 */
export function amountDecimals(amount: number, path: RulePath, currencies: ReadonlySet<string>): RuleFault[] {
  const [currency, another] = currencies;
  if (currency === undefined || another !== undefined) return [];
  const isWhole = Math.round(amount * microsPerUnit) % smallestAmount(currency) === 0;
  return isWhole ? [] : [{ path, message: decimalsText(currency) }];
}
