import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, currencyField, encryptedField, instantField } from '../../shared/fields.ts';
import {
  campaignPlanField,
  creationCalls,
  creationKinds,
  keywordOutcomeField,
  negativeOutcomeField,
  plannedKeywordField,
  plannedNegativeField,
} from './creation-plan.ts';

const context = 'creation';
const stream = 'creation-<creationId>';
const creation_id = z.uuid();
const count = z.number().int().nonnegative();
/** Place among the campaigns of the creation. */
const campaign = count;

const event = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, meaning: string, data: Shape) =>
  defineEvent({ type, context, stream, meaning, data: { creation_id, ...data } });

export const creationEvents = [
  event('CreationRequested', 'Someone may create this and wants to; its lists follow.', {
    request_id: z.uuid(),
    application_id: z.number().int().positive(),
    org_id: adsIdField,
    adam_id: adsIdField,
    currency: currencyField,
    call: z.enum(creationCalls),
    kind: z.enum(creationKinds),
    name: z.string(),
    /** `null`: a rule asked for it. */
    account_id: z.number().int().positive().nullable(),
    /** A run of a rule that people wrote, as changes name it. */
    rule: z.string().optional(),
    comment: z.string().max(500).nullable(),
    requested_at: instantField,
    /** Hash of what was asked for; the same id with another one is refused. */
    body_hash: z.string(),
    campaigns: z.array(campaignPlanField).min(1).max(300),
    /** Campaign that answers name. */
    primary: campaign,
    keywords: count,
    negatives: count,
    /** Entries that repeat earlier ones of their list. */
    duplicates: count,
    /** Who is invoiced, encrypted; `null` where there is no invoice. */
    invoice_details: encryptedField.nullable(),
    warning: z.string().nullable(),
  }),
  event('CreationListed', 'A part of the lists of a creation, in order.', {
    keywords: z.array(plannedKeywordField).max(1000),
    negatives: z.array(plannedNegativeField).max(1000),
  }),
  event('CreationAccepted', 'The lists are complete: the work may begin.', { accepted_at: instantField }),
  event('CreationTakenUp', 'A workflow has seen the creation and carries it out.', {
    driver: z.enum(['temporal', 'loop']),
    taken_up_at: instantField,
  }),
  event('CreationChecked', 'What only the ad service knows allows it: names are free, no negative is in the way.', {
    checked_at: instantField,
  }),
  event('CreationRefused', 'It cannot be made, and nothing was: its request may be sent again, changed.', {
    code: z.enum(['name_taken', 'bad_keywords']),
    message: z.string(),
    findings: z.array(
      z.object({
        list: z.enum(['keywords', 'negative_keywords', 'negative_keywords_for_ad_groups']),
        text: z.string(),
        message: z.string(),
        code: z.enum(['too_long', 'bad_characters', 'empty', 'would_block', 'blocked', 'refused_by_apple']),
      }),
    ),
    refused_at: instantField,
  }),
  event(
    'CreationStepStarted',
    'A campaign, an ad group that keywords share, or negatives are being sent; what exists is looked for before they are again.',
    {
      campaign,
      step: z.enum(['campaign', 'broad', 'search_match', 'negatives']),
      negatives: z.array(count),
      started_at: instantField,
    },
  ),
  event('CreationCampaignMade', 'A campaign of the creation is there, paused.', {
    campaign,
    campaign_id: adsIdField,
    made_at: instantField,
  }),
  event('CreationAdGroupMade', 'An ad group that keywords share, or that Search Match serves, is there.', {
    campaign,
    role: z.enum(['broad', 'search_match']),
    ad_group_id: adsIdField,
    made_at: instantField,
  }),
  event(
    'AdGroupCreationStarted',
    'Keywords at these places of the list are being sent, with their ad groups; what exists is looked for before they are again.',
    { campaign, positions: z.array(count).max(1000), started_at: instantField },
  ),
  event('CreationAdvanced', 'Keywords and negatives have their outcomes; the counts are all so far.', {
    keywords: z.array(keywordOutcomeField).max(1000),
    negatives: z.array(negativeOutcomeField).max(1000),
    /** Leading entries of the list whose outcome is final. */
    offset: count,
    created: count,
    skipped: count,
    refused: count,
    advanced_at: instantField,
  }),
  event('CreationCampaignFinished', 'A campaign has all it is to have. One that got no keyword is removed.', {
    campaign,
    end: z.enum(['enabled', 'removed', 'kept']),
    automation_id: z.number().int().positive().nullable(),
    finished_at: instantField,
  }),
  event('CreationDelayed', 'The ad service limits requests or does not answer: it is tried again.', {
    message: z.string(),
    delayed_at: instantField,
  }),
  event('CreationStopped', 'Stop all is pressed: nothing is sent until it is released.', { stopped_at: instantField }),
  event('CreationResumed', 'Stop all was released: the work goes on.', { resumed_at: instantField }),
  event('CreationCancelled', 'Someone ended the creation; what exists stays.', {
    account_id: z.number().int().positive(),
    cancelled_at: instantField,
  }),
  event('CreationContinued', 'Someone takes a cancelled or failed creation up again, where it ended.', {
    account_id: z.number().int().positive(),
    continued_at: instantField,
  }),
  event('CreationFailed', 'It cannot go on. Campaigns under construction stay paused.', {
    reason: z.enum(['refused_by_apple', 'unavailable', 'name_taken', 'nothing_created']),
    message: z.string(),
    apple_status: z.number().int().nullable(),
    failed_at: instantField,
  }),
  event('CreationUndone', 'A change takes back what the creation added to campaigns that were there.', {
    by_change_id: z.uuid(),
    undone_at: instantField,
  }),
  event('CreationCompleted', 'Everything has its outcome, and campaigns that were made are switched on.', {
    completed_at: instantField,
  }),
] as const;
export type CreationEvent = EventOf<(typeof creationEvents)[number]>;
