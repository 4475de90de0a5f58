import { decimalStringFromMicros, microsFromDecimalString, objectOfKey } from '@tapwise/domain';
import { type CallContext, type CallEnd, status, type WritableRow } from './call-types.ts';
import { keywordValue } from './remote-values.ts';

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
  const end = await sendBulk(adGroupId, keywords, context);
  const calls = [...before, { sentAt, endedAt: context.now(), refused: end.kind === 'refused' }];
  const all = (ended: CallEnd['end'], of = keywords): [number, CallEnd][] =>
    of.flatMap(({ rows }) => rows.map(({ index }): [number, CallEnd] => [index, { end: ended, calls }]));
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
  if (keyword === undefined || first?.row.field !== 'cpt_bid' || first.row.new !== null || others.length > 0)
    return undefined;
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

/** A keyword and all its rows. */
interface KeywordRows {
  readonly id: number;
  readonly rows: WritableRow[];
}

const unanswered: CallEnd['end'] = { kind: 'unknown', sent: true };

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
): Promise<BulkEnd> {
  if (keywords[0]?.rows[0]?.row.new === 'DELETED') {
    const ids = keywords.map(({ id }) => id);
    const end = await writer.deleteKeywords(scope, campaignId, adGroupId, ids);
    if (end.kind !== 'done') return end;
    // Fewer than were named: it does not say which.
    const whole = end.value.deleted === null || end.value.deleted >= ids.length;
    return { kind: 'done', value: ids.map(() => (whole ? { kind: 'done' } : unanswered)) };
  }
  const changes = keywords.map(({ id, rows }) => ({ id, ...status(rows), ...bidOf(rows) }));
  const end = await writer.updateKeywords(scope, campaignId, adGroupId, changes);
  if (end.kind !== 'done') return end;
  const value = end.value.map((ended, position): CallEnd['end'] => {
    if (ended.kind === 'refused') return { kind: 'refused', status: 200, message: ended.message };
    const { rows = [] } = keywords[position] ?? {};
    const isApplied =
      ended.kind === 'done' && rows.every(({ row }) => keywordValue(ended.value, row.field) === row.new);
    return isApplied ? { kind: 'done' } : unanswered;
  });
  return { kind: 'done', value };
}

function bidOf(rows: readonly WritableRow[]): { bid?: string | null } {
  const bid = rows.find(({ row }) => row.field === 'cpt_bid')?.row.new;
  if (bid === undefined) return {};
  return { bid: typeof bid === 'number' ? decimalStringFromMicros(bid) : null };
}
