import type { Environment, FoldFollower } from '@tapwise/adapters';
import { type AdsConnections, connectionOf, interfaceOf, isDisconnected } from '@tapwise/domain';

/** Whether nothing can be read or written at the ad service for an organization until something about its connection changes. */
export type DisconnectedCheck = (orgId: number) => boolean;

export const disconnectedCheck =
  (
    { APPLE_ADS_API }: Pick<Environment, 'APPLE_ADS_API'>,
    { state }: Pick<FoldFollower<AdsConnections>, 'state'>,
  ): DisconnectedCheck =>
  (orgId) =>
    isDisconnected(connectionOf(state, orgId), interfaceOf(APPLE_ADS_API, state));
