import { type ChangeRow, type ExistingCreation, haveOwnAdGroups, type RowEvent, rowEvent } from '@tapwise/domain';
import type { CreationLog } from '../creation-log.ts';
import { sendRows } from './send-rows.ts';
import { amount, campaignIdAt, planAt, type StepContext } from './step-context.ts';
import { type Halt, haltOf } from './step-end.ts';

/** Rows of the campaigns come first, then so many for each keyword. */
const firstKeywordRow = 100;
const rowsOfKeyword = 3;

/**
 * Switches a paused keyword on, with the bid given, and the ad group that is its own. Values are absolute, so a repetition changes
 * nothing.
 */
export async function enableKeyword(
  context: StepContext,
  campaign: number,
  position: number,
): Promise<
  { readonly kind: 'enabled' } | { readonly kind: 'refused'; readonly message: string; readonly status: number } | Halt
> {
  const { creation, writer, log } = context;
  const keyword = creation.keywords[position];
  const there = keyword?.there;
  if (keyword === undefined || there === undefined) throw new RangeError(`Keyword ${position} is not there`);
  const campaignId = campaignIdAt(creation, campaign);
  const bid = keyword.bid_micros ?? planAt(creation, campaign).bid_micros ?? 0;
  const change = { id: there.keyword_id, status: 'ENABLED', bid: amount(bid) } as const;
  const [end] = await sendRows([change], writer.limits, (rows) =>
    writer.updateKeywords(log.scope, campaignId, there.ad_group_id, rows),
  );
  if (end === undefined) throw new RangeError('One row has one end');
  if (end.kind !== 'done') return end;
  const isShared = !haveOwnAdGroups(planAt(creation, campaign));
  const group = isShared
    ? undefined
    : await writer.updateAdGroup(log.scope, campaignId, there.ad_group_id, { status: 'ENABLED' });
  if (group !== undefined && group.kind !== 'done') return haltOf(group);
  const row = firstKeywordRow + position * rowsOfKeyword;
  const adGroupKey = `${campaignId}:${there.ad_group_id}`;
  const key = `${adGroupKey}:${there.keyword_id}`;
  await recordSettings(log, creation, campaignId, [
    [row, { key, field: 'status', base: 'PAUSED', new: 'ENABLED' }],
    [row + 1, { key, field: 'cpt_bid', base: null, new: bid }],
    ...(isShared ? [] : ([[row + 2, { key: adGroupKey, field: 'status', base: 'PAUSED', new: 'ENABLED' }]] as const)),
  ]);
  return { kind: 'enabled' };
}

/** Records settings that the ad service confirmed for a creation; what is recorded or holds already is left out. */
export async function recordSettings(
  log: CreationLog,
  { request }: ExistingCreation,
  campaignId: number,
  rows: readonly (readonly [row: number, setting: ChangeRow])[],
): Promise<void> {
  const { creation_id: change_id, org_id, application_id, currency, comment, requested_at } = request;
  const { actor, decided_at: decidedAt } = log.identityOf(campaignId);
  const change = {
    change_id,
    application_id,
    org_id,
    currency,
    actor,
    comment,
    requested_at,
    guardrails_confirmed: false,
    undoes: null,
    campaigns: [],
  };
  await log.objects(campaignId, (state) => {
    const settled = state.settled.get(change_id);
    return rows.flatMap(([row, setting]): RowEvent[] => {
      if (settled?.has(row) === true) return [];
      const result = { outcome: 'changed', remote: undefined, attempts: [], decidedAt } as const;
      const event = rowEvent({ ...change, rows: [setting] }, 0, result, state);
      return [{ ...event, data: { ...event.data, row } } as RowEvent];
    });
  });
}
