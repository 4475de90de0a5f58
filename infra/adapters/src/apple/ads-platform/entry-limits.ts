import type { EntryLimits } from '@tapwise/domain';

/** What version 1 no longer has. */
export const adsPlatformEntryLimits: EntryLimits = { totalBudgets: false, barsInNames: false };
