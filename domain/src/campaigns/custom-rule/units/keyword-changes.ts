import type { CampaignState } from '../../campaign/campaign.state.ts';
import { textKey } from '../../creation/planning/keyword-list.ts';
import type { TrailChange } from '../trail/field-trail.ts';
import { trailName } from '../trail/trail-draft.ts';
import type { TrailedCampaign } from '../trail/trailed-campaign.ts';

/** Keys of the exact keywords of a campaign by text key, deleted ones too. */
export type KeywordKeys = ReadonlyMap<string, readonly string[]>;

export function exactKeywordKeys({ campaign, keywords }: CampaignState): KeywordKeys {
  const keys = new Map<string, string[]>();
  for (const { text, match_type, ad_group_id, keyword_id } of keywords.values()) {
    if (match_type !== 'EXACT') continue;
    const ofText = keys.get(textKey(text)) ?? [];
    keys.set(textKey(text), ofText);
    ofText.push(`${campaign?.campaign_id}:${ad_group_id}:${keyword_id}`);
  }
  return keys;
}

const adGroupOf = (key: string): string => key.slice(0, key.lastIndexOf(':'));

/**
 * Changes of whether a campaign buys a text, oldest first. A keyword that is paused or deleted, or whose ad group is, is bought no more:
 * `null`.
 */
export function keywordChanges(
  trails: TrailedCampaign['trails'],
  keys: readonly string[],
  text: string,
): TrailChange[] {
  const switches = [...new Set([...keys, ...keys.map(adGroupOf)])].flatMap((key) =>
    ['status', 'existence'].flatMap((field) => trails.get(trailName(key, field)) ?? []),
  );
  const switched = switches.map((change): TrailChange => {
    const isBought = change.to === 'ENABLED' || change.to === 'EXISTS';
    return { ...change, from: isBought ? null : text, to: isBought ? text : null };
  });
  const added = keys.flatMap((key) => trails.get(trailName(key, 'keyword')) ?? []);
  return [...added, ...switched].sort((left, right) => left.at - right.at);
}
