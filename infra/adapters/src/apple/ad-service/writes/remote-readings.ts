import type { RemoteAdGroup, RemoteCampaign, RemoteKeyword, RemoteNegative } from './remote.ts';
import type { WriteScope } from './write-end.ts';

/**
 * What holds at the service right now, deleted objects too. An object that is not in the answer does not exist there.
 * Readings are repeated like all readings; they throw SearchAdsError, also for an answer that is not whole and an object that cannot be
 * read in full: before a write, a missing one would pass for one that was deleted.
 */
export interface RemoteReadings {
  readCampaigns(scope: WriteScope, ids: readonly number[]): Promise<readonly RemoteCampaign[]>;
  readAdGroups(scope: WriteScope, campaignId: number, ids: readonly number[]): Promise<readonly RemoteAdGroup[]>;
  readKeywords(scope: WriteScope, campaignId: number, ids: readonly number[]): Promise<readonly RemoteKeyword[]>;
  /** Those of these that are deleted, whatever else of them cannot be read. */
  deletedCampaigns(scope: WriteScope, ids: readonly number[]): Promise<ReadonlySet<number>>;
  deletedAdGroups(scope: WriteScope, campaignId: number, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Campaigns of any app in the organization with exactly these names. */
  findCampaignsByName(scope: WriteScope, names: readonly string[]): Promise<readonly RemoteCampaign[]>;
  findAdGroupsByName(
    scope: WriteScope,
    campaignId: number,
    names: readonly string[],
  ): Promise<readonly RemoteAdGroup[]>;
  /** All keywords of these ad groups. */
  findKeywordsOf(
    scope: WriteScope,
    campaignId: number,
    adGroupIds: readonly number[],
  ): Promise<readonly RemoteKeyword[]>;
  /** Negative keywords of a campaign and of its ad groups; no deleted ones. */
  findNegatives(scope: WriteScope, campaignId: number): Promise<readonly RemoteNegative[]>;
}
