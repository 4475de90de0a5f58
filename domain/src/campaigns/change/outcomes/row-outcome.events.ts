import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../shared/define-event.ts';
import { adsIdField, currencyField, instantField } from '../../../shared/fields.ts';
import { adField, adGroupField, campaignField, keywordField, negativeField } from '../../campaign/campaign-settings.ts';
import { outsideActorField } from '../../change-history/outside-actor.ts';
import { changeActorField, changeFields, settingValueField } from '../change-row.ts';

/** How a row ended. A row of guardrails or of Stop all is `blocked`, which no person's row can be after it was accepted. */
export type FinalOutcome = 'changed' | 'unchanged' | 'refused' | 'conflict' | 'skipped' | 'unknown';

const context = 'change';
const stream = 'campaign-<campaignId>';

/** One call for a row. `refused`: the ad service did nothing; `limited`: its limit of requests was met. */
const attemptField = z.object({
  sent_at: instantField,
  ended_at: instantField.nullable(),
  end: z.enum(['done', 'refused', 'limited', 'unknown']),
});

/** What every outcome says: who and why, what was to be set, what was found, what the service answered. Amounts in micros. */
const commonFields = {
  org_id: adsIdField,
  campaign_id: adsIdField,
  change_id: z.uuid(),
  /** Place among the rows of the change. */
  row: z.number().int().nonnegative(),
  key: z.string(),
  field: z.enum(changeFields),
  actor: changeActorField,
  reason: z.string().nullable(),
  old: settingValueField,
  new: settingValueField,
  base: settingValueField,
  /** What was read right before; `null` also where nothing was read. */
  live: settingValueField,
  currency: currencyField,
  note: z.string().nullable(),
  apple_status: z.number().int().nullable(),
  /** Apple's words, or ours where nothing was sent. */
  message: z.string().nullable(),
  attempts: z.array(attemptField),
  decided_at: instantField,
};

const campaignRow = <const Type extends string>(type: Type, meaning: string) =>
  defineEvent({ type, context, stream, meaning, data: { ...commonFields, campaign: campaignField } });
const adGroupRow = <const Type extends string>(type: Type, meaning: string) =>
  defineEvent({ type, context, stream, meaning, data: { ...commonFields, ad_group: adGroupField } });
const keywordRow = <const Type extends string>(type: Type, meaning: string) =>
  defineEvent({ type, context, stream, meaning, data: { ...commonFields, keyword: keywordField } });
const adsRow = <const Type extends string>(type: Type, meaning: string) =>
  defineEvent({ type, context, stream, meaning, data: { ...commonFields, ads: z.array(adField) } });
const negativeRow = <const Type extends string>(type: Type, meaning: string) =>
  defineEvent({ type, context, stream, meaning, data: { ...commonFields, negative: negativeField } });
const notDone = <const Type extends string>(type: Type, meaning: string) =>
  defineEvent({ type, context, stream, meaning, data: commonFields });
/** `set_by`: whose change set what was found instead; `null` when that was not us, and `set_outside` then says who, where that is known. */
const conflicted = <const Type extends string>(type: Type, meaning: string) => {
  const conflictFields = {
    set_by: changeActorField.nullable(),
    set_at: instantField.nullable(),
    set_outside: outsideActorField.optional(),
  };
  return defineEvent({ type, context, stream, meaning, data: { ...commonFields, ...conflictFields } });
};

/** Confirmed by the ad service; each carries the settings of its object from then on. */
export const confirmedRowEvents = [
  campaignRow('CampaignDailyBudgetChanged', 'The ad service confirmed another daily budget.'),
  campaignRow('CampaignTotalBudgetRaised', 'The ad service confirmed a higher lifetime budget.'),
  campaignRow('CampaignTargetCpaChanged', 'The ad service confirmed another target CPA.'),
  campaignRow('CampaignEnabled', 'The ad service confirmed that the campaign is switched on.'),
  campaignRow('CampaignPaused', 'The ad service confirmed that the campaign is paused.'),
  campaignRow('CampaignDeleted', 'The ad service confirmed that the campaign is deleted, which cannot be undone.'),
  adGroupRow('AdGroupBidChanged', 'The ad service confirmed another default bid.'),
  adGroupRow('AdGroupCpaGoalChanged', 'The ad service confirmed another CPA goal.'),
  adGroupRow('AdGroupCpaGoalCleared', 'The ad service confirmed that there is no CPA goal any more.'),
  adGroupRow('SearchMatchSwitchedOn', 'The ad service confirmed that Search Match is on.'),
  adGroupRow('SearchMatchSwitchedOff', 'The ad service confirmed that Search Match is off.'),
  adGroupRow('AdGroupEnabled', 'The ad service confirmed that the ad group is switched on.'),
  adGroupRow('AdGroupPaused', 'The ad service confirmed that the ad group is paused.'),
  adGroupRow('AdGroupDeleted', 'The ad service confirmed that the ad group is deleted, which cannot be undone.'),
  keywordRow(
    'KeywordBidChanged',
    'The ad service confirmed another own bid, or that the keyword follows its ad group.',
  ),
  keywordRow('KeywordEnabled', 'The ad service confirmed that the keyword is switched on.'),
  keywordRow('KeywordPaused', 'The ad service confirmed that the keyword is paused.'),
  keywordRow('KeywordDeleted', 'The ad service confirmed that the keyword is deleted, which cannot be undone.'),
  adsRow('AdGroupProductPageChanged', 'The ad service confirmed that the ad group shows another product page.'),
  negativeRow('NegativeKeywordRemoved', 'The ad service confirmed that a negative keyword of ours is removed.'),
  negativeRow(
    'NegativeKeywordRestored',
    'The ad service confirmed that a negative keyword is there: one a rule added, or a removed one again.',
  ),
] as const;

