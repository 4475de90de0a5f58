import { createStreamMemory, isWhole, provesAbsence, wholeItems } from '@tapwise/adapters';
import { recordTermTotals as decide, termTotalsDecider, termTotalsStream } from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import { runBounded } from '../../streams/run-bounded.ts';
import { askOne } from '../pull-organization/reading/ask-one.ts';
import { appearsInSearch, type SearchTermsScope } from './record-search-terms.ts';

const campaignsAtOnce = 2;

/**
 * Takes a snapshot of the search terms of each live search campaign, added up over the days by the ad service itself: of terms that are
 * rare by day it names those that are not rare in the sum. A campaign that could not be read whole keeps the snapshot it has.
 */
export async function recordTermTotals(scope: SearchTermsScope): Promise<void> {
  const { log, client, organization, adamId, ref, from, to, signal, problems } = scope;
  const { currency } = organization;
  const { application_id, org_id } = ref;
  const campaigns = await client.findCampaigns({ orgId: org_id, currency }, adamId, signal);
  const searched = wholeItems(campaigns).filter((campaign) => !campaign.deleted && appearsInSearch(campaign));
  const snapshots = createStreamMemory(log, termTotalsDecider, {
    keep: campaignsAtOnce,
    context: workflowActor('pull-search-terms'),
  });
  await runBounded(searched, campaignsAtOnce, async ({ campaign_id }) => {
    const question = { orgId: org_id, currency, campaignId: campaign_id, from, to };
    const totals = await askOne(problems, client.searchTermTotals(question, signal));
    if (totals === undefined || !isWhole(totals) || (totals.items.length === 0 && !provesAbsence(totals))) return;
    const pulled_at = new Date().toISOString();
    const details = { ...ref, campaign_id, currency, from_day: from, to_day: to, pulled_at };
    const rows = totals.items.map(({ ad_group_id, keyword_id, text, figures }) => {
      return { ad_group_id, keyword_id, text, ...figures };
    });
    const stream = termTotalsStream(application_id, org_id, campaign_id);
    await snapshots.change(stream, `pulled ${pulled_at}`, (state) => decide(state, details, rows));
  });
}
