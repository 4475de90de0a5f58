import { DomainError, type RefusedRow } from '../../../shared/domain-error.ts';
import type { CampaignState } from '../../campaign/campaign.state.ts';
import type { CreativeSettings } from '../../product-page/creatives.events.ts';
import { type ChangedObject, type ChangeRow, objectOfKey } from '../change-row.ts';
import { settingOf } from '../outcomes/object-after.ts';
import type { EntryLimits } from './entry-limits.ts';
import { brokenRule, type Edit, missingSetting, readWish } from './value-rules.ts';

/** Rows of one request, those that follow from others included. */
export const mostRows = 5000;
/** Characters of the name of an ad. */
const longestName = 255;

/** Where edits are checked. */
export interface ChangeScope {
  readonly orgId: number;
  readonly adamId: number;
  readonly currency: string;
  readonly limits: EntryLimits;
  /** Campaigns the edits name, as the log has them. */
  readonly campaigns: ReadonlyMap<number, CampaignState>;
  /** Own bids of keywords follow the bids of their ad groups. */
  readonly updateKeywords?: boolean | undefined;
  /** Product pages that ads of the application can use; needed for edits of them. */
  readonly creatives?: ReadonlyMap<number, CreativeSettings> | undefined;
  /** Edits that are made together with these and checked elsewhere. */
  readonly beside?: readonly Edit[] | undefined;
}

const notFoundTexts = {
  campaign: 'Campaign not found',
  ad_group: 'Ad group not found',
  keyword: 'Keyword not found',
  ad: 'Ad not found',
  creative: 'Product page not found',
};

/**
 * Checks edits in the order of the sheet and makes the rows of a change. The first group of checks that some fail lists all of them.
 * @throws DomainError `too_many_rows`, `not_found`, `invalid_request`; nothing may be written then.
 */
export function checkChange(edits: readonly Edit[], scope: ChangeScope): ChangeRow[] {
  if (edits.length > mostRows) throw new DomainError('too_many_rows');
  refuse(
    'not_found',
    edits.flatMap((edit) => missing(edit, scope) ?? []),
  );
  if (edits.length === 0) throw new DomainError('invalid_request', { message: 'Nothing to change' });
  const rows = readRows(edits, scope);
  if (rows.length > mostRows) throw new DomainError('too_many_rows');
  return rows;
}

function readRows(edits: readonly Edit[], scope: ChangeScope): ChangeRow[] {
  const refused: RefusedRow[] = [];
  const rows: ChangeRow[] = [];
  let following: ChangeRow[] = [];
  const seen = new Set<string>();
  const totals = wishedTotals([...(scope.beside ?? []), ...edits], scope.currency);
  for (const [index, edit] of edits.entries()) {
    const { key, field } = edit;
    const campaign = scope.campaigns.get(objectOfKey(key).campaignId);
    if (campaign === undefined) continue;
    const read = readWish(edit, scope.currency);
    const twice = seen.has(`${key} ${field}`) ? `Row given twice: ${key}` : undefined;
    seen.add(`${key} ${field}`);
    const text =
      twice ??
      missingSetting(edit, scope.limits) ??
      ('text' in read ? read.text : brokenRule(edit, read.value, { ...scope, campaign, wishedTotal: totals.get(key) }));
    if (text !== undefined) refused.push({ key, field, message: text });
    else if ('value' in read) {
      following.push(...followingRows(edit, read.value, campaign, { parent: rows.length, scope }));
      rows.push(rowOf(edit, read.value, campaign, scope));
    }
    // All settings of an ad group come before its keywords.
    if (edits[index + 1]?.key === key) continue;
    rows.push(...following);
    following = [];
  }
  refuse('invalid_request', refused);
  return rows;
}

function rowOf(edit: Edit, value: ChangeRow['new'], campaign: CampaignState, scope: ChangeScope): ChangeRow {
  const { key, field, basedOn } = edit;
  const object = objectOfKey(key);
  const currentValue = settingOf(campaign, object, field) ?? null;
  const base = basedOn === undefined ? currentValue : basedOn;
  const bidsBelow = scope.updateKeywords === true ? [] : ownBidsBelow(edit, campaign);
  const note = noteOf(edit, value, campaign, bidsBelow.length);
  const page = field === 'creative' ? scope.creatives?.get(Number(value))?.name : undefined;
  const name = page ? { name: [...page].slice(0, longestName).join('') } : {};
  return { key, field, base, new: value, ...(note === undefined ? {} : { note }), ...name };
}

