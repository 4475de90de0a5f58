import { createStreamMemory, SearchAdsError, type SearchTermTotal } from '@tapwise/adapters';
import { recordTermTotals as decide, termTotalsDecider, termTotalsStream } from '@tapwise/domain';
import { actingWorkflow } from '../streams/acting.ts';
import { runBounded } from '../streams/run-bounded.ts';
import { isShownInSearch, type SearchTermsScope } from './record-search-terms.ts';

const campaignsAtOnce = 2;

/**
 * Takes a snapshot of the search terms of each live search campaign, added up over the days by the ad service itself: of terms that are
 * rare by day it names those that are not rare in the sum.
 */
export async function recordTermTotals(scope: SearchTermsScope): Promise<void> {
  const { log, client, organization, adamId, ref, from, to, signal } = scope;
  const { application_id, org_id } = ref;
  const campaigns = await client.findCampaigns({ orgId: org_id, currency: organization.currency }, adamId, signal);
  const searched = campaigns.filter((campaign) => !campaign.deleted && isShownInSearch(campaign));
  const snapshots = createStreamMemory(log, termTotalsDecider, {
    keep: campaignsAtOnce,
    context: actingWorkflow('pull-search-terms'),
  });
  await runBounded(searched, campaignsAtOnce, async ({ campaign_id }) => {
    const totals = await undefinedIfGone(
      client.searchTermTotals({ orgId: org_id, campaignId: campaign_id, from, to }, signal),
    );
    if (totals === undefined) return;
    const pulled_at = new Date().toISOString();
    const about = { ...ref, campaign_id, currency: organization.currency, from_day: from, to_day: to, pulled_at };
    const rows = totals.map(({ ad_group_id, keyword_id, text, figures }) => {
      return { ad_group_id, keyword_id, text, ...figures };
    });
    const stream = termTotalsStream(application_id, org_id, campaign_id);
    await snapshots.change(stream, `pulled ${pulled_at}`, (state) => decide(state, about, rows));
  });
}

/** A campaign can go between the list that names it and the question about it. */
async function undefinedIfGone(
  found: Promise<readonly SearchTermTotal[]>,
): Promise<readonly SearchTermTotal[] | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof SearchAdsError && error.status === 404) return undefined;
    throw error;
  }
}
