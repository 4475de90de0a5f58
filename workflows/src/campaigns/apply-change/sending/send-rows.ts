import { type ChangeField, decimalStringFromMicros, objectOfKey, type SettingValue } from '@tapwise/domain';
import { adGroupValue, campaignValue } from '../remote-values.ts';
import { type CallContext, type CallEnd, type RowCall, status, type WritableRow, wishOf } from './call-types.ts';
import { sendKeywordRows } from './send-keywords.ts';
import { sendNegatives } from './send-negatives.ts';
import { sendPage } from './send-product-page.ts';

/**
 * Puts rows of one campaign into as few calls as the ad service allows: one for each campaign and ad group, with as many keywords as it
 * takes.
 */
export function callsFor(rows: readonly WritableRow[], context: CallContext): RowCall[] {
  const groups = new Map<string, WritableRow[]>();
  for (const row of rows) {
    const { level, adGroupId } = objectOfKey(row.row.key);
    const group = `${level} ${adGroupId ?? ''} ${kindOf(row.row)}`;
    const existing = groups.get(group);
    if (existing === undefined) groups.set(group, [row]);
    else existing.push(row);
  }
  return [...groups.values()].flatMap((group) => callsOfGroup(group, context));
}

/** Rows of one object go out together where they are of one kind; a page takes several calls of its own. */
function kindOf({ field, new: set }: WritableRow['row']): string {
  if (field === 'negative') return set === null ? 'negatives removed' : 'negatives added';
  return set === 'DELETED' ? 'delete' : field === 'creative' ? 'page' : 'update';
}

function callsOfGroup(group: readonly WritableRow[], context: CallContext): RowCall[] {
  const [first] = group;
  if (first === undefined) return [];
  const { level, adGroupId } = objectOfKey(first.row.key);
  const rows = group.map(({ index }) => index);
  if (first.row.field === 'creative') return [{ rows, send: () => sendPage(first, context) }];
  if (level === 'campaign') return [{ rows, send: () => sendCampaign(group, context) }];
  if (level === 'ad_group') return [{ rows, send: () => sendAdGroup(adGroupId ?? 0, group, context) }];
  const calls: RowCall[] = [];
  const { mostRows } = context.writer.limits;
  for (let from = 0; from < group.length; from += mostRows) {
    const part = group.slice(from, from + mostRows);
    const send = first.row.field === 'negative' ? sendNegatives : sendKeywordRows;
    calls.push({ rows: part.map(({ index }) => index), send: () => send(adGroupId ?? 0, part, context) });
  }
  return calls;
}

async function sendCampaign(
  group: readonly WritableRow[],
  context: CallContext,
): Promise<ReadonlyMap<number, CallEnd>> {
  const { writer, scope, campaignId } = context;
  if (group[0]?.row.new === 'DELETED') return sendOne(group, context, () => writer.deleteCampaign(scope, campaignId));
  const change = {
    ...status(group),
    ...amount(group, 'daily_cap', (dailyBudget) => ({ dailyBudget })),
    ...amount(group, 'budget', (totalBudget) => ({ totalBudget })),
    ...amount(group, 'target_cpa', (targetCpa) => ({ targetCpa })),
  };
  return sendOne(group, context, () => writer.updateCampaign(scope, campaignId, change), campaignValue);
}

async function sendAdGroup(
  adGroupId: number,
  group: readonly WritableRow[],
  context: CallContext,
): Promise<ReadonlyMap<number, CallEnd>> {
  const { writer, scope, campaignId, remote } = context;
  if (group[0]?.row.new === 'DELETED') {
    return sendOne(group, context, () => writer.deleteAdGroup(scope, campaignId, adGroupId));
  }
  const searchMatch = wishOf(group, 'search_match');
  const goal = wishOf(group, 'cpa_goal');
  const requested = amount(group, 'cpt_bid', (defaultBid) => ({ defaultBid }));
  const common = {
    ...status(group),
    ...(goal === undefined ? {} : { cpaGoal: typeof goal === 'number' ? decimalStringFromMicros(goal) : null }),
  };
  if (typeof searchMatch !== 'boolean') {
    return sendOne(
      group,
      context,
      () => writer.updateAdGroup(scope, campaignId, adGroupId, { ...common, ...requested }),
      adGroupValue,
    );
  }
  // Without the bid read just before, the service may reset it.
  const defaultBid = requested.defaultBid ?? remote.adGroup(adGroupId)?.defaultBid ?? null;
  const change = { ...common, defaultBid, searchMatch };
  return sendOne(group, context, () => writer.updateAdGroup(scope, campaignId, adGroupId, change), adGroupValue);
}

type End<Value> = { kind: 'done'; value: Value } | Exclude<CallEnd['end'], { kind: 'done' }>;

/** Sends all rows in one call. A success that names another value than was sent leaves the row unknown. */
async function sendOne<Value>(
  group: readonly WritableRow[],
  { now }: CallContext,
  send: () => Promise<End<Value>>,
  read?: (value: Value, field: ChangeField) => SettingValue | undefined,
): Promise<ReadonlyMap<number, CallEnd>> {
  const sentAt = now();
  const end = await send();
  const calls = [{ sentAt, endedAt: now(), refused: end.kind === 'refused' }];
  return new Map(
    group.map(({ index, row }): [number, CallEnd] => {
      if (end.kind !== 'done') return [index, { end, calls }];
      const isApplied = read === undefined || read(end.value, row.field) === row.new;
      return [index, { end: isApplied ? { kind: 'done' } : { kind: 'unknown', sent: true }, calls }];
    }),
  );
}

function amount<Named extends object>(
  group: readonly WritableRow[],
  field: ChangeField,
  name: (amount: string) => Named,
): Partial<Named> {
  const value = wishOf(group, field);
  return typeof value === 'number' ? name(decimalStringFromMicros(value)) : {};
}