/** Rows of the keywords that follow the bid of their ad group, whose row is `parent`. */
function followingRows(
  edit: Edit,
  value: ChangeRow['new'],
  campaign: CampaignState,
  { parent, scope }: { parent: number; scope: ChangeScope },
): ChangeRow[] {
  if (scope.updateKeywords !== true) return [];
  const { key, field } = edit;
  return ownBidsBelow(edit, campaign).map(
    ([id, bid]): ChangeRow => ({ key: `${key}:${id}`, field, base: bid, new: value, unchecked: true, parent }),
  );
}

/** Own bids of keywords below the ad group whose bid is set. */
function ownBidsBelow({ key, field }: Edit, campaign: CampaignState): [id: number, bid: number][] {
  const object = objectOfKey(key);
  return field === 'cpt_bid' && object.level === 'ad_group' ? ownBids(campaign, object) : [];
}

/** Existing keywords of an ad group that have a bid of their own, by ascending id. */
function ownBids({ keywords }: CampaignState, { adGroupId }: ChangedObject): [id: number, bid: number][] {
  const bids: [number, number][] = [];
  for (const { keyword_id, ad_group_id, deleted, bid_micros } of keywords.values()) {
    if (ad_group_id === adGroupId && !deleted && bid_micros !== null) bids.push([keyword_id, bid_micros]);
  }
  return bids.sort(([left], [right]) => left - right);
}

function noteOf(edit: Edit, value: ChangeRow['new'], campaign: CampaignState, ownBidCount: number): string | undefined {
  if (ownBidCount > 0) return `${ownBidCount} keywords have their own bid`;
  const { adGroupId } = objectOfKey(edit.key);
  if (edit.field !== 'search_match' || value !== false) return edit.note;
  const any = [...campaign.keywords.values()].some((keyword) => keyword.ad_group_id === adGroupId && !keyword.deleted);
  return any ? edit.note : 'This ad group has no keywords and will get no traffic';
}

function wishedTotals(edits: readonly Edit[], currency: string): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const edit of edits) {
    const read = edit.field === 'budget' ? readWish(edit, currency) : undefined;
    if (read !== undefined && 'value' in read && typeof read.value === 'number') totals.set(edit.key, read.value);
  }
  return totals;
}

/** A row of another organization, app or parent is not found, as if it did not exist. A deleted one is found. */
function missing(edit: Edit, scope: ChangeScope): RefusedRow | undefined {
  const { key, field } = edit;
  const { orgId, adamId, campaigns } = scope;
  const object = objectOfKey(key);
  const state = campaigns.get(object.campaignId);
  const isOwn = state?.org_id === orgId && state.campaign?.adam_id === adamId;
  const level =
    !isOwn || state === undefined ? 'campaign' : (missingLevel(state, object) ?? missingPage(edit, state, scope));
  return level === undefined ? undefined : { key, field, message: notFoundTexts[level] };
}

/** Why an object that a campaign's state is asked for is not found; `undefined` for one that is there. @param state of its campaign, if that is the caller's. */
export function missingObjectText(state: CampaignState | undefined, object: ChangedObject): string | undefined {
  const level = state === undefined ? 'campaign' : missingLevel(state, object);
  return level === undefined ? undefined : notFoundTexts[level];
}

function missingLevel(state: CampaignState, { adGroupId, keywordId }: ChangedObject) {
  if (adGroupId !== null && !state.ad_groups.has(adGroupId)) return 'ad_group' as const;
  if (keywordId === null || state.keywords.get(keywordId)?.ad_group_id === adGroupId) return undefined;
  return 'keyword' as const;
}

/** An ad of another ad group, and a page of another application, are unknown as well. */
function missingPage({ field, wish, seenAd, key }: Edit, { ads }: CampaignState, { creatives }: ChangeScope) {
  if (field !== 'creative') return undefined;
  if (seenAd !== undefined && ads.get(seenAd)?.ad_group_id !== objectOfKey(key).adGroupId) return 'ad' as const;
  return wish === 0 || creatives?.has(Number(wish)) === true ? undefined : ('creative' as const);
}

function refuse(code: 'not_found' | 'invalid_request', rows: readonly RefusedRow[]): void {
  const [first] = rows;
  if (first?.message !== undefined) throw new DomainError(code, { message: first.message, rows });
}

/** Campaigns that edits name, each once. */
export const campaignsOf = (keys: Iterable<string>): number[] => [
  ...new Set([...keys].map((key) => objectOfKey(key).campaignId)),
];
