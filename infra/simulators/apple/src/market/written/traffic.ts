import type { Ad, AdGroup, Campaign, NegativeKeyword, Target } from '../world/structure.ts';
import type { Written, WrittenTurn } from './written.ts';

/** What was written about a field of an object until an instant, since the last reset. */
interface FieldHistory {
  /** What it was before the first write; `undefined` when nothing was written. */
  readonly before: unknown;
  readonly last: unknown;
}

const NOTHING: FieldHistory = { before: undefined, last: undefined };

function historyOf(written: Written, id: number, field: string, instant: number): FieldHistory {
  const turns = written.turnsOf(id);
  if (turns.length === 0) return NOTHING;
  let last: WrittenTurn | undefined;
  let first: WrittenTurn | undefined;
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    const turn = turns[index] as WrittenTurn;
    if (turn.moment > instant) continue;
    if (field in turn.part) {
      last ??= turn;
      first = turn;
    }
    if (turn.reset) break;
  }
  return last === undefined ? NOTHING : { before: first?.was[field], last: last.part[field] };
}

const lastOf = (written: Written, id: number, field: string, instant: number): unknown =>
  historyOf(written, id, field, instant).last;

type Switched = { readonly id: number; readonly status: string; readonly deleted: boolean };

const isOn = (written: Written, { id, status, deleted }: Switched, instant: number): boolean =>
  (lastOf(written, id, 'status', instant) ?? status) !== 'PAUSED' &&
  (lastOf(written, id, 'deleted', instant) ?? deleted) === false;

/** Whether a target could win impressions at an instant, by what the market made of it and what was written. */
export function runsAt(written: Written, campaign: Campaign, { adGroup, keyword }: Target, instant: number): boolean {
  if (instant < Math.max(adGroup.createdAt, keyword?.createdAt ?? 0)) return false;
  if (!isOn(written, campaign, instant) || !isOn(written, adGroup, instant)) return false;
  return keyword === null
    ? (lastOf(written, adGroup.id, 'searchMatch', instant) ?? adGroup.searchMatch) === true
    : isOn(written, keyword, instant);
}

/** Whether something was ever written about a target or what it is part of. */
export const isTouched = (written: Written, campaign: Campaign, { adGroup, keyword }: Target): boolean =>
  [campaign.id, adGroup.id, keyword?.id ?? 0].some((id) => written.turnsOf(id).length > 0);

/**
 * A target's bid at an instant over the bid it was built with. Bids count by how far writes moved them from what was in force
 * before the first one: what the staff and tests set moves no traffic.
 */
export function bidFactor(written: Written, { adGroup, keyword, bid, perDay }: Target, instant: number): number {
  const keywordHistory = keyword === null ? NOTHING : historyOf(written, keyword.id, 'bid', instant);
  const group = historyOf(written, adGroup.id, 'defaultBid', instant);
  const builtOwn = keyword?.bid ?? null;
  const isOwnWritten = keywordHistory.last !== undefined;
  const groupBid = (group.last ?? adGroup.defaultBid) as number;
  const now = (isOwnWritten ? (keywordHistory.last as number | null) : builtOwn) ?? groupBid;
  if (perDay !== null) return now / bid;
  if (!isOwnWritten && group.last === undefined) return 1;
  const before =
    ((isOwnWritten ? keywordHistory.before : builtOwn) as number | null) ??
    ((group.before ?? adGroup.defaultBid) as number);
  return now / before;
}

/** The bid that a target's traffic follows at an instant, in the organization's currency. */
export const writtenBid = (written: Written, target: Target, instant: number): number =>
  target.bid * bidFactor(written, target, instant);

/** The daily budget that a campaign's traffic follows at an instant, moved as far as writes moved it. */
export function trafficBudget(written: Written, { id, dailyBudget }: Campaign, instant: number): number {
  const { before, last } = historyOf(written, id, 'dailyBudget', instant);
  return last === undefined ? dailyBudget : dailyBudget * ((last as number) / (before as number));
}

/**
 * Impressions with a bid moved by a factor over those without: half the market's with the bid that was usual, none without a bid,
 * all at most.
 */
export const volumeOf = (factor: number): number => (2 * factor * factor) / (1 + factor * factor);

/** Whether a negative keyword that was written keeps a search from an ad group at an instant. */
export type BlockedSearch = (term: () => string, adGroupId: number, instant: number) => boolean;

const never: BlockedSearch = () => false;

/** Apple ignores symbols in exact negatives. */
const looseKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd} ]/gu, '')
    .replace(/ +/g, ' ')
    .trim();

/** The negatives the market was built with are part of its traffic and are not looked at. */
export function blockedSearches(written: Written, { negatives }: Campaign): BlockedSearch {
  const later = negatives.filter(({ id }) => written.isCreated(id));
  if (later.length === 0) return never;
  const exact = new Map<string, NegativeKeyword[]>();
  const broad: { readonly words: readonly string[]; readonly negative: NegativeKeyword }[] = [];
  for (const negative of later) {
    const key = looseKey(negative.text);
    if (negative.matchType === 'BROAD') broad.push({ words: key.split(' '), negative });
    else exact.set(key, [...(exact.get(key) ?? []), negative]);
  }
  const holds = (negative: NegativeKeyword, adGroupId: number, instant: number): boolean =>
    (negative.adGroupId === null || negative.adGroupId === adGroupId) &&
    instant >= negative.modifiedAt &&
    isOn(written, negative, instant);
  return (term, adGroupId, instant) => {
    const key = looseKey(term());
    const words = new Set(key.split(' '));
    return (
      (exact.get(key) ?? []).some((negative) => holds(negative, adGroupId, instant)) ||
      broad.some((entry) => entry.words.every((word) => words.has(word)) && holds(entry.negative, adGroupId, instant))
    );
  };
}

/** Whether an ad group is shown on a kind of device at an instant. */
export function reachesDevice(written: Written, { id, targeting }: AdGroup, isIpad: boolean, instant: number): boolean {
  const dimensions = (lastOf(written, id, 'targeting', instant) ?? targeting) as {
    readonly deviceClass?: { readonly included?: readonly string[] } | null;
  } | null;
  const included = dimensions?.deviceClass?.included;
  return included === undefined || included.includes(isIpad ? 'IPAD' : 'IPHONE');
}

/** The ad that showed a custom product page to the users of an ad group at an instant. */
export const adAt = (written: Written, { ads }: AdGroup, instant: number): Ad | undefined =>
  ads.findLast((ad) => ad.createdAt <= instant && isOn(written, ad, instant));