/** Rows that changed nothing: each way of failing is an event of its own, for each kind of setting. */
export const otherRowEvents = [
  notDone('BidChangeFoundUnnecessary', 'The bid was found as it was to be set; nothing was sent.'),
  notDone('GoalChangeFoundUnnecessary', 'The goal was found as it was to be set; nothing was sent.'),
  notDone('BudgetChangeFoundUnnecessary', 'The budget was found as it was to be set; nothing was sent.'),
  notDone('StatusChangeFoundUnnecessary', 'The object was found as it was to be switched; nothing was sent.'),
  notDone('SearchMatchChangeFoundUnnecessary', 'Search Match was found as it was to be switched; nothing was sent.'),
  notDone('ProductPageChangeFoundUnnecessary', 'The ad group was found to show the page already; nothing was sent.'),
  notDone('NegativeChangeFoundUnnecessary', 'The negative keyword was removed, or there, already; nothing was sent.'),
  notDone('BidChangeRefusedByApple', 'The ad service refused the bid; its words are kept.'),
  notDone('GoalChangeRefusedByApple', 'The ad service refused the goal; its words are kept.'),
  notDone('BudgetChangeRefusedByApple', 'The ad service refused the budget; its words are kept.'),
  notDone('StatusChangeRefusedByApple', 'The ad service refused to switch or delete; its words are kept.'),
  notDone('SearchMatchChangeRefusedByApple', 'The ad service refused to switch Search Match; its words are kept.'),
  notDone('ProductPageChangeRefusedByApple', 'The ad service refused the product page; its words are kept.'),
  notDone('NegativeChangeRefusedByApple', 'The ad service refused to remove or add the negative; its words are kept.'),
  conflicted('BidChangeConflicted', 'The bid was another than expected, so it was left alone.'),
  conflicted('GoalChangeConflicted', 'The goal was another than expected, so it was left alone.'),
  conflicted('BudgetChangeConflicted', 'The budget was another than expected, so it was left alone.'),
  conflicted('StatusChangeConflicted', 'The status was another than expected, so it was left alone.'),
  conflicted('SearchMatchChangeConflicted', 'Search Match was switched otherwise than expected, so it was left alone.'),
  conflicted('ProductPageChangeConflicted', 'Another product page than expected was shown, so it was left alone.'),
  notDone('BidChangeSkipped', 'The object is deleted, or what had to come first failed: the bid was left alone.'),
  notDone('GoalChangeSkipped', 'The object is deleted, so its goal was left alone.'),
  notDone('BudgetChangeSkipped', 'The campaign is deleted, so its budget was left alone.'),
  notDone('StatusChangeSkipped', 'The object is deleted, so it was not switched.'),
  notDone('SearchMatchChangeSkipped', 'The ad group is deleted, so Search Match was left alone.'),
  notDone('ProductPageChangeSkipped', 'The ad group is deleted, so its product page was left alone.'),
  notDone('NegativeChangeSkipped', 'What had to come first failed, so the negative keyword was left alone.'),
  notDone('BidChangeOutcomeLeftUnknown', 'For an hour it could not be found out whether the bid was set.'),
  notDone('GoalChangeOutcomeLeftUnknown', 'For an hour it could not be found out whether the goal was set.'),
  notDone('BudgetChangeOutcomeLeftUnknown', 'For an hour it could not be found out whether the budget was set.'),
  notDone('StatusChangeOutcomeLeftUnknown', 'For an hour it could not be found out whether the object was switched.'),
  notDone(
    'SearchMatchChangeOutcomeLeftUnknown',
    'For an hour it could not be found out whether Search Match was switched.',
  ),
  notDone(
    'ProductPageChangeOutcomeLeftUnknown',
    'For an hour it could not be found out whether the product page was changed.',
  ),
  notDone(
    'NegativeChangeOutcomeLeftUnknown',
    'For an hour it could not be found out whether the negative keyword was removed or added.',
  ),
] as const;

export type ConfirmedRowEvent = EventOf<(typeof confirmedRowEvents)[number]>;
export type RowEvent = ConfirmedRowEvent | EventOf<(typeof otherRowEvents)[number]>;
export type RowAttempt = z.infer<typeof attemptField>;
