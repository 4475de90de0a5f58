import type { EntryLimits } from '@tapwise/domain';
import type { Environment } from '../config/environment.ts';
import { adsPlatformEntryLimits } from './ads-platform/entry-limits.ts';
import { searchAdsEntryLimits } from './search-ads/entry-limits.ts';

/** What may be entered, by the interface of Apple Ads that is spoken. */
export const entryLimitsOf = (api: Environment['APPLE_ADS_API']): EntryLimits =>
  api === 'v5' ? searchAdsEntryLimits : adsPlatformEntryLimits;
