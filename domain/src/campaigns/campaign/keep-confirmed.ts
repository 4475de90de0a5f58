import type { ChangeField } from '../change/change-row.ts';
import type { CampaignState } from './campaign.state.ts';
import type {
  AdGroupSettings,
  AdSettings,
  CampaignSettings,
  KeywordSettings,
  NegativeSettings,
} from './campaign-settings.ts';

/** Settings that one change decides: how an object is shown goes with its switch. */
const settingFields = {
  campaign: {
    status: ['status', 'display_status', 'deleted'],
    budget: ['budget_micros'],
    daily_cap: ['daily_budget_micros'],
    target_cpa: ['target_cpa_micros'],
  },
  ad_group: {
    status: ['status', 'display_status', 'deleted'],
    search_match: ['search_match'],
    cpt_bid: ['default_bid_micros'],
    cpa_goal: ['cpa_goal_micros'],
  },
  keyword: { status: ['status', 'deleted'], cpt_bid: ['bid_micros'] },
  ad: { creative: ['status', 'creative_id'] },
  negative: { negative: ['deleted'] },
} as const;

function namesOf<Field extends ChangeField>(fields: Readonly<Record<Field, unknown>>): readonly ChangeField[] {
  return Object.keys(fields) as Field[];
}

/** The settings of objects by level that changes are about, by the names of their columns. */
export const settingsOfLevel: Readonly<Record<'campaign' | 'ad_group' | 'keyword', readonly ChangeField[]>> = {
  campaign: namesOf(settingFields.campaign),
  ad_group: namesOf(settingFields.ad_group),
  keyword: namesOf(settingFields.keyword),
};

/**
 * What was observed, with the settings of ours that the ad service confirmed after the pull had begun: it may have been read before.
 * @param began When the pull began; ISO 8601.
 * @returns the same object when there are none.
 */
export function keepConfirmed<Observed extends ObservedSettings>(
  state: CampaignState,
  { campaign_id, began }: { campaign_id: number; began: string },
  observed: Observed,
): Observed {
  const [level, key, existing] = existingSettings(state, campaign_id, observed);
  let kept: Observed = observed;
  for (const [field, names] of Object.entries(settingFields[level])) {
    const ownSetting = state.ownSettings.get(`${key} ${field}`);
    if (ownSetting === undefined || existing === undefined || ownSetting.at < began) continue;
    const ours = (names as readonly string[]).map((name) => [name, (existing as Record<string, unknown>)[name]]);
    kept = { ...kept, ...Object.fromEntries(ours.filter(([, value]) => value !== undefined)) };
  }
  return kept;
}

export type ObservedSettings = CampaignSettings | AdGroupSettings | KeywordSettings | AdSettings | NegativeSettings;

function existingSettings(
  state: CampaignState,
  campaignId: number,
  observed: ObservedSettings,
): [level: keyof typeof settingFields, key: string, known: ObservedSettings | undefined] {
  if ('negative_id' in observed) {
    const { ad_group_id, negative_id } = observed;
    return ['negative', `${campaignId}:${ad_group_id ?? 0}:${negative_id}`, state.negatives.get(negative_id)];
  }
  if ('keyword_id' in observed) {
    const { ad_group_id, keyword_id } = observed;
    return ['keyword', `${campaignId}:${ad_group_id}:${keyword_id}`, state.keywords.get(keyword_id)];
  }
  // The page that an ad group shows is a setting of the ad group, whichever of its ads shows it.
  if ('ad_id' in observed) return ['ad', `${campaignId}:${observed.ad_group_id}`, state.ads.get(observed.ad_id)];
  if ('ad_group_id' in observed) {
    return ['ad_group', `${campaignId}:${observed.ad_group_id}`, state.ad_groups.get(observed.ad_group_id)];
  }
  return ['campaign', String(campaignId), state.campaign ?? undefined];
}

/**
 * What was observed, with the last known value of the fields that could not be read: they say nothing.
 * @param unread Names of such fields.
 * @returns the same object when there are none, or nothing is known of it.
 */
export function keepUnread<Observed extends ObservedSettings>(
  state: CampaignState,
  campaignId: number,
  observed: Observed,
  unread: ReadonlySet<string> | undefined,
): Observed {
  const [, , existing] = existingSettings(state, campaignId, observed);
  if (unread === undefined || existing === undefined) return observed;
  const values = existing as unknown as Record<string, unknown>;
  const kept = [...unread].filter((name) => values[name] !== undefined).map((name) => [name, values[name]]);
  return { ...observed, ...Object.fromEntries(kept) };
}
