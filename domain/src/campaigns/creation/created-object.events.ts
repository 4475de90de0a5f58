import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, currencyField, instantField } from '../../shared/fields.ts';
import { adGroupField, campaignField, keywordField, negativeField } from '../campaign/campaign-settings.ts';
import { changeActorField } from '../change/change-row.ts';

const context = 'creation';
const stream = 'campaign-<campaignId>';

const commonFields = {
  org_id: adsIdField,
  campaign_id: adsIdField,
  /** The creation; its answer gives it as the id of the change. */
  change_id: z.uuid(),
  actor: changeActorField,
  reason: z.string().nullable(),
  currency: currencyField,
  decided_at: instantField,
};

const event = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, meaning: string, data: Shape) =>
  defineEvent({ type, context, stream, meaning, data: { ...commonFields, ...data } });

/** Objects of ours at the ad service; each carries the settings of its object from then on. */
export const createdObjectEvents = [
  event('CampaignCreated', 'The ad service has a campaign of ours, paused until all of it is there.', {
    kind: z.enum(['skag', 'discovery']),
    campaign: campaignField,
  }),
  event('AdGroupCreated', 'The ad service has an ad group of ours.', {
    /** `broad`: holds the broad keywords of the campaign. */
    role: z.enum(['keyword', 'broad', 'search_match']),
    ad_group: adGroupField,
  }),
  event('KeywordAdded', 'The ad service has a keyword of ours.', { keyword: keywordField }),
  event('NegativeKeywordAdded', 'The ad service has a negative keyword of ours.', {
    negative: negativeField,
  }),
  event('KeywordRefusedByApple', 'The ad service refused a keyword, or a negative, of ours in these words.', {
    negative: z.boolean(),
    ad_group_id: adsIdField.nullable(),
    text: z.string(),
    message: z.string(),
    apple_status: z.number().int().nullable(),
  }),
] as const;
export type CreatedObjectEvent = EventOf<(typeof createdObjectEvents)[number]>;

/** Of them, those that carry the settings of an object that is there. */
export type CreatedObject = Extract<
  CreatedObjectEvent,
  { type: 'CampaignCreated' | 'AdGroupCreated' | 'KeywordAdded' }
>;
export const createdObjectTypes = ['CampaignCreated', 'AdGroupCreated', 'KeywordAdded'] as const;
export const isCreatedObject = (event: { type: string }): event is CreatedObject =>
  createdObjectTypes.some((type) => type === event.type);
