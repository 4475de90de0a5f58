import type { NewKeyword, RemoteAdGroup, RemoteKeyword } from '@tapwise/adapters';
import { type KeywordOutcome, type PlannedKeyword, textKey } from '@tapwise/domain';
import { runBounded } from '../../../streams/run-bounded.ts';
import type { StepEnd } from '../create-campaign.contract.ts';
import { recordObjects } from './created-objects.ts';
import { enableKeyword } from './enable-keyword.ts';
import { findAdGroups, postAdGroup, type WantedAdGroup } from './make-ad-group.ts';
import { isDuplicate, type SentRow, sendRows } from './send-rows.ts';
import { amount, callsAtOnce, campaignIdAt, planAt, type StepContext } from './step-context.ts';
import { type Halt, haltOf, haltOfFault, isHalt, worstOf } from './step-end.ts';

/** A keyword of the list with what is to be made for it. */
interface Pair extends WantedAdGroup {
  readonly position: number;
}

/** The outcome of a pair. An ad group that could not be removed after its keyword was refused is left, paused. */
type PairEnd =
  | { readonly kind: 'made'; readonly adGroup: RemoteAdGroup; readonly keyword: RemoteKeyword }
  | { readonly kind: 'enabled' }
  | { readonly kind: 'refused'; readonly message: string; readonly status: number; readonly left?: RemoteAdGroup }
  | Halt;

interface RemotePairs {
  readonly adGroups: ReadonlyMap<string, RemoteAdGroup>;
  readonly keywords: readonly RemoteKeyword[];
}

/**
 * Makes an ad group with its keyword for each of these places of the list. What may have been sent before is looked for first, in one
 * question for the ad groups and one for their keywords; what exists is taken over, and what is half done is completed.
 */
export async function keywordPairs(
  context: StepContext,
  campaign: number,
  positions: readonly number[],
): Promise<StepEnd> {
  const { creation, log, stopped } = context;
  const fresh = positions.filter((position) => keywordAt(context, position).there === undefined);
  const started_at = log.at();
  const data = { creation_id: creation.request.creation_id, campaign, positions: fresh, started_at };
  const mine = fresh.length === 0 || (await log.step({ type: 'AdGroupCreationStarted', data }));
  const pairs = fresh.map((position) => pairOf(context, campaign, position, started_at));
  const unconfirmed = mine ? pairs.filter(({ position }) => creation.started.has(position)) : pairs;
  const existing = await findPairs(context, unconfirmed);
  if (isHalt(existing)) return existing;
  const ends = new Map<number, PairEnd>();
  let halted: Halt | undefined;
  const setEnd = (position: number, end: PairEnd): void => {
    ends.set(position, end);
    if (isHalt(end)) halted ??= end;
  };
  const addKeywords = async (empty: readonly EmptyAdGroup[]): Promise<void> => {
    for (const [position, end] of await postKeywords(context, empty)) setEnd(position, end);
  };
  const { mixesAdGroups } = context.writer.limits;
  const empty: EmptyAdGroup[] = [];
  await runBounded(positions, callsAtOnce, async (position) => {
    if (halted !== undefined || stopped()) return;
    const pair = pairs.find((candidate) => candidate.position === position);
    const made =
      pair === undefined ? await enable(context, campaign, position) : await makeAdGroup(context, pair, existing);
    if ('kind' in made) setEnd(position, made);
    else if (mixesAdGroups) empty.push(made);
    else await addKeywords([made]);
  });
  // Where one call takes keywords of many ad groups, they go out together.
  if (empty.length > 0) await addKeywords(empty);
  await recordEnds(context, campaign, ends);
  return worstOf([...ends.values()].filter(isHalt));
}

const keywordAt = ({ creation }: StepContext, position: number): PlannedKeyword => {
  const keyword = creation.keywords[position];
  if (keyword === undefined) throw new RangeError(`The creation has no keyword ${position}`);
  return keyword;
};

