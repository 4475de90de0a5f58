import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, instantField } from '../../shared/fields.ts';
import { changeActorsRead } from '../change-history/change-actors.events.ts';
import { adField, adGroupField, campaignField, keywordField, negativeField } from './campaign-settings.ts';

const context = 'campaign';
const stream = 'campaign-<campaignId>';
const scope = { org_id: adsIdField, campaign_id: adsIdField, observed_at: instantField };

export const campaignObserved = defineEvent({
  type: 'CampaignObserved',
  context,
  stream,
  meaning: 'The ad service showed a campaign with settings we did not know.',
  data: { ...scope, campaign: campaignField },
});

export const adGroupsObserved = defineEvent({
  type: 'AdGroupsObserved',
  context,
  stream,
  meaning: 'Ad groups of the campaign that are new or changed; at most 500 in one event.',
  data: { ...scope, ad_groups: z.array(adGroupField).max(500) },
});

export const keywordsObserved = defineEvent({
  type: 'KeywordsObserved',
  context,
  stream,
  meaning: 'Keywords of the campaign that are new or changed; at most 500 in one event.',
  data: { ...scope, keywords: z.array(keywordField).max(500) },
});

export const adsObserved = defineEvent({
  type: 'AdsObserved',
  context,
  stream,
  meaning: 'Ads (product-page variations) of the campaign that are new or changed; at most 500 in one event.',
  data: { ...scope, ads: z.array(adField).max(500) },
});

export const negativesObserved = defineEvent({
  type: 'NegativesObserved',
  context,
  stream,
  meaning: 'Negative keywords of the campaign and its ad groups that are new or changed; at most 500 in one event.',
  data: { ...scope, negatives: z.array(negativeField).max(500) },
});

export const deletedCampaignRead = defineEvent({
  type: 'DeletedCampaignRead',
  context,
  stream,
  meaning: 'Everything below a campaign that is deleted was read, so that it need not be asked for again.',
  data: scope,
});

export const campaignEvents = [
  campaignObserved,
  adGroupsObserved,
  keywordsObserved,
  adsObserved,
  negativesObserved,
  deletedCampaignRead,
  changeActorsRead,
] as const;
export type CampaignEvent = EventOf<(typeof campaignEvents)[number]>;
