import { campaignDecider } from '../../campaign/campaign.decider.ts';
import type { CampaignEvent } from '../../campaign/campaign.events.ts';
import type { CampaignState } from '../../campaign/campaign.state.ts';
import type { KnownChange } from '../../change/change.decider.ts';
import { type ChangeActor, objectOfKey } from '../../change/change-row.ts';
import type { RowEvent } from '../../change/outcomes/row-outcome.events.ts';
import { isConfirmed, isRowEvent, outcomeOf } from '../../change/outcomes/row-outcome.ts';
import type { CreatedObjectEvent } from '../../creation/created-object.events.ts';

/** A change of the effective bid of a keyword; micros. */
interface BidChange {
  /** ISO 8601. */
  readonly at: string;
  readonly from: number;
  readonly to: number;
}

/** Who changed the effective bid of a keyword, and when, as far as rules ask for it. Instants are ISO 8601. */
export interface BidTrail {
  /** Last change by anyone, a creation included. */
  readonly lastAt: string | null;
  /** Last change by a person, a change set, an undo, or outside this product. */
  readonly lastForeignAt: string | null;
  /** By rule: when it last raised the bid. */
  readonly raised: Readonly<Record<string, string>>;
  /** By rule: when its raise was last undone or overruled by a lower bid. */
  readonly lowered: Readonly<Record<string, string>>;
  /** Changes of the last days, oldest first. */
  readonly recent: readonly BidChange[];
  /** The last change, where a pull alone showed it: a row that was sent before may turn out to have been it. */
  readonly pulled?: PulledBid;
}

interface PulledBid extends Omit<BidChange, 'at'> {
  /** ISO 8601. */
  readonly observedAt: string;
  /** The trail without it. */
  readonly before: BidTrail;
}

/** A campaign and the trails of its keywords. */
export interface RuleCampaign {
  readonly campaign: CampaignState;
  readonly trails: ReadonlyMap<number, BidTrail>;
}

type AnyCampaignEvent = CampaignEvent | RowEvent | CreatedObjectEvent;

/** No bid is looked at further back than a local day. */
const recentMs = 50 * 3_600_000;
const nothing: BidTrail = { lastAt: null, lastForeignAt: null, raised: {}, lowered: {}, recent: [] };

export const emptyTrail = nothing;

/** Fold of `campaign-<campaignId>` for rules. */
export const ruleCampaignDecider = {
  initialState: (): RuleCampaign => ({ campaign: campaignDecider.initialState(), trails: new Map() }),
  evolve: (state: RuleCampaign, event: AnyCampaignEvent): RuleCampaign => evolveMany(state, [event]),
  evolveMany,
};

function evolveMany(state: RuleCampaign, events: readonly AnyCampaignEvent[]): RuleCampaign {
  const campaign = campaignDecider.evolveMany(state.campaign, events);
  if (!events.some(touchesBids)) return { ...state, campaign };
  const trails = new Map(state.trails);
  const bids = bidsOf(state.campaign);
  for (const event of events) take(trails, bids, event);
  return { campaign, trails };
}

const touchesBids = (event: AnyCampaignEvent): boolean =>
  ['AdGroupsObserved', 'KeywordsObserved', 'AdGroupCreated', 'KeywordAdded'].includes(event.type) ||
  ('field' in event.data && event.data.field === 'cpt_bid' && mayBeSet(event));

/** Whether an event says that a setting was set, or that nobody knows whether it was. */
const mayBeSet = (event: AnyCampaignEvent): event is RowEvent =>
  isConfirmed(event) || (isRowEvent(event) && outcomeOf(event) === 'unknown');

/** Bids as they were before an event; changed in place. */
interface Bids {
  readonly own: Map<number, { readonly adGroupId: number; readonly bid: number | null }>;
  readonly adGroups: Map<number, number | null>;
  /** Keywords of each ad group that follow it. */
  readonly followers: Map<number, Set<number>>;
}

function bidsOf({ ad_groups, keywords }: CampaignState): Bids {
  const bids: Bids = { own: new Map(), adGroups: new Map(), followers: new Map() };
  for (const { ad_group_id, default_bid_micros } of ad_groups.values())
    bids.adGroups.set(ad_group_id, default_bid_micros);
  for (const { keyword_id, ad_group_id, bid_micros } of keywords.values()) {
    setOwn(bids, keyword_id, ad_group_id, bid_micros);
  }
  return bids;
}

function setOwn({ own, followers }: Bids, keywordId: number, adGroupId: number, bid: number | null): void {
  own.set(keywordId, { adGroupId, bid });
  const following = followers.get(adGroupId) ?? new Set<number>();
  if (bid === null) following.add(keywordId);
  else following.delete(keywordId);
  followers.set(adGroupId, following);
}

/** Who did it: a rule by its id, someone else, or a creation. */
type By = { readonly rule: string } | 'foreign' | 'creation';

