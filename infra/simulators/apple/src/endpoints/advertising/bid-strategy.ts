import type { AdGroup, Campaign } from '../../market/world/structure.ts';

/** Whether Apple sets the bids of a campaign; those that are stored are then neither shown nor changed. */
export const setByApple = ({ bidStrategy }: Pick<Campaign, 'bidStrategy'>): boolean =>
  bidStrategy === 'MAX_CONVERSIONS';

/** Whether an ad group is the one that Apple needs for its own bidding: that of Search Match. */
export const isRequired = (campaign: Campaign, { searchMatch }: AdGroup): boolean =>
  setByApple(campaign) && searchMatch;
