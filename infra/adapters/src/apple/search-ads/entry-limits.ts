import type { EntryLimits } from '@tapwise/domain';

/** Version 5 takes what Apple Ads took while it was the only one. */
export const searchAdsEntryLimits: EntryLimits = { totalBudgets: true, barsInNames: true };
