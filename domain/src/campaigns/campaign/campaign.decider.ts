import { chunksOf } from '../../shared/chunks.ts';
import type { Decider } from '../../shared/decider.ts';
import { sameValue } from '../../shared/same-value.ts';
import type { ChangedObject } from '../change/change-row.ts';
import type { FinalOutcome, RowEvent } from '../change/outcomes/row-outcome.events.ts';
import { isRowEvent, outcomeOf } from '../change/outcomes/row-outcome.ts';
import { changesSince, settingsBefore, withoutNamed, withUnnamed } from '../change-history/unnamed-changes.ts';
import type { CreatedObjectEvent } from '../creation/created-object.events.ts';
import type { CampaignEvent } from './campaign.events.ts';
import type { CampaignState } from './campaign.state.ts';
import {
  type AdGroupSettings,
  type AdSettings,
  type CampaignSettings,
  type KeywordSettings,
  type NegativeSettings,
  withBid,
  withOwnBid,
} from './campaign-settings.ts';

/** Whose campaign was looked at, and when (ISO 8601). */
export interface ObservationScope {
  org_id: number;
  campaign_id: number;
  observed_at: string;
}

/** Objects in one event at most, so that it stays far below the largest the log takes. */
export const observedPerEvent = 500;

/** Changes whose rows are remembered. */
const changesKept = 50;

/** What was seen of a campaign, what was changed, and what was made. */
export type AnyCampaignEvent = CampaignEvent | RowEvent | CreatedObjectEvent;

/** Fold of `campaign-<campaignId>`. Many events are folded at once for the price of one. */
export const campaignDecider: Decider<CampaignState, AnyCampaignEvent> & {
  evolveMany(state: CampaignState, events: readonly AnyCampaignEvent[]): CampaignState;
} = {
  initialState: () => ({
    org_id: null,
    campaign: null,
    ad_groups: new Map(),
    keywords: new Map(),
    ads: new Map(),
    negatives: new Map(),
    ownSettings: new Map(),
    settled: new Map(),
    outsideSettings: new Map(),
    unnamed: [],
    made: null,
    broad_ad_group_id: null,
    deleted_read: false,
  }),
  evolve: (state, event) => evolveMany(state, [event]),
  evolveMany,
};

type Writable<Of> = Of extends ReadonlyMap<infer Key, infer Value> ? Map<Key, Value> : Of;
type Draft = { -readonly [Name in keyof CampaignState]: Writable<CampaignState[Name]> };

function evolveMany(state: CampaignState, events: readonly AnyCampaignEvent[]): CampaignState {
  const { ad_groups, keywords, ads, negatives, ownSettings, outsideSettings, settled } = state;
  const draft: Draft = {
    ...state,
    ad_groups: new Map(ad_groups),
    keywords: new Map(keywords),
    ads: new Map(ads),
    negatives: new Map(negatives),
    ownSettings: new Map(ownSettings),
    outsideSettings: new Map(outsideSettings),
    settled: new Map(settled),
  };
  const copied = new Set<string>();
  for (const event of events) applyEvent(draft, event, copied);
  return draft;
}

/** @param copied Changes whose rows are a copy already. */
function applyEvent(draft: Draft, event: AnyCampaignEvent, copied: Set<string>): void {
  switch (event.type) {
    case 'CampaignObserved':
    case 'AdGroupsObserved':
    case 'KeywordsObserved':
      applyObservation(draft, event);
      break;
    case 'ChangeActorsRead':
      applyActors(draft, event);
      break;
    case 'DeletedCampaignRead':
      draft.deleted_read = true;
      break;
    case 'AdsObserved':
      for (const ad of event.data.ads) draft.ads.set(ad.ad_id, ad);
      break;
    case 'NegativesObserved':
      for (const negative of event.data.negatives) draft.negatives.set(negative.negative_id, negative);
      break;
    case 'CampaignCreated':
      draft.org_id = event.data.org_id;
      draft.campaign = event.data.campaign;
      draft.made = { kind: event.data.kind, creation_id: event.data.change_id };
      break;
    case 'AdGroupCreated':
      draft.ad_groups.set(event.data.ad_group.ad_group_id, event.data.ad_group);
      if (event.data.role === 'broad') draft.broad_ad_group_id = event.data.ad_group.ad_group_id;
      break;
    case 'KeywordAdded':
      draft.keywords.set(event.data.keyword.keyword_id, event.data.keyword);
      break;
    case 'NegativeKeywordAdded':
      draft.negatives.set(event.data.negative.negative_id, event.data.negative);
      break;
    default:
      // An older program may read the events of a newer one.
      if (isRowEvent(event)) applyRow(draft, event, copied);
  }
}

