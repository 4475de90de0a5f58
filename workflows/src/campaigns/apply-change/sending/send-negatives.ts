import { negativeText } from '@tapwise/domain';
import { negativeSettings } from '../remote-values.ts';
import type { CallContext, CallEnd, WritableRow } from './call-types.ts';

type Calls = CallEnd['calls'];

/** Refusals that no part of the rows would escape. */
const refusesAll: ReadonlySet<number> = new Set([401, 403, 404]);

/**
 * Removes negatives of one ad group, or of the campaign (0), or adds removed ones again; all rows do the same. When the service refuses
 * them as a whole, they are halved until single rows are left.
 */
export async function sendNegatives(
  adGroupId: number,
  group: readonly WritableRow[],
  context: CallContext,
  before: Calls = [],
): Promise<ReadonlyMap<number, CallEnd>> {
  const sentAt = context.now();
  const ends = await (group[0]?.row.new === null ? remove : add)(adGroupId || null, group, context);
  const refused = 'kind' in ends && ends.kind === 'refused';
  const calls = [...before, { sentAt, endedAt: context.now(), refused }];
  if (!('kind' in ends)) {
    return new Map(group.map(({ index }, position) => [index, { end: ends[position] ?? unanswered, calls }]));
  }
  if (ends.kind !== 'refused' || refusesAll.has(ends.status) || group.length === 1) {
    return new Map(group.map(({ index }) => [index, { end: ends, calls }]));
  }
  const half = Math.ceil(group.length / 2);
  const parts = [group.slice(0, half), group.slice(half)];
  const sent = new Map<number, CallEnd>();
  for (const part of parts) {
    for (const [index, end] of await sendNegatives(adGroupId, part, context, calls)) sent.set(index, end);
  }
  return sent;
}

/** An end for each row, or one for all of them. */
type Ends = readonly CallEnd['end'][] | Exclude<CallEnd['end'], { kind: 'done' }>;
const unanswered: CallEnd['end'] = { kind: 'unknown', sent: true };

async function remove(
  adGroupId: number | null,
  group: readonly WritableRow[],
  { writer, scope, campaignId, remote }: CallContext,
): Promise<Ends> {
  const negatives = group.map(({ row }) => remote.negativeOf(row));
  const ids = negatives.flatMap((negative) => negative?.id ?? []);
  const end = await writer.deleteNegatives(scope, campaignId, adGroupId, ids);
  if (end.kind !== 'done') return end;
  // Fewer than were named: it does not say which.
  const whole = end.value.deleted === null || end.value.deleted >= ids.length;
  return negatives.map((negative) =>
    whole && negative !== undefined
      ? { kind: 'done', negative: { ...negativeSettings(negative), deleted: true } }
      : unanswered,
  );
}

async function add(
  adGroupId: number | null,
  group: readonly WritableRow[],
  { writer, scope, campaignId }: CallContext,
): Promise<Ends> {
  const requested = group.map(({ row }) => ({ text: negativeText(row), matchType: 'EXACT' as const }));
  const end = await writer.createNegatives(scope, campaignId, adGroupId, requested);
  if (end.kind !== 'done') return end;
  return end.value.map((ended): CallEnd['end'] => {
    if (ended.kind === 'refused') return { kind: 'refused', status: 200, message: ended.message };
    return ended.kind === 'done' ? { kind: 'done', negative: negativeSettings(ended.value) } : unanswered;
  });
}
