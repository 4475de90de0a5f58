import type { Change } from '@tapwise/contract';

/** The change that set a value last, of a list with the newest first: what was refused or is unconfirmed set nothing. */
export const lastChangeOf = (changes: readonly Change[], field: string): Change | undefined =>
  changes.find((change) => change.field === field && change.outcome === 'changed');

/** Whether a rule set a keyword's bid last: that is explained in full, everything else is in the history. */
export const isDecision = (changes: readonly Change[], key: string, field: string): boolean =>
  field === 'cpt_bid' && key.split(':').length === 3 && lastChangeOf(changes, field)?.actor_kind === 'rule';
