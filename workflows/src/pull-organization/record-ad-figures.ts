import { type AdFigures, type SearchAdsClient, SearchAdsError } from '@tapwise/adapters';
import {
  type AdFiguresRow,
  adFiguresStream,
  campaignStream,
  type Day,
  daysOfRange,
  diffAdFigures,
} from '@tapwise/domain';
import { runBounded } from '../streams/run-bounded.ts';
import type { OrganizationMemory } from './organization-memory.ts';
import type { FiguresScope } from './record-figures.ts';

const [campaignsAtOnce, appendsAtOnce] = [2, 2];

/** Asks for the figures of ads, which show custom product pages, in campaigns that had any, and records those that differ. */
export async function recordAdFigures(
  client: SearchAdsClient,
  memory: OrganizationMemory,
  campaignIds: readonly number[],
  scope: FiguresScope,
): Promise<void> {
  const { applicationId, orgId, currency, from, to, signal } = scope;
  const pulled_at = new Date().toISOString();
  const answers = new Map<number, readonly AdFigures[]>();
  await runBounded(campaignIds, campaignsAtOnce, async (campaignId) => {
    if ((await memory.campaigns.state(campaignStream(campaignId))).ads.size === 0) return;
    const answer = await undefinedIfGone(client.adFigures({ orgId, campaignId, from, to }, signal));
    if (answer !== undefined && memory.recorded.get(sourceOf(campaignId)) !== answer) answers.set(campaignId, answer);
  });
  if (answers.size === 0) return;
  const ids = { application_id: applicationId, org_id: orgId, currency, pulled_at };
  await runBounded(daysOfRange(from, to).reverse(), appendsAtOnce, async (day) => {
    const rows = new Map([...answers].map(([campaignId, answer]) => [campaignId, rowsOf(answer, day)]));
    await memory.adDays.change(adFiguresStream(applicationId, orgId, day), `pulled ${pulled_at}`, (state) =>
      [...rows].flatMap(([campaign_id, pulled]) => diffAdFigures(state, { ...ids, campaign_id, day }, pulled)),
    );
  });
  for (const [campaignId, answer] of answers) memory.recorded.set(sourceOf(campaignId), answer);
}

const sourceOf = (campaignId: number): string => `figures of ads ${campaignId}`;

const rowsOf = (answer: readonly AdFigures[], wanted: Day): AdFiguresRow[] =>
  answer.flatMap(({ day, figures, ...about }) => (day === wanted ? [{ ...about, ...figures }] : []));

/** A campaign can go between the list that names it and the question about it. */
async function undefinedIfGone(found: Promise<readonly AdFigures[]>): Promise<readonly AdFigures[] | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof SearchAdsError && error.status === 404) return undefined;
    throw error;
  }
}
