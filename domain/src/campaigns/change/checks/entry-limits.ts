/** What the spoken interface of the ad service takes; what it no longer has is refused before anything is recorded. */
export interface EntryLimits {
  /** Budgets over the whole life of a campaign. */
  readonly totalBudgets: boolean;
  /** Names with `|`. */
  readonly barsInNames: boolean;
}

export const totalBudgetMessage = 'Apple no longer has total budgets.';
export const barsMessage = 'Apple no longer allows | in names';
/** Said where a keyword cannot lose its own bid again. */
export const followMessage = 'Apple no longer lets a keyword follow its ad group again';

/** Whether a name has the character that newer interfaces do not take; existing names keep it. */
export const hasBar = (name: string): boolean => name.includes('|');
