import { type AdsServiceState, adsServiceState, type Directory, productFailures } from '@tapwise/domain';
import { type AppleAds, spokenBy } from './apple-ads.ts';

interface ServiceFacts {
  readonly appleAds: Pick<AppleAds, 'version' | 'connections'>;
  readonly directory: { readonly state: Directory };
  readonly now: () => Date;
}

/** Whether Apple Ads works for all. */
export const serviceState = ({ appleAds, directory, now }: ServiceFacts): AdsServiceState =>
  adsServiceState(spokenBy(appleAds), productFailures(directory.state, now().getTime()));
