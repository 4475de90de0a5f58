import {
  amountText,
  decimalStringFromMicros,
  followMessage,
  microsFromDecimalString,
  objectOfKey,
} from '@tapwise/domain';
import { keywordValue } from '../remote-values.ts';
import { type CallContext, type CallEnd, status, type WritableRow } from './call-types.ts';

/** A call is under way for these rows; those before it were refused for some row among them. */
type Calls = CallEnd['calls'];

/** Refusals that no part of the rows would escape. */
const refusesAll: ReadonlySet<number> = new Set([401, 403, 404]);

/**
 * Sends keywords of one ad group. When the service refuses them as a whole, those it names are taken out and the rest is sent once
 * more; when it names none, they are halved until single rows are left.
 */
export async function sendKeywordRows(
  adGroupId: number,
  group: readonly WritableRow[],
  context: CallContext,
  before: Calls = [],
): Promise<ReadonlyMap<number, CallEnd>> {
  const keywords = byKeyword(group);
  const sentAt = context.now();
  const groupsBid = await bidInsteadOfNone(adGroupId, group, context);
  if (groupsBid !== null && typeof groupsBid !== 'string') {
    return new Map(group.map(({ index }) => [index, { end: groupsBid, calls: before }]));
  }
  const end = await sendBulk(adGroupId, keywords, context, groupsBid);
  const calls = [...before, { sentAt, endedAt: context.now(), refused: end.kind === 'refused' }];
  const all = (ended: CallEnd['end'], of = keywords): [number, CallEnd][] =>
    of.flatMap(({ rows }) =>
      rows.map(({ index, row }): [number, CallEnd] => [index, { end: isFollow(row) ? ended : plain(ended), calls }]),
    );
  if (end.kind === 'done') {
    return new Map(keywords.flatMap((keyword, position) => all(end.value[position] ?? unanswered, [keyword])));
  }
  if (end.kind !== 'refused' || refusesAll.has(end.status)) return new Map(all(end));
  if (keywords.length === 1) return new Map(all((await sendGroupsBid(adGroupId, keywords, context)) ?? end));
  const named = new Map(end.items.map(({ index, message }) => [index, message]));
  const refused = keywords.flatMap((keyword, position) => {
    const message = named.get(position);
    return message === undefined ? [] : all({ kind: 'refused', status: end.status, message }, [keyword]);
  });
  const rest = keywords.filter((_, position) => !named.has(position));
  const half = Math.ceil(rest.length / 2);
  const parts = refused.length > 0 ? [rest] : [rest.slice(0, half), rest.slice(half)];
  const ends = new Map(refused);
  for (const part of parts) {
    const rows = part.flatMap((keyword) => keyword.rows);
    if (rows.length === 0) continue;
    for (const [index, rowEnd] of await sendKeywordRows(adGroupId, rows, context, calls)) ends.set(index, rowEnd);
  }
  return ends;
}

/**
 * A keyword that is to follow its ad group again, which the service does not take, is given the bid that the ad group has now.
 * @returns `undefined` for other rows, and where that is refused as well.
 */
async function sendGroupsBid(
  adGroupId: number,
  keywords: readonly KeywordRows[],
  { writer, scope, campaignId }: CallContext,
): Promise<CallEnd['end'] | undefined> {
  const [keyword] = keywords;
  const [first, ...others] = keyword?.rows ?? [];
  if (keyword === undefined || first === undefined || !isFollow(first.row) || others.length > 0) return undefined;
  if (!writer.limits.bidsFollowAgain) return undefined;
  const groups = await writer.readAdGroups(scope, campaignId, [adGroupId]).catch(() => undefined);
  // What cannot be read now is tried again as a whole: the refused call had no effect.
  if (groups === undefined) return { kind: 'unknown', sent: false };
  const bid = groups.find(({ id }) => id === adGroupId)?.defaultBid ?? null;
  if (bid === null) return undefined;
  const end = await writer.updateKeywords(scope, campaignId, adGroupId, [{ id: keyword.id, bid }]);
  if (end.kind === 'unknown') return { kind: 'unknown', sent: end.sent };
  if (end.kind === 'limited') return end;
  if (end.kind !== 'done' || end.value[0]?.kind !== 'done') return undefined;
  const note = 'Apple does not take an own bid back: the present bid of the ad group was set';
  return { kind: 'done', set: microsFromDecimalString(bid), note };
}

