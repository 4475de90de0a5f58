import { amountText, checkAmount, decimalsText } from '../../../shared/money/amount.ts';
import type { CampaignState } from '../../campaign/campaign.state.ts';
import { bidsSetMessage, setsBidsItself } from '../../campaign/campaign-settings.ts';
import type { CreativeSettings } from '../../product-page/creatives.events.ts';
import { type ChangedObject, type ChangeField, objectOfKey, type SettingValue } from '../change-row.ts';
import { settingOf } from '../outcomes/object-after.ts';
import { type EntryLimits, totalBudgetMessage } from './entry-limits.ts';

/** One setting as it is requested, before it is known whether it may be. */
export interface Edit {
  readonly key: string;
  readonly field: ChangeField;
  /** As it was sent: amounts as numbers or text. */
  readonly wish: number | string | boolean | null;
  /** What its author had seen; `undefined` takes what the log has. */
  readonly basedOn?: SettingValue | undefined;
  readonly note?: string | undefined;
  /** Of a product page: the ad that its author had seen. */
  readonly seenAd?: number | undefined;
}

/** What a rule may look at: the edit, its object, and the other edits of the same object. */
interface RuleContext {
  readonly edit: Edit;
  readonly object: ChangedObject;
  readonly campaign: CampaignState;
  readonly currency: string;
  /** Micros of a requested amount; `null` clears. */
  readonly micros: number | null;
  /** The lifetime budget of the same request, in micros. */
  readonly wishedTotal: number | undefined;
  readonly limits: EntryLimits;
  /** Product pages that ads can use. */
  readonly creatives?: ReadonlyMap<number, CreativeSettings> | undefined;
}

/** A rule over fields; `broken` gives its text. */
interface ValueRule {
  readonly fields: readonly ChangeField[];
  readonly broken: (context: RuleContext) => string | undefined;
}

const amountFields = ['cpt_bid', 'cpa_goal', 'budget', 'daily_cap', 'target_cpa'] as const;
type AmountField = (typeof amountFields)[number];

/** What an amount that cannot be read is answered, by field. */
const amountTexts: Readonly<Record<AmountField, { missing: string; not_positive: string }>> = {
  cpt_bid: { missing: 'CPT is required', not_positive: 'CPT must be positive number' },
  cpa_goal: { missing: 'CPA must be positive number', not_positive: 'CPA must be positive number' },
  daily_cap: { missing: 'Daily budget is required', not_positive: 'Daily budget must be positive number' },
  target_cpa: { missing: 'Target CPA is required', not_positive: 'Target CPA must be positive number' },
  budget: { missing: 'Lifetime budget is required', not_positive: 'Lifetime budget must be positive number' },
};

/** Everything that is looked at beside the form of an amount, in this order; the first broken rule of a row is its text. */
const rules: readonly ValueRule[] = [
  {
    fields: ['cpt_bid', 'cpa_goal'],
    broken: ({ campaign }) => (setsBidsItself(campaign.campaign) ? bidsSetMessage : undefined),
  },
  {
    fields: ['target_cpa'],
    broken: ({ campaign }) =>
      setsBidsItself(campaign.campaign) ? undefined : 'Only campaigns on Maximize Conversions have a target CPA',
  },
  {
    fields: ['cpt_bid'],
    broken: ({ campaign, micros, currency }) => {
      const daily = campaign.campaign?.daily_budget_micros ?? null;
      return daily !== null && micros !== null && micros > daily
        ? `Bid must not exceed the daily budget (${amountText(daily, currency)})`
        : undefined;
    },
  },
  {
    fields: ['daily_cap'],
    broken: ({ campaign, micros, currency }) => {
      const highest = highestBid(campaign);
      return micros !== null && micros < highest
        ? `Daily budget must not be below the highest bid of the campaign (${amountText(highest, currency)})`
        : undefined;
    },
  },
  {
    fields: ['daily_cap'],
    broken: ({ campaign, micros, currency, wishedTotal, limits }) => {
      // One that was stored before they ended holds nothing up.
      const total = limits.totalBudgets ? (wishedTotal ?? campaign.campaign?.budget_micros ?? null) : null;
      return total !== null && micros !== null && micros >= total
        ? `Daily budget must be below the lifetime budget (${amountText(total, currency)})`
        : undefined;
    },
  },
  {
    fields: ['budget'],
    broken: ({ campaign }) =>
      (campaign.campaign?.budget_micros ?? null) === null
        ? 'A lifetime budget can only be set when the campaign is created'
        : undefined,
  },
  {
    fields: ['budget'],
    broken: ({ campaign, micros }) =>
      micros !== null && micros < (campaign.campaign?.budget_micros ?? 0)
        ? 'A lifetime budget can only be raised'
        : undefined,
  },
  {
    fields: ['creative'],
    broken: ({ edit, creatives }) =>
      edit.wish !== 0 && creatives?.get(Number(edit.wish))?.valid !== true
        ? 'This page cannot be used for ads'
        : undefined,
  },
];

const isAmount = (field: ChangeField): field is AmountField =>
  amountFields.some((amountField) => amountField === field);

/** The value an edit wishes for, as events hold it; or the text of what is wrong with it. */
export function readWish(edit: Edit, currency: string): { value: SettingValue } | { text: string } {
  const { field, wish } = edit;
  if (!isAmount(field)) return { value: wish };
  if (wish === null && field === 'cpa_goal') return { value: null };
  const read = typeof wish === 'boolean' ? 'not_positive' : checkAmount(wish, currency);
  if (typeof read === 'number') return { value: read };
  if (read !== 'decimals') return { text: amountTexts[field][read] };
  return { text: decimalsText(currency) };
}

/** Why a setting cannot be edited at all over the spoken interface, whatever the wish. */
export const missingSetting = ({ field }: Pick<Edit, 'field'>, { totalBudgets }: EntryLimits): string | undefined =>
  field === 'budget' && !totalBudgets ? totalBudgetMessage : undefined;

/** The first rule that a readable wish breaks; `undefined` when it may be. An object that is deleted breaks none. */
export function brokenRule(
  edit: Edit,
  value: SettingValue,
  {
    campaign,
    currency,
    wishedTotal,
    creatives,
    limits,
  }: Pick<RuleContext, 'campaign' | 'currency' | 'wishedTotal' | 'creatives' | 'limits'>,
): string | undefined {
  const object = objectOfKey(edit.key);
  if (settingOf(campaign, object, 'status') === 'DELETED' || campaign.campaign?.deleted === true) return undefined;
  const micros = typeof value === 'number' ? value : null;
  const context = { edit, object, campaign, currency, micros, wishedTotal, creatives, limits };
  for (const { fields, broken } of rules) {
    const text = fields.includes(edit.field) ? broken(context) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The highest effective bid of a campaign's existing ad groups and keywords, in micros; 0 where there are none. */
function highestBid({ campaign, ad_groups, keywords }: CampaignState): number {
  if (setsBidsItself(campaign)) return 0;
  let highest = 0;
  for (const { deleted, default_bid_micros } of ad_groups.values()) {
    if (!deleted) highest = Math.max(highest, default_bid_micros ?? 0);
  }
  for (const { deleted, ad_group_id, bid_micros } of keywords.values()) {
    const isActive = !deleted && ad_groups.get(ad_group_id)?.deleted === false;
    if (isActive) highest = Math.max(highest, bid_micros ?? 0);
  }
  return highest;
}