function pairOf(context: StepContext, campaign: number, position: number, startedAt: string): Pair {
  const { creation } = context;
  const keyword = keywordAt(context, position);
  const plan = planAt(creation, campaign);
  return {
    position,
    plan,
    name: keyword.text,
    searchMatch: false,
    campaignId: campaignIdAt(creation, campaign),
    bidMicros: keyword.bid_micros ?? plan.bid_micros ?? 0,
    goalMicros: keyword.cpa_goal_micros === undefined ? plan.cpa_goal_micros : keyword.cpa_goal_micros,
    startedAt: creation.started.get(position) ?? startedAt,
  };
}

async function findPairs(context: StepContext, pairs: readonly Pair[]): Promise<RemotePairs | Halt> {
  const adGroups = await findAdGroups(context, pairs);
  if (isHalt(adGroups)) return adGroups;
  const ids = [...adGroups.values()].map(({ id }) => id);
  const [first] = pairs;
  if (first === undefined || ids.length === 0) return { adGroups, keywords: [] };
  const { writer, log } = context;
  const keywords = await writer.findKeywordsOf(log.scope, first.campaignId, ids).catch(haltOfFault);
  return 'kind' in keywords ? keywords : { adGroups, keywords };
}

const isItsKeyword =
  ({ name }: Pair, adGroup: RemoteAdGroup) =>
  (keyword: RemoteKeyword) =>
    keyword.adGroupId === adGroup.id &&
    !keyword.deleted &&
    keyword.matchType === 'EXACT' &&
    textKey(keyword.text) === name;

/** An ad group without its keyword. */
interface EmptyAdGroup {
  readonly pair: Pair;
  readonly adGroup: RemoteAdGroup;
}

async function makeAdGroup(context: StepContext, pair: Pair, existing: RemotePairs): Promise<PairEnd | EmptyAdGroup> {
  const adGroup = existing.adGroups.get(pair.name) ?? (await postAdGroup(context, pair));
  if ('kind' in adGroup) return adGroup.kind === 'foreign' ? { ...adGroup, kind: 'refused' } : adGroup;
  const there = existing.keywords.find(isItsKeyword(pair, adGroup));
  return there === undefined ? { pair, adGroup } : { kind: 'made', adGroup, keyword: there };
}

/** Makes the keywords of these ad groups. An ad group whose keyword is refused is removed. */
async function postKeywords(
  context: StepContext,
  empty: readonly EmptyAdGroup[],
): Promise<readonly (readonly [position: number, end: PairEnd])[]> {
  const { writer, log } = context;
  if (context.stopped()) return empty.map(({ pair }) => [pair.position, stoppedEnd]);
  const rows = empty.map(({ pair: { name: text, bidMicros }, adGroup }): NewKeyword => {
    return { adGroupId: adGroup.id, text, matchType: 'EXACT', bid: amount(bidMicros), status: 'ENABLED' };
  });
  const campaignId = empty[0]?.pair.campaignId ?? 0;
  const sent = await sendRows(rows, writer.limits, (part) => writer.createKeywords(log.scope, campaignId, part));
  const ends: [number, PairEnd][] = [];
  for (const [index, { pair, adGroup }] of empty.entries()) {
    const end = sent[index];
    if (end !== undefined) ends.push([pair.position, await endOfPair(context, pair, adGroup, end)]);
  }
  return ends;
}

const stoppedEnd: Halt = { kind: 'delayed', message: 'Stopped before its keyword was made', retryAfterMs: null };

async function endOfPair(
  context: StepContext,
  pair: Pair,
  adGroup: RemoteAdGroup,
  end: SentRow<RemoteKeyword>,
): Promise<PairEnd> {
  if (end.kind === 'done') return { kind: 'made', adGroup, keyword: end.value };
  if (end.kind !== 'refused') return end;
  if (isDuplicate(end)) {
    const { writer, log } = context;
    const keywords = await writer.findKeywordsOf(log.scope, pair.campaignId, [adGroup.id]).catch(haltOfFault);
    if ('kind' in keywords) return keywords;
    const keyword = keywords.find(isItsKeyword(pair, adGroup));
    if (keyword !== undefined) return { kind: 'made', adGroup, keyword };
  }
  return removeEmpty(context, pair, adGroup, end);
}

