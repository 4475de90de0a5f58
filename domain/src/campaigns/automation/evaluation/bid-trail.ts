import { campaignDecider } from '../../campaign/campaign.decider.ts';
import type { CampaignEvent } from '../../campaign/campaign.events.ts';
import type { CampaignState } from '../../campaign/campaign.state.ts';
import type { ExistingChange } from '../../change/change.decider.ts';
import { type ChangeActor, objectOfKey } from '../../change/change-row.ts';
import type { RowEvent } from '../../change/outcomes/row-outcome.events.ts';
import { isConfirmed, isRowEvent, outcomeOf } from '../../change/outcomes/row-outcome.ts';
import type { CreatedObjectEvent } from '../../creation/created-object.events.ts';
import {
  type BidTrail,
  type By,
  claimPulled,
  emptyTrail,
  loweredAfter,
  type RowBid,
  withChange,
} from './trail-changes.ts';

/** A campaign and the trails of its keywords. */
export interface RuleCampaign {
  readonly campaign: CampaignState;
  readonly trails: ReadonlyMap<number, BidTrail>;
}

/** What a rule reads of a campaign. */
export type RuleCampaignEvent = CampaignEvent | RowEvent | CreatedObjectEvent;

/** Fold of `campaign-<campaignId>` for rules. */
export const ruleCampaignDecider = {
  initialState: (): RuleCampaign => ({ campaign: campaignDecider.initialState(), trails: new Map() }),
  evolve: (state: RuleCampaign, event: RuleCampaignEvent): RuleCampaign => evolveMany(state, [event]),
  evolveMany,
};

function evolveMany(state: RuleCampaign, events: readonly RuleCampaignEvent[]): RuleCampaign {
  const campaign = campaignDecider.evolveMany(state.campaign, events);
  if (!events.some(touchesBids)) return { ...state, campaign };
  const trails = new Map(state.trails);
  const bids = bidsOf(state.campaign);
  for (const event of events) applyEvent(trails, bids, event);
  return { campaign, trails };
}

const touchesBids = (event: RuleCampaignEvent): boolean =>
  ['AdGroupsObserved', 'KeywordsObserved', 'AdGroupCreated', 'KeywordAdded'].includes(event.type) ||
  ('field' in event.data && event.data.field === 'cpt_bid' && mayBeSet(event));

/** Whether an event says that a setting was set, or that it is unknown whether it was: then something else was found, or nothing. */
const mayBeSet = (event: RuleCampaignEvent): event is RowEvent =>
  isConfirmed(event) ||
  (isRowEvent(event) &&
    (outcomeOf(event) === 'unknown' || (outcomeOf(event) === 'conflict' && event.data.attempts.some(isUnanswered))));

const isUnanswered = ({ end }: RowEvent['data']['attempts'][number]): boolean => end === 'unknown';

/** Bids as they were before an event; changed in place. */
interface Bids {
  readonly keywordBids: Map<number, { readonly adGroupId: number; readonly bid: number | null }>;
  readonly adGroups: Map<number, number | null>;
  /** Keywords of each ad group that follow it. */
  readonly followers: Map<number, Set<number>>;
}

function bidsOf({ ad_groups, keywords }: CampaignState): Bids {
  const bids: Bids = { keywordBids: new Map(), adGroups: new Map(), followers: new Map() };
  for (const { ad_group_id, default_bid_micros } of ad_groups.values())
    bids.adGroups.set(ad_group_id, default_bid_micros);
  for (const { keyword_id, ad_group_id, bid_micros } of keywords.values()) {
    setOwn(bids, keyword_id, ad_group_id, bid_micros);
  }
  return bids;
}

function setOwn({ keywordBids, followers }: Bids, keywordId: number, adGroupId: number, bid: number | null): void {
  keywordBids.set(keywordId, { adGroupId, bid });
  const following = followers.get(adGroupId) ?? new Set<number>();
  if (bid === null) following.add(keywordId);
  else following.delete(keywordId);
  followers.set(adGroupId, following);
}

function applyEvent(trails: Map<number, BidTrail>, bids: Bids, event: RuleCampaignEvent): void {
  switch (event.type) {
    case 'AdGroupsObserved':
      for (const { ad_group_id, default_bid_micros, modified_at } of event.data.ad_groups) {
        const at = seenAt(modified_at, event.data.observed_at);
        const { observed_at: observedAt } = event.data;
        setAdGroup(trails, bids, { id: ad_group_id, bid: default_bid_micros, at, by: 'foreign', observedAt });
      }
      return;
    case 'KeywordsObserved':
      for (const { keyword_id, ad_group_id, bid_micros, modified_at } of event.data.keywords) {
        const at = seenAt(modified_at, event.data.observed_at);
        const set = { id: keyword_id, adGroupId: ad_group_id, bid: bid_micros };
        setKeyword(trails, bids, { ...set, at, by: 'foreign', observedAt: event.data.observed_at });
      }
      return;
    case 'AdGroupCreated': {
      const { ad_group_id, default_bid_micros } = event.data.ad_group;
      bids.adGroups.set(ad_group_id, default_bid_micros);
      return;
    }
    case 'KeywordAdded': {
      const { keyword_id, ad_group_id, bid_micros } = event.data.keyword;
      setOwn(bids, keyword_id, ad_group_id, bid_micros);
      trails.set(keyword_id, { ...emptyTrail, lastAt: event.data.decided_at });
      return;
    }
    default:
      applyRow(trails, bids, event);
  }
}

