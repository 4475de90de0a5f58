import { z } from 'zod';

/**
 * Settings that can be changed, by the names of their columns: `cpt_bid` bid, `budget` lifetime budget, `daily_cap` daily budget,
 * `creative` product page, `target_cpa` cost of an install that the ad service aims at in a campaign whose bids it sets.
 */
export const settingFields = [
  'status',
  'cpt_bid',
  'cpa_goal',
  'budget',
  'daily_cap',
  'target_cpa',
  'search_match',
  'creative',
] as const;
export type SettingField = (typeof settingFields)[number];

/** And `negative`, which is there (its text) or not (`null`). */
export const changeFields = [...settingFields, 'negative'] as const;
export type ChangeField = (typeof changeFields)[number];

/** Micros of an amount, `ENABLED`, `PAUSED` or `DELETED`, a switch, a creative (0: default page), a text, or nothing: no own bid, no goal. */
export const settingValueField = z.union([z.number().int(), z.string(), z.boolean(), z.null()]);
export type SettingValue = z.infer<typeof settingValueField>;

const keyForm = /^\d{1,16}(:\d{1,16}){0,2}$/;

/**
 * One setting of one object; `key` is `campaign`, `campaign:adgroup` or `campaign:adgroup:keyword`. A negative takes the place of a
 * keyword; one of the whole campaign has the ad group 0.
 */
export const changeRowField = z.object({
  key: z.string().regex(keyForm),
  field: z.enum(changeFields),
  /** What it is expected to be until then: given by the caller, else by the log. */
  base: settingValueField,
  new: settingValueField,
  /** Written whatever it is by then. */
  unchecked: z.literal(true).optional(),
  /** Row that must be done first; this one is left out when that fails. */
  parent: z.number().int().nonnegative().optional(),
  /** Said beside the outcome. */
  note: z.string().optional(),
  /** Name of an object that may have to be made for it. */
  name: z.string().max(255).optional(),
});
export type ChangeRow = z.infer<typeof changeRowField>;

/** Who changes settings. `source` says which one: rule with version and slot, change set, undone change. */
export const changeActorField = z.object({
  kind: z.enum(['person', 'rule', 'creation', 'change_set', 'undo']),
  account_id: z.number().int().positive().nullable(),
  source: z.string().nullable(),
});
export type ChangeActor = z.infer<typeof changeActorField>;

/** What a key names; ids of deeper levels are `null`. */
export interface ChangedObject {
  readonly level: 'campaign' | 'ad_group' | 'keyword';
  readonly campaignId: number;
  readonly adGroupId: number | null;
  readonly keywordId: number | null;
}

/** The text of a negative that a row is about. */
export const negativeText = ({ base, new: set }: Pick<ChangeRow, 'base' | 'new'>): string => String(base ?? set);

/** What two rows have in common that set the same thing. */
export function rowSetting(row: ChangeRow): string {
  const { key, field } = row;
  if (field !== 'negative') return `${key} ${field}`;
  const { campaignId, adGroupId } = objectOfKey(key);
  return `${campaignId}:${adGroupId ?? 0} ${field} ${negativeText(row)}`;
}

/** @throws RangeError for text that is no key. */
export function objectOfKey(key: string): ChangedObject {
  if (!keyForm.test(key)) throw new RangeError(`Not a key: ${key.slice(0, 60)}`);
  const [campaignId = 0, adGroupId = null, keywordId = null] = key.split(':').map(Number);
  const level = keywordId !== null ? 'keyword' : adGroupId !== null ? 'ad_group' : 'campaign';
  return { level, campaignId, adGroupId, keywordId };
}
