import type { RemoteKeyword } from '@tapwise/adapters';
import { broadAdGroup, type CampaignPlan, type KeywordOutcome, textKey } from '@tapwise/domain';
import type { StepEnd } from '../create-campaign.contract.ts';
import { recordObjects } from './created-objects.ts';
import { enableKeyword } from './enable-keyword.ts';
import { adoptDuplicates, isDuplicate, type SentRow, sendRows } from './send-rows.ts';
import { amount, campaignIdAt, planAt, type StepContext } from './step-context.ts';
import { haltOfFault, isHalt, worstOf } from './step-end.ts';

/** Adds keywords to the ad group that they share, in one call; those that are there and paused are switched on. */
export async function sharedKeywords(
  context: StepContext,
  campaign: number,
  positions: readonly number[],
): Promise<StepEnd> {
  const { creation, log, writer } = context;
  const campaignId = campaignIdAt(creation, campaign);
  const { match, bid_micros, exact_ad_group_id } = planAt(creation, campaign);
  const adGroupId = exact_ad_group_id ?? broadAdGroup(creation, campaign);
  if (adGroupId === null) throw new RangeError('There is no ad group for broad keywords');
  const isThere = (position: number): boolean => creation.keywords[position]?.there !== undefined;
  const wanted = positions.filter((position) => !isThere(position));
  const data = { creation_id: creation.request.creation_id, campaign, positions: wanted, started_at: log.at() };
  const mine = wanted.length === 0 || (await log.step({ type: 'AdGroupCreationStarted', data }));
  const hasUnconfirmed = !mine || wanted.some((position) => creation.started.has(position));
  const find = () => readRemoteKeywords(context, campaignId, adGroupId, match);
  const existing = hasUnconfirmed ? await find() : new Map<string, RemoteKeyword>();
  if (isHalt(existing)) return existing;
  const textOf = (position: number): string => creation.keywords[position]?.text ?? '';
  const unknown = wanted.filter((position) => !existing.has(textOf(position)));
  const bidOf = (position: number): string => amount(creation.keywords[position]?.bid_micros ?? bid_micros ?? 0);
  const sent = await sendRows(unknown, writer.limits, (part) =>
    writer.createKeywords(
      log.scope,
      campaignId,
      part.map((position) => ({
        adGroupId,
        text: textOf(position),
        matchType: match,
        bid: bidOf(position),
        status: 'ENABLED',
      })),
    ),
  );
  const ends = new Map(unknown.map((position, index) => [position, sent[index] as SentRow<RemoteKeyword>]));
  if (hasUnconfirmed) await adoptDuplicates(ends, textOf, find);
  const keywordOf = (position: number): RemoteKeyword | undefined => {
    const end = ends.get(position);
    return end?.kind === 'done' ? end.value : existing.get(textOf(position));
  };
  const refusals = [...ends].flatMap(([position, end]) =>
    end.kind === 'refused' && !isDuplicate(end)
      ? [
          {
            negative: false,
            ad_group_id: adGroupId,
            text: textOf(position),
            message: end.message,
            apple_status: end.status,
          },
        ]
      : [],
  );
  const keywords = wanted.flatMap((position) => keywordOf(position) ?? []);
  await recordObjects(log, campaignId, { keywords, refusals });
  const again = await enableAgain(context, campaign, positions);
  const outcomes = positions.flatMap((position): KeywordOutcome[] => {
    const switched = again.get(position);
    if (switched !== undefined) return switchedOutcome(context, position, switched);
    const identity = { position, ad_group_id: adGroupId, keyword_id: keywordOf(position)?.id ?? null };
    const end = ends.get(position);
    if (end !== undefined && isHalt(end)) return [];
    if (end?.kind === 'refused' && !isDuplicate(end))
      return [{ ...identity, outcome: 'refused', message: end.message }];
    const there = isThere(position) || end?.kind === 'refused';
    return [{ ...identity, outcome: there ? 'there' : 'created', message: there ? 'Already in this campaign' : null }];
  });
  await log.advance({ keywords: outcomes });
  return worstOf([...ends.values(), ...again.values()].filter(isHalt));
}

type Switched = Awaited<ReturnType<typeof enableKeyword>>;

/** Switches on what is there and paused, one after the other. @returns the outcome of each of them. */
async function enableAgain(context: StepContext, campaign: number, positions: readonly number[]) {
  const ends = new Map<number, Switched>();
  for (const position of positions) {
    const paused = context.creation.keywords[position]?.there?.paused === true;
    if (paused) ends.set(position, await enableKeyword(context, campaign, position));
  }
  return ends;
}

function switchedOutcome({ creation }: StepContext, position: number, end: Switched): KeywordOutcome[] {
  if (end.kind !== 'enabled' && end.kind !== 'refused') return [];
  const { there } = creation.keywords[position] ?? {};
  const identity = { position, ad_group_id: there?.ad_group_id ?? null, keyword_id: there?.keyword_id ?? null };
  return [
    end.kind === 'enabled'
      ? { ...identity, outcome: 'enabled', message: 'Enabled again' }
      : { ...identity, outcome: 'refused', message: end.message },
  ];
}

async function readRemoteKeywords(
  { writer, log }: StepContext,
  campaignId: number,
  adGroupId: number,
  match: CampaignPlan['match'],
) {
  const keywords = await writer.findKeywordsOf(log.scope, campaignId, [adGroupId]).catch(haltOfFault);
  if ('kind' in keywords) return keywords;
  const remoteKeywords = keywords.filter(({ deleted, matchType }) => !deleted && matchType === match);
  return new Map(remoteKeywords.map((keyword) => [textKey(keyword.text), keyword]));
}
