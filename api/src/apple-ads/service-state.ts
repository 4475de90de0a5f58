import { type Directory, productFailures } from '@tapwise/domain';
import type { AppleAds } from './apple-ads.ts';

export type ServiceState = 'working' | 'away' | 'ended';

interface ServiceFacts {
  readonly appleAds: Pick<AppleAds, 'version' | 'connections'>;
  readonly directory: { readonly state: Directory };
  readonly now: () => Date;
}

/** Whether the service works for all: an interface that has ended is not away. */
export function serviceState({ appleAds, directory, now }: ServiceFacts): ServiceState {
  if (appleAds.version === 'v5' && appleAds.connections.state.olderInterface !== null) return 'ended';
  const failures = productFailures(directory.state, now().getTime());
  const isAway = failures.some(({ source, reason }) => source === 'ads_access' && reason !== 'not_configured');
  return isAway ? 'away' : 'working';
}