/** A refused keyword leaves no empty ad group. @returns what stops everything, where that is why it was refused. */
async function removeEmpty(
  { writer, log }: StepContext,
  { campaignId }: Pair,
  adGroup: RemoteAdGroup,
  { message, status }: { readonly message: string; readonly status: number },
): Promise<PairEnd> {
  const end = await writer.deleteAdGroup(log.scope, campaignId, adGroup.id);
  if (end.kind === 'done') return { kind: 'refused', message, status };
  const [now] = await writer.readAdGroups(log.scope, campaignId, [adGroup.id]).catch(() => []);
  if (now?.deleted === true) {
    const [campaign] = await writer.readCampaigns(log.scope, [campaignId]).catch(() => []);
    return campaign?.deleted === true ? { kind: 'stuck', message, status } : { kind: 'refused', message, status };
  }
  // What was not answered is done again; what is refused is not.
  if (end.kind !== 'refused') return haltOf(end);
  await writer.updateAdGroup(log.scope, campaignId, adGroup.id, { status: 'PAUSED' });
  const left = { ...adGroup, status: 'PAUSED' as const };
  return { kind: 'refused', message: `${message}. Its empty ad group could not be removed`, status, left };
}

/** A keyword that was live is left as it is; one that was paused is switched on with the bid given. */
async function enable(context: StepContext, campaign: number, position: number): Promise<PairEnd> {
  const keyword = keywordAt(context, position);
  return keyword.there?.paused === true ? enableKeyword(context, campaign, position) : { kind: 'enabled' };
}

async function recordEnds(context: StepContext, campaign: number, ends: ReadonlyMap<number, PairEnd>): Promise<void> {
  const { log, creation } = context;
  const made = [...ends.values()].filter((end) => end.kind === 'made');
  const left = [...ends.values()].flatMap((end) => (end.kind === 'refused' && end.left ? [end.left] : []));
  const refusals = [...ends].flatMap(([position, end]) =>
    end.kind === 'refused'
      ? [{ negative: false, ad_group_id: null, text: keywordAt(context, position).text, ...refusalOf(end) }]
      : [],
  );
  const adGroups = [...made.map(({ adGroup }) => adGroup), ...left].map((adGroup) => ({
    ...adGroup,
    role: 'keyword' as const,
  }));
  const keywords = made.map(({ keyword }) => keyword);
  await recordObjects(log, campaignIdAt(creation, campaign), { adGroups, keywords, refusals });
  await log.advance({ keywords: [...ends].flatMap(([position, end]) => outcomeOf(context, position, end) ?? []) });
}

const refusalOf = ({ message, status }: { message: string; status: number }) => ({ message, apple_status: status });

function outcomeOf(context: StepContext, position: number, end: PairEnd): KeywordOutcome | undefined {
  if (isHalt(end)) return undefined;
  if (end.kind === 'made') {
    const { adGroup, keyword } = end;
    return { position, outcome: 'created', ad_group_id: adGroup.id, keyword_id: keyword.id, message: null };
  }
  if (end.kind === 'refused') {
    return { position, outcome: 'refused', ad_group_id: end.left?.id ?? null, keyword_id: null, message: end.message };
  }
  const { there } = keywordAt(context, position);
  const ids = { ad_group_id: there?.ad_group_id ?? null, keyword_id: there?.keyword_id ?? null };
  return there?.paused === true
    ? { position, outcome: 'enabled', ...ids, message: 'Enabled again' }
    : { position, outcome: 'there', ...ids, message: 'Already in this campaign' };
}
