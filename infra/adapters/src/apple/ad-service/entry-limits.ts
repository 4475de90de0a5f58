import type { EntryLimits } from '@tapwise/domain';
import type { Environment } from '../../config/environment.ts';

/** What may be entered, by the interface of Apple Ads that is spoken: version 1 no longer has some of it. */
export const entryLimitsOf = (api: Environment['APPLE_ADS_API']): EntryLimits => ({
  totalBudgets: api === 'v5',
  barsInNames: api === 'v5',
});
