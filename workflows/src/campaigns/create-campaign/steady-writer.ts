import type { SearchAdsWriter } from '@tapwise/adapters';
import { ApplicationFailure } from '@temporalio/common';
import type { StallWatch } from '../../activity/stall-watch.ts';

/** What steps of a creation ask of the ad service, and what they change there. */
type Readings = 'limits' | 'findAdGroupsByName' | 'findCampaignsByName' | 'findKeywordsOf' | 'findNegatives';
type Writes =
  | 'createCampaign'
  | 'createAdGroup'
  | 'createKeywords'
  | 'createNegatives'
  | 'updateCampaign'
  | 'updateAdGroup'
  | 'updateKeywords'
  | 'deleteCampaign'
  | 'deleteAdGroup';
export type CreationWriter = Pick<SearchAdsWriter, Readings | 'readAdGroups' | 'readCampaigns' | Writes>;

/**
 * The same writer, which changes nothing once its process stood still: another one may have done the step meanwhile, and people may have
 * changed what it made. The step is repeated, and looks for what exists.
 */
export function steadyWriter(writer: CreationWriter, { hasStalled }: Pick<StallWatch, 'hasStalled'>): CreationWriter {
  const unlessStalled =
    <Arguments extends readonly unknown[], End>(write: (...call: Arguments) => Promise<End>) =>
    async (...call: Arguments): Promise<End> => {
      if (hasStalled()) throw ApplicationFailure.retryable('The process stood still amid a creation', 'StoodStill');
      return write(...call);
    };
  return {
    limits: writer.limits,
    readCampaigns: (...call) => writer.readCampaigns(...call),
    readAdGroups: (...call) => writer.readAdGroups(...call),
    findCampaignsByName: (...call) => writer.findCampaignsByName(...call),
    findAdGroupsByName: (...call) => writer.findAdGroupsByName(...call),
    findKeywordsOf: (...call) => writer.findKeywordsOf(...call),
    findNegatives: (...call) => writer.findNegatives(...call),
    createCampaign: unlessStalled((...call) => writer.createCampaign(...call)),
    createAdGroup: unlessStalled((...call) => writer.createAdGroup(...call)),
    createKeywords: unlessStalled((...call) => writer.createKeywords(...call)),
    createNegatives: unlessStalled((...call) => writer.createNegatives(...call)),
    updateCampaign: unlessStalled((...call) => writer.updateCampaign(...call)),
    updateAdGroup: unlessStalled((...call) => writer.updateAdGroup(...call)),
    updateKeywords: unlessStalled((...call) => writer.updateKeywords(...call)),
    deleteCampaign: unlessStalled((...call) => writer.deleteCampaign(...call)),
    deleteAdGroup: unlessStalled((...call) => writer.deleteAdGroup(...call)),
  };
}