/**
 * The bid that keywords are given that are to follow their ad group again, where the service does not take that: the ad group's of now.
 * @returns `null` where none is needed; an end for all rows where the bid cannot be read, or there is none.
 */
async function bidInsteadOfNone(
  adGroupId: number,
  group: readonly WritableRow[],
  { writer, scope, campaignId }: CallContext,
): Promise<string | null | CallEnd['end']> {
  const isNeeded = !writer.limits.bidsFollowAgain && group.some(({ row }) => isFollow(row));
  if (!isNeeded) return null;
  const groups = await writer.readAdGroups(scope, campaignId, [adGroupId]).catch(() => undefined);
  if (groups === undefined) return { kind: 'unknown', sent: false };
  const bid = groups.find(({ id }) => id === adGroupId)?.defaultBid;
  return bid ?? { kind: 'refused', status: 400, message: followMessage };
}

const isFollow = ({ field, new: wish }: WritableRow['row']): boolean => field === 'cpt_bid' && wish === null;

/** A keyword and all its rows. */
interface KeywordRows {
  readonly id: number;
  readonly rows: WritableRow[];
}

const unanswered: CallEnd['end'] = { kind: 'unknown', sent: true };

/** What was set in the place of a bid says nothing of the keyword's other rows. */
const plain = (end: CallEnd['end']): CallEnd['end'] => (end.kind === 'done' ? { kind: 'done' } : end);

function byKeyword(group: readonly WritableRow[]): readonly KeywordRows[] {
  const keywords = new Map<number, KeywordRows>();
  for (const writableRow of group) {
    const id = objectOfKey(writableRow.row.key).keywordId ?? 0;
    const keyword = keywords.get(id) ?? { id, rows: [] };
    keyword.rows.push(writableRow);
    keywords.set(id, keyword);
  }
  return [...keywords.values()];
}

type BulkEnd =
  | { readonly kind: 'done'; readonly value: readonly CallEnd['end'][] }
  | Exclude<Awaited<ReturnType<CallContext['writer']['updateKeywords']>>, { kind: 'done' }>;

async function sendBulk(
  adGroupId: number,
  keywords: readonly KeywordRows[],
  { writer, scope, campaignId }: CallContext,
  groupsBid: string | null,
): Promise<BulkEnd> {
  if (keywords[0]?.rows[0]?.row.new === 'DELETED') {
    const ids = keywords.map(({ id }) => id);
    const end = await writer.deleteKeywords(scope, campaignId, adGroupId, ids);
    if (end.kind !== 'done') return end;
    // Fewer than were named: it does not say which.
    const whole = end.value.deleted === null || end.value.deleted >= ids.length;
    return { kind: 'done', value: ids.map(() => (whole ? { kind: 'done' } : unanswered)) };
  }
  const changes = keywords.map(({ id, rows }) => ({ id, ...status(rows), ...bidOf(rows, groupsBid) }));
  const end = await writer.updateKeywords(scope, campaignId, adGroupId, changes);
  if (end.kind !== 'done') return end;
  const value = end.value.map((ended, position): CallEnd['end'] => {
    if (ended.kind === 'refused') return { kind: 'refused', status: 200, message: ended.message };
    const { rows = [] } = keywords[position] ?? {};
    const set = groupsBid === null ? null : microsFromDecimalString(groupsBid);
    const wishOfRow = ({ row }: WritableRow) => (isFollow(row) ? set : row.new);
    const isApplied =
      ended.kind === 'done' &&
      rows.every((writable) => keywordValue(ended.value, writable.row.field) === wishOfRow(writable));
    if (!isApplied) return unanswered;
    if (set === null || !rows.some(({ row }) => isFollow(row))) return { kind: 'done' };
    return { kind: 'done', set, note: `${followMessage}; the bid is now ${amountText(set, scope.currency)}.` };
  });
  return { kind: 'done', value };
}

function bidOf(rows: readonly WritableRow[], groupsBid: string | null): { bid?: string | null } {
  const bid = rows.find(({ row }) => row.field === 'cpt_bid')?.row.new;
  if (bid === undefined) return {};
  return { bid: typeof bid === 'number' ? decimalStringFromMicros(bid) : groupsBid };
}
