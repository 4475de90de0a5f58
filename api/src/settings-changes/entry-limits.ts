import { entryLimitsOf } from '@tapwise/adapters';
import type { EntryLimits } from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';

/** What may be entered over the interface of Apple Ads that is spoken. */
export const entryLimits = ({ appleAds }: Pick<ApiDependencies, 'appleAds'>): EntryLimits =>
  entryLimitsOf(appleAds.version);