type Observation = Extract<CampaignEvent, { type: 'CampaignObserved' | 'AdGroupsObserved' | 'KeywordsObserved' }>;

/** What an observation shows holds from then on; what it changed has no author yet. */
function applyObservation(draft: Draft, event: Observation): void {
  const objects = observedObjects(event);
  const before = settingsBefore(draft, objects);
  if (event.type === 'CampaignObserved') {
    draft.org_id = event.data.org_id;
    draft.campaign = event.data.campaign;
    draft.deleted_read &&= event.data.campaign.deleted;
  } else if (event.type === 'AdGroupsObserved') {
    for (const ad_group of event.data.ad_groups) draft.ad_groups.set(ad_group.ad_group_id, withBid(ad_group));
  } else {
    for (const keyword of event.data.keywords) draft.keywords.set(keyword.keyword_id, withOwnBid(keyword));
  }
  draft.unnamed = withUnnamed(draft.unnamed, changesSince(before, draft, objects, event.data.observed_at));
}

function observedObjects({ type, data }: Observation): ChangedObject[] {
  const { campaign_id: campaignId } = data;
  if (type === 'CampaignObserved') return [{ level: 'campaign', campaignId, adGroupId: null, keywordId: null }];
  if (type === 'AdGroupsObserved') {
    return data.ad_groups.map(({ ad_group_id: adGroupId }) => ({
      level: 'ad_group',
      campaignId,
      adGroupId,
      keywordId: null,
    }));
  }
  return data.keywords.map(({ ad_group_id: adGroupId, keyword_id: keywordId }) => ({
    level: 'keyword',
    campaignId,
    adGroupId,
    keywordId,
  }));
}

function applyActors(draft: Draft, { data: { changes } }: Extract<CampaignEvent, { type: 'ChangeActorsRead' }>): void {
  draft.unnamed = withoutNamed(draft.unnamed, changes);
  for (const { key, field, value, actor, changed_at: at } of changes) {
    if (actor !== null && at !== null) draft.outsideSettings.set(`${key} ${field}`, { value, actor, at });
  }
}

function applyRow(draft: Draft, event: RowEvent, copied: Set<string>): void {
  const { data } = event;
  const existing = draft.settled.get(data.change_id);
  const rows = copied.has(data.change_id) ? (existing as Map<number, FinalOutcome>) : new Map(existing);
  copied.add(data.change_id);
  draft.settled.set(data.change_id, rows.set(data.row, outcomeOf(event)));
  for (const oldest of draft.settled.keys()) {
    if (draft.settled.size <= changesKept) break;
    draft.settled.delete(oldest);
  }
  if (outcomeOf(event) !== 'changed') return;
  const { change_id, actor, new: value, decided_at: at } = data;
  draft.ownSettings.set(`${data.key} ${data.field}`, { change_id, actor, value, at });
  if ('campaign' in data) draft.campaign = data.campaign;
  if ('ad_group' in data) draft.ad_groups.set(data.ad_group.ad_group_id, withBid(data.ad_group));
  if ('keyword' in data) draft.keywords.set(data.keyword.keyword_id, withOwnBid(data.keyword));
  if ('ads' in data) for (const ad of data.ads) draft.ads.set(ad.ad_id, ad);
  if ('negative' in data) draft.negatives.set(data.negative.negative_id, data.negative);
}

