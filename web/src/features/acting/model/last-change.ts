import type { Change } from '@tapwise/contract';

/** The change that set a value last, of a list with the newest first: what was refused or is in doubt set nothing. */
export const lastChangeOf = (changes: readonly Change[], field: string): Change | undefined =>
  changes.find((change) => change.field === field && change.outcome === 'changed');
