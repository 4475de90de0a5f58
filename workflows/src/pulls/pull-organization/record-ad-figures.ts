import { type AdFigures, isWhole, type Reading, reducibleRows, type SearchAdsClient } from '@tapwise/adapters';
import {
  type AdFiguresRow,
  adFiguresStream,
  campaignStream,
  type Day,
  daysOfRange,
  diffAdFigures,
} from '@tapwise/domain';
import { runBounded } from '../../streams/run-bounded.ts';
import type { OrganizationMemory } from './organization-memory.ts';
import { askOne, hasAllRows, type PullProblems } from './reading/ask-one.ts';
import type { FiguresScope } from './record-figures.ts';

const campaignsAtOnce = 2;
const appendsAtOnce = 2;

/** Asks for the figures of ads, which show custom product pages, in campaigns that had any, and records those that differ. */
export async function recordAdFigures(
  client: SearchAdsClient,
  memory: OrganizationMemory,
  campaignIds: readonly number[],
  scope: FiguresScope,
  problems: PullProblems,
): Promise<void> {
  const { applicationId, orgId, currency, from, to, signal } = scope;
  const pulled_at = new Date().toISOString();
  const responses = new Map<number, Reading<AdFigures>>();
  await runBounded(campaignIds, campaignsAtOnce, async (campaignId) => {
    if ((await memory.campaigns.state(campaignStream(campaignId))).ads.size === 0) return;
    const question = client.adFigures({ orgId, currency, campaignId, from, to }, signal);
    const reading = await askOne(problems, question);
    if (hasAllRows(reading)) responses.set(campaignId, reading);
  });
  if (responses.size === 0) return;
  const ids = { application_id: applicationId, org_id: orgId, currency, pulled_at };
  await runBounded(daysOfRange(from, to).reverse(), appendsAtOnce, async (day) => {
    const stream = adFiguresStream(applicationId, orgId, day);
    await memory.adDays.change(stream, `pulled ${pulled_at}`, (state) =>
      [...responses].flatMap(([campaign_id, response]) =>
        memory.recorded.isRecorded(sourceOf(campaign_id), response.items, day, state.get(campaign_id))
          ? []
          : diffAdFigures(
              state,
              { ...ids, campaign_id, day },
              rowsOf(response.items, day),
              reducibleRows(response, campaign_id),
            ),
      ),
    );
    const state = await memory.adDays.state(stream);
    for (const [campaignId, response] of responses) {
      if (isWhole(response)) memory.recorded.record(sourceOf(campaignId), response.items, day, state.get(campaignId));
    }
  });
}

const sourceOf = (campaignId: number): string => `figures of ads ${campaignId}`;

const rowsOf = (items: readonly AdFigures[], wanted: Day): AdFiguresRow[] =>
  items.flatMap(({ day, figures, ...ids }) => (day === wanted ? [{ ...ids, ...figures }] : []));
