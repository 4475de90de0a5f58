import type { AdAccountReader, FoldFollower, StoredCampaigns } from '@tapwise/adapters';
import {
  type AdsConnections,
  type AdsInterface,
  connectionOf,
  interfaceOf,
  type OpenApplication,
  requireConnected,
  requireWritable,
} from '@tapwise/domain';

/** How organizations are connected to Apple Ads, and what a new key or account is tried with. */
export interface AppleAds {
  /** Which version of the interface is spoken. */
  readonly version: AdsInterface['version'];
  readonly connections: FoldFollower<AdsConnections>;
  /** Absent while there is no API user. */
  readonly adAccounts?: AdAccountReader | undefined;
  readonly storedCampaigns: StoredCampaigns;
}

export const spokenBy = ({ version, connections }: Pick<AppleAds, 'version' | 'connections'>): AdsInterface =>
  interfaceOf(version, connections.state);

/** Refuses what needs Apple Ads while the organization is disconnected. @throws DomainError `apple_ads_not_connected`. */
export function requireAppleAds(appleAds: Pick<AppleAds, 'version' | 'connections'>, orgId: number): void {
  requireConnected(connectionOf(appleAds.connections.state, orgId), spokenBy(appleAds));
}

/** Refuses what would be changed while the organization is disconnected, or where our user may only read. @throws DomainError. */
export function requireChangeable(
  appleAds: Pick<AppleAds, 'version' | 'connections'>,
  application: OpenApplication,
  orgId: number,
): void {
  requireAppleAds(appleAds, orgId);
  requireWritable(application, orgId, appleAds.version);
}
