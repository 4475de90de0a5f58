import type { RemoteNegative } from '@tapwise/adapters';
import { type CreatedObjectEvent, type CreationStep, type NegativeOutcome, textKey } from '@tapwise/domain';
import type { StepEnd } from '../create-campaign.contract.ts';
import { adoptDuplicates, isDuplicate, type SentRow, sendRows } from './send-rows.ts';
import { campaignIdAt, type StepContext } from './step-context.ts';
import { haltOfFault, isHalt, worstOf } from './step-end.ts';

/** Adds exact negatives of a campaign, or of one ad group, in one call. Those whose keyword is not live are left out. */
export async function addNegatives(
  context: StepContext,
  { campaign, adGroupId, due, dropped }: Extract<CreationStep, { step: 'negatives' }>,
): Promise<StepEnd> {
  const { creation, log, writer } = context;
  const campaignId = campaignIdAt(creation, campaign);
  const { creation_id } = creation.request;
  const data = { creation_id, campaign, step: 'negatives' as const, negatives: [...due], started_at: log.at() };
  const mine = due.length === 0 || (await log.step({ type: 'CreationStepStarted', data }));
  const hasUnconfirmed = !mine || due.some((index) => creation.negativesStarted.has(index));
  const find = () => remoteNegatives(context, campaignId, adGroupId);
  const existing = hasUnconfirmed ? await find() : new Map<string, RemoteNegative>();
  if (isHalt(existing)) return existing;
  const textOf = (index: number): string => creation.negatives[index]?.text ?? '';
  const fresh = due.filter((index) => !existing.has(textOf(index)));
  const sent = await sendRows(fresh, writer.limits, (part) =>
    writer.createNegatives(
      log.scope,
      campaignId,
      adGroupId,
      part.map((index) => ({ text: textOf(index), matchType: 'EXACT' })),
    ),
  );
  const ends = new Map(fresh.map((index, position) => [index, sent[position] as SentRow<RemoteNegative>]));
  if (hasUnconfirmed) await adoptDuplicates(ends, textOf, find);
  for (const index of due) {
    const there = existing.get(textOf(index));
    if (there !== undefined) ends.set(index, { kind: 'done', value: there });
  }
  await recordNegatives(context, { campaignId, adGroupId, textOf }, ends);
  const leftOut = dropped.map(
    (index): NegativeOutcome => ({ index, outcome: 'dropped', negative_id: null, message: null }),
  );
  await log.advance({ negatives: [...[...ends].flatMap(([index, end]) => outcomeOf(index, end) ?? []), ...leftOut] });
  return worstOf([...ends.values()].filter(isHalt));
}

async function remoteNegatives({ writer, log }: StepContext, campaignId: number, wanted: number | null) {
  const negatives = await writer.findNegatives(log.scope, campaignId).catch(haltOfFault);
  if ('kind' in negatives) return negatives;
  const matching = negatives.filter(({ adGroupId, matchType }) => adGroupId === wanted && matchType === 'EXACT');
  return new Map(matching.map((negative) => [textKey(negative.text), negative]));
}

type Ends = ReadonlyMap<number, SentRow<RemoteNegative>>;
interface NegativeOwner {
  readonly campaignId: number;
  readonly adGroupId: number | null;
  readonly textOf: (index: number) => string;
}

async function recordNegatives({ log }: StepContext, location: NegativeOwner, ends: Ends): Promise<void> {
  const { campaignId, adGroupId: ad_group_id, textOf } = location;
  const identity = log.identityOf(campaignId);
  let refusals = [...ends].flatMap(([index, end]): CreatedObjectEvent[] => {
    if (end.kind !== 'refused' || isDuplicate(end)) return [];
    const { message, status: apple_status } = end;
    const data = { ...identity, negative: true, ad_group_id, text: textOf(index), message, apple_status };
    return [{ type: 'KeywordRefusedByApple', data }];
  });
  const added = [...ends.values()].flatMap((end) => (end.kind === 'done' ? [end.value] : []));
  await log.objects(campaignId, ({ negatives }) => {
    const fresh = added.filter(({ id }) => !negatives.has(id));
    // A refusal leaves nothing in the state that would say that it is recorded.
    const events = [...refusals];
    refusals = [];
    for (const { id: negative_id, text, matchType: match_type, status, deleted } of fresh) {
      const negativeStatus = status === 'ENABLED' ? ('ACTIVE' as const) : status;
      const negative = { negative_id, ad_group_id, text, match_type, status: negativeStatus, deleted };
      events.push({ type: 'NegativeKeywordAdded', data: { ...identity, negative } });
    }
    return events;
  });
}

function outcomeOf(index: number, end: SentRow<RemoteNegative>): NegativeOutcome | undefined {
  if (isHalt(end)) return undefined;
  if (end.kind === 'done') return { index, outcome: 'added', negative_id: end.value.id, message: null };
  return { index, outcome: isDuplicate(end) ? 'there' : 'refused', negative_id: null, message: end.message };
}
