import type { RuleCase } from '../definition/custom-rule.ts';
import type { RuleAction } from '../definition/rule-actions.ts';
import { parseWindow, windowsOfCase } from '../definition/windows.ts';
import type { RuleField } from '../evaluation/setting-trail.ts';
import { fieldOfAction, fieldOfCase } from '../numbers/figure-windows.ts';
import { type FigureScope, type PlannedFigure, planFigure } from '../numbers/plan-figure.ts';
import { type PlannedWorth, planWorth } from './tap-worth.ts';

/** An action of a case, looked through once for all units. */
export interface PlannedAction {
  readonly action: RuleAction;
  /** `cases[0].then[1]`. */
  readonly path: string;
  readonly field: RuleField | null;
  /** Of a target bid. */
  readonly worth: PlannedWorth | null;
  /** Of a new keyword whose bid follows the CPT of its term. */
  readonly cpt: PlannedFigure | null;
}

export function planActions(ruleCase: RuleCase, index: number, scope: Omit<FigureScope, 'field'>): PlannedAction[] {
  const figureScope: FigureScope = { ...scope, field: fieldOfCase(ruleCase) };
  return ruleCase.then.map((action, position) => ({
    action,
    path: `cases[${index}].then[${position}]`,
    field: fieldOfAction(action),
    worth: action.do === 'bid' && action.how === 'target' ? planWorth(action, figureScope) : null,
    cpt: action.do === 'add_keyword' && 'times_cpt' in action.bid ? planCpt(ruleCase, figureScope) : null,
  }));
}

/** The CPT over the longest time range of the case. Its bid is kept within limits, so that one tap is enough. */
const planCpt = (ruleCase: RuleCase, scope: FigureScope): PlannedFigure =>
  planFigure(
    { metric: 'cpt', of: 'self', window: longestWindow(windowsOfCase(ruleCase)) ?? 'life', perDay: false, floor: 1 },
    scope,
  );

/** The longest of time ranges; `undefined` where there is none. */
export function longestWindow(windows: readonly string[]): string | undefined {
  const lengthOf = (text: string): number => {
    const window = parseWindow(text);
    if ('days' in window) return window.days;
    return window.kind === 'today' ? 0 : window.kind === 'life' ? Number.POSITIVE_INFINITY : 0.5;
  };
  return windows.reduce<string | undefined>(
    (longest, text) => (longest === undefined || lengthOf(text) > lengthOf(longest) ? text : longest),
    undefined,
  );
}