function take(trails: Map<number, BidTrail>, bids: Bids, event: AnyCampaignEvent): void {
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
      trails.set(keyword_id, { ...nothing, lastAt: event.data.decided_at });
      return;
    }
    default:
      takeRow(trails, bids, event);
  }
}

function takeRow(trails: Map<number, BidTrail>, bids: Bids, event: AnyCampaignEvent): void {
  if (!mayBeSet(event) || event.data.field !== 'cpt_bid') return;
  const { key, actor, decided_at: at, attempts } = event.data;
  const { adGroupId, keywordId } = objectOfKey(key);
  const by = byOf(actor);
  const bid = typeof event.data.new === 'number' ? event.data.new : null;
  claimSent(trails, bids, { key, bid, at, by, sentAt: attempts[0]?.sent_at });
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
  { request, calls }: Pick<KnownChange, 'request' | 'calls'>,
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
  const own = open.filter(({ key }) => objectOfKey(key).campaignId === state.campaign.campaign?.campaign_id);
  if (own.length === 0) return state;
  const trails = new Map(state.trails);
  const bids = bidsOf(state.campaign);
  for (const { key, bid, actor, sentAt } of own) {
    claimSent(trails, bids, { key, bid, at: sentAt, by: byOf(actor), sentAt });
  }
  return { campaign: state.campaign, trails };
}

interface Sent extends Pick<Noted, 'at' | 'by'> {
  readonly key: string;
  readonly bid: number | null;
  readonly sentAt: string | undefined;
}

function claimSent(trails: Map<number, BidTrail>, bids: Bids, { key, bid, ...sent }: Sent): void {
  const { adGroupId, keywordId } = objectOfKey(key);
  const after = bid ?? bids.adGroups.get(adGroupId ?? 0) ?? null;
  const touched = keywordId === null ? (bids.followers.get(adGroupId ?? 0) ?? []) : [keywordId];
  for (const id of touched) claimPulled(trails, id, { ...sent, after });
}

/** A value that a pull saw after a row was sent, and that is exactly the row's, was set by that row: nobody else has changed anything. */
function claimPulled(
  trails: Map<number, BidTrail>,
  keywordId: number,
  row: Pick<Noted, 'after' | 'at' | 'by'> & { readonly sentAt: string | undefined },
): void {
  const pulled = trails.get(keywordId)?.pulled;
  if (pulled === undefined || pulled.to !== row.after) return;
  if (row.sentAt === undefined || pulled.observedAt < row.sentAt) return;
  trails.set(keywordId, pulled.before);
  note(trails, keywordId, { before: pulled.from, after: pulled.to, at: row.at, by: row.by });
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

function setAdGroup(trails: Map<number, BidTrail>, bids: Bids, { id, bid, ...about }: SetBid): void {
  const before = bids.adGroups.get(id);
  bids.adGroups.set(id, bid);
  if (before === undefined || before === bid) return;
  for (const keywordId of bids.followers.get(id) ?? []) note(trails, keywordId, { before, after: bid, ...about });
}

function setKeyword(trails: Map<number, BidTrail>, bids: Bids, set: SetBid & { readonly adGroupId: number }): void {
  const { id, adGroupId, bid, ...about } = set;
  const known = bids.own.get(id);
  setOwn(bids, id, adGroupId, bid);
  if (known === undefined) return;
  const inherited = bids.adGroups.get(adGroupId) ?? null;
  note(trails, id, { before: known.bid ?? inherited, after: bid ?? inherited, ...about });
}

interface Noted extends Pick<SetBid, 'at' | 'by' | 'observedAt'> {
  readonly before: number | null;
  readonly after: number | null;
}

function note(trails: Map<number, BidTrail>, keywordId: number, noted: Noted): void {
  const { before, after, at, by, observedAt } = noted;
  if (before === null || after === null || before === after) return;
  const { pulled: _, ...trail } = trails.get(keywordId) ?? nothing;
  const oldest = Date.parse(at) - recentMs;
  const recent = [...trail.recent.filter((each) => Date.parse(each.at) >= oldest), { at, from: before, to: after }];
  const pulled = observedAt === undefined ? {} : { pulled: { from: before, to: after, observedAt, before: trail } };
  const seen = { ...trail, lastAt: at, recent, ...pulled };
  if (by === 'creation') trails.set(keywordId, seen);
  else if (by === 'foreign') {
    const overruled = after < before ? Object.keys(trail.raised).map((rule) => [rule, at]) : [];
    const lowered = { ...trail.lowered, ...Object.fromEntries(overruled) };
    trails.set(keywordId, { ...seen, lastForeignAt: at, lowered });
  } else trails.set(keywordId, { ...seen, raised: { ...trail.raised, [by.rule]: at } });
}

/** The bid that was effective at an instant; micros. @param now The bid that is effective. */
export function bidAt({ recent }: BidTrail, now: number, ms: number): number {
  const later = recent.find(({ at }) => Date.parse(at) >= ms);
  return later?.from ?? now;
}
