import type { Environment, FoldFollower } from '@tapwise/adapters';
import { type AdsConnections, connectionOf, interfaceOf, isStanding } from '@tapwise/domain';

/** Whether nothing can be read or written at the ad service for an organization until something about its connection changes. */
export const organizationStands =
  (
    { APPLE_ADS_API }: Pick<Environment, 'APPLE_ADS_API'>,
    { state }: Pick<FoldFollower<AdsConnections>, 'state'>,
  ): ((orgId: number) => boolean) =>
  (orgId) =>
    isStanding(connectionOf(state, orgId), interfaceOf(APPLE_ADS_API, state));