/** The event to append when the campaign is new or its settings changed; countries and sources have no order. */
export function diffCampaign(
  state: CampaignState,
  scope: ObservationScope,
  observed: CampaignSettings,
): CampaignEvent[] {
  const existing = state.campaign;
  if (existing !== null && sameValue(inOrder(existing), inOrder(observed))) return [];
  return [{ type: 'CampaignObserved', data: { ...scope, campaign: observed } }];
}

/** Says that all that lies below a deleted campaign has been read; once. */
export function completeDeleted(state: CampaignState, scope: ObservationScope): CampaignEvent[] {
  return state.deleted_read ? [] : [{ type: 'DeletedCampaignRead', data: scope }];
}

/** Events with the ad groups that are new or changed. One that was not observed is left as it is. */
export function diffAdGroups(
  state: CampaignState,
  scope: ObservationScope,
  observed: readonly AdGroupSettings[],
): CampaignEvent[] {
  const changed = changedOf(state.ad_groups, observed, adGroupId);
  return changed.map((ad_groups) => ({ type: 'AdGroupsObserved', data: { ...scope, ad_groups } }));
}

/** Events with the keywords that are new or changed. One that was not observed is left as it is. */
export function diffKeywords(
  state: CampaignState,
  scope: ObservationScope,
  observed: readonly KeywordSettings[],
): CampaignEvent[] {
  const changed = changedOf(state.keywords, observed, keywordId);
  return changed.map((keywords) => ({ type: 'KeywordsObserved', data: { ...scope, keywords } }));
}

/** Events with the ads that are new or changed. One that was not observed is left as it is. */
export function diffAds(
  state: CampaignState,
  scope: ObservationScope,
  observed: readonly AdSettings[],
): CampaignEvent[] {
  const changed = changedOf(state.ads, observed, adId);
  return changed.map((ads) => ({ type: 'AdsObserved', data: { ...scope, ads } }));
}

/** Events with the negative keywords that are new or changed. One that was not observed is left as it is. */
export function diffNegatives(
  state: CampaignState,
  scope: ObservationScope,
  observed: readonly NegativeSettings[],
): CampaignEvent[] {
  const changed = changedOf(state.negatives, observed, negativeId);
  return changed.map((negatives) => ({ type: 'NegativesObserved', data: { ...scope, negatives } }));
}

/** Names as an attributed install has them; `null` where the object was never seen or the install has none. */
export interface CampaignNames {
  campaign_name: string | null;
  ad_group_name: string | null;
  keyword_name: string | null;
  custom_product_page: string | null;
}

/** The names of what an attributed install came from. */
export function campaignNames(
  state: CampaignState,
  ids: { ad_group_id: number | null; keyword_id: number | null; ad_id: number | null },
): CampaignNames {
  return {
    // A name that could not be read is empty.
    campaign_name: state.campaign?.name || null,
    ad_group_name: state.ad_groups.get(ids.ad_group_id ?? Number.NaN)?.name || null,
    keyword_name: state.keywords.get(ids.keyword_id ?? Number.NaN)?.text || null,
    custom_product_page: state.ads.get(ids.ad_id ?? Number.NaN)?.product_page_name ?? null,
  };
}

const adGroupId = (adGroup: AdGroupSettings): number => adGroup.ad_group_id;
const keywordId = (keyword: KeywordSettings): number => keyword.keyword_id;
const adId = (ad: AdSettings): number => ad.ad_id;
const negativeId = (negative: NegativeSettings): number => negative.negative_id;

function changedOf<Item>(
  existing: ReadonlyMap<number, Item>,
  observed: readonly Item[],
  idOf: (item: Item) => number,
): Item[][] {
  // The last of several observations of one object counts, as it would in the fold.
  const latest = new Map(observed.map((item) => [idOf(item), item]));
  const changed = [...latest].filter(([id, item]) => !sameValue(existing.get(id), item)).map(([, item]) => item);
  return chunksOf(changed, observedPerEvent);
}

function inOrder(campaign: CampaignSettings): CampaignSettings {
  const { countries, supply_sources } = campaign;
  return { ...campaign, countries: [...countries].sort(), supply_sources: [...supply_sources].sort() };
}