function applyRow(trails: Map<number, BidTrail>, bids: Bids, event: RuleCampaignEvent): void {
  if (!mayBeSet(event) || event.data.field !== 'cpt_bid') return;
  const { key, actor, decided_at: at, attempts } = event.data;
  const { adGroupId, keywordId } = objectOfKey(key);
  const by = byOf(actor);
  const bid = typeof event.data.new === 'number' ? event.data.new : null;
  const sentAt = attempts[0]?.sent_at;
  if (sentAt !== undefined) {
    const { live } = event.data;
    const lower = outcomeOf(event) === 'conflict' && typeof live === 'number' && bid !== null && live < bid;
    claimSent(trails, bids, { key, bid, at, by, sentAt }, lower ? loweredAfter : undefined);
  }
  if (!isConfirmed(event)) return;
  if (keywordId !== null) setKeyword(trails, bids, { id: keywordId, adGroupId: adGroupId ?? 0, bid, at, by });
  else setAdGroup(trails, bids, { id: adGroupId ?? 0, bid, at, by });
}

function byOf({ kind, source }: ChangeActor): By {
  if (kind === 'rule') return { rule: ruleOfSource(source) };
  return kind === 'creation' ? 'creation' : 'foreign';
}

/** A bid that was sent and has no outcome yet. */
export interface OpenBid {
  readonly key: string;
  /** Micros; `null` sets a keyword to follow its ad group. */
  readonly bid: number | null;
  readonly actor: ChangeActor;
  /** ISO 8601. */
  readonly sentAt: string;
}

/** Bids of a change that may have been set and have no outcome yet. @param settled Rows with an outcome. */
export const openBids = (
  { request, calls }: Pick<ExistingChange, 'request' | 'calls'>,
  settled: { has(row: number): boolean },
): OpenBid[] =>
  request.rows.flatMap((row, index): OpenBid[] => {
    const call = calls.get(index);
    if (row.field !== 'cpt_bid' || settled.has(index) || call === undefined || call.sent === call.held) return [];
    const bid = typeof row.new === 'number' ? row.new : null;
    return [{ key: row.key, bid, actor: request.actor, sentAt: call.startedAt }];
  });

/** The campaign where bids that pulls saw, and that are exactly those which are sent and open, belong to their rows. */
export function withOpenBids(state: RuleCampaign, open: readonly OpenBid[]): RuleCampaign {
  const openInCampaign = open.filter(({ key }) => objectOfKey(key).campaignId === state.campaign.campaign?.campaign_id);
  if (openInCampaign.length === 0) return state;
  const trails = new Map(state.trails);
  const bids = bidsOf(state.campaign);
  for (const { key, bid, actor, sentAt } of openInCampaign) {
    claimSent(trails, bids, { key, bid, at: sentAt, by: byOf(actor), sentAt });
  }
  return { campaign: state.campaign, trails };
}

/** @param unseen The trail of a keyword at which no pull saw the bid; by default it stays as it is. */
function claimSent(
  trails: Map<number, BidTrail>,
  bids: Bids,
  { key, ...row }: RowBid & { readonly key: string },
  unseen?: (trail: BidTrail, row: RowBid) => BidTrail,
): void {
  const { adGroupId, keywordId } = objectOfKey(key);
  const bid = row.bid ?? bids.adGroups.get(adGroupId ?? 0) ?? null;
  const touched = keywordId === null ? (bids.followers.get(adGroupId ?? 0) ?? []) : [keywordId];
  for (const id of touched) {
    const trail = trails.get(id) ?? emptyTrail;
    const claimed = claimPulled(trail, { ...row, bid }) ?? unseen?.(trail, { ...row, bid });
    if (claimed !== undefined) trails.set(id, claimed);
  }
}

/** The id of a rule, from how its changes name it: `<id>.<version>.<slot>`. */
export const ruleOfSource = (source: string | null): string => source?.split('.', 1)[0] ?? '';

const seenAt = (modifiedAt: string | null, observedAt: string): string =>
  modifiedAt !== null && modifiedAt < observedAt ? modifiedAt : observedAt;

interface SetBid {
  readonly id: number;
  readonly bid: number | null;
  readonly at: string;
  readonly by: By;
  /** ISO 8601; when a pull saw it, where that is all that is known of it. */
  readonly observedAt?: string;
}

function setAdGroup(trails: Map<number, BidTrail>, bids: Bids, { id, bid, ...origin }: SetBid): void {
  const before = bids.adGroups.get(id);
  bids.adGroups.set(id, bid);
  if (before === undefined || before === bid) return;
  for (const keywordId of bids.followers.get(id) ?? []) note(trails, keywordId, { before, after: bid, ...origin });
}

function setKeyword(trails: Map<number, BidTrail>, bids: Bids, set: SetBid & { readonly adGroupId: number }): void {
  const { id, adGroupId, bid, ...origin } = set;
  const existing = bids.keywordBids.get(id);
  setOwn(bids, id, adGroupId, bid);
  if (existing === undefined) return;
  const inherited = bids.adGroups.get(adGroupId) ?? null;
  note(trails, id, { before: existing.bid ?? inherited, after: bid ?? inherited, ...origin });
}

interface Noted extends Pick<SetBid, 'at' | 'by' | 'observedAt'> {
  readonly before: number | null;
  readonly after: number | null;
}

function note(trails: Map<number, BidTrail>, keywordId: number, noted: Noted): void {
  const { before: from, after: to, ...details } = noted;
  if (from === null || to === null || from === to) return;
  trails.set(keywordId, withChange(trails.get(keywordId) ?? emptyTrail, { ...details, from, to }));
}

/** The bid that was effective at an instant; micros. @param now The bid that is effective. */
export function bidAt({ recent }: BidTrail, now: number, ms: number): number {
  const later = recent.find(({ at }) => Date.parse(at) >= ms);
  return later?.from ?? now;
}
