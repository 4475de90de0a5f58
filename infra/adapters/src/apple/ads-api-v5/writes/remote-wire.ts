import { z } from 'zod';
import { adGroupWire, adWire, campaignWire, keywordWire, negativeWire, productPageWire } from '../schemas.ts';

const id = z.number().int().positive();
const time = z.string().nullish();

export const remoteCampaignWire = campaignWire.extend({
  id,
  biddingStrategy: z.string().nullish(),
  paymentModel: z.string().nullish(),
  servingStateReasons: z.array(z.string()).nullish(),
  creationTime: time,
});
export const remoteAdGroupWire = adGroupWire.extend({ id, campaignId: id, creationTime: time });
export const remoteKeywordWire = keywordWire.extend({ id });

export const remoteNegativeWire = negativeWire.extend({ id });
export const remoteAdWire = adWire.extend({ id, status: z.string() });
export const remoteCreativeWire = z.object({
  id,
  adamId: id.nullish(),
  name: z.string().nullish(),
  productPageId: z.string().nullish(),
  type: z.string(),
  state: z.string().nullish(),
});
export const remotePageWire = productPageWire.extend({ state: z.string().nullish() });
