import { createStreamMemory, type EventLog, SearchAdsError, type SearchTermFigures } from '@tapwise/adapters';
import {
  addDays,
  type CampaignSettings,
  type Day,
  daysBetween,
  daysOfRange,
  diffSearchTermRows,
  type SearchTermRow,
  searchTermDecider,
  searchTermStream,
} from '@tapwise/domain';
import type { KnownOrganization, OrganizationRef } from '../pull-organization/known-organization.ts';
import { actingWorkflow } from '../streams/acting.ts';
import { runBounded } from '../streams/run-bounded.ts';

export interface SearchTermsScope extends KnownOrganization {
  readonly log: EventLog;
  readonly ref: OrganizationRef;
  readonly from: Day;
  readonly to: Day;
  readonly signal: AbortSignal;
}

/** Days asked for at once: bounds what all rows of a part take up in memory. */
const daysAtOnce = 10;
const campaignsAtOnce = 4;
const appendsAtOnce = 2;

/** Asks for search terms of the days, newest first, and records those whose figures differ from what is known. */
export async function recordSearchTerms(scope: SearchTermsScope): Promise<void> {
  const { client, organization, adamId, ref, signal } = scope;
  const campaigns = await client.findCampaigns({ orgId: ref.org_id, currency: organization.currency }, adamId, signal);
  const searched = new Set(campaigns.filter(isShownInSearch).map(({ campaign_id }) => campaign_id));
  for (let to = scope.to; to >= scope.from; to = addDays(to, -daysAtOnce)) {
    const from = addDays(to, -Math.min(daysAtOnce - 1, daysBetween(scope.from, to)));
    await recordPart({ ...scope, from, to }, searched);
  }
}

/** Only search results have search terms. */
export function isShownInSearch({ supply_sources }: CampaignSettings): boolean {
  return supply_sources.length === 0 || supply_sources.includes('APPSTORE_SEARCH_RESULTS');
}

async function recordPart(scope: SearchTermsScope, campaignIds: ReadonlySet<number>): Promise<void> {
  const { log, client, organization, ref, from, to, signal } = scope;
  const orgId = ref.org_id;
  // One question finds the campaigns that had any activity and need a question of their own.
  const byCampaign = await client.report({ level: 'campaign', orgId, from, to }, signal);
  const active = [...new Set(byCampaign.map((each) => each.campaign_id))].filter((id) => campaignIds.has(id));
  const pulled = new Map<string, SearchTermRow[]>();
  await runBounded(active, campaignsAtOnce, async (campaignId) => {
    const terms = await emptyIfGone(client.searchTerms({ orgId, campaignId, from, to }, signal));
    for (const { day, row } of terms) {
      const page = `${day} ${campaignId}`;
      const rows = pulled.get(page);
      if (rows) rows.push(row);
      else pulled.set(page, [row]);
    }
  });
  const pulled_at = new Date().toISOString();
  const days = createStreamMemory(log, searchTermDecider, {
    keep: appendsAtOnce,
    context: actingWorkflow('pull-search-terms'),
  });
  await runBounded(daysOfRange(from, to).reverse(), appendsAtOnce, async (day) => {
    const stream = searchTermStream(ref.application_id, orgId, day);
    await days.change(stream, `pulled ${pulled_at}`, (state) =>
      // A campaign that has no terms any more is compared with nothing, and so taken back.
      [...new Set([...state.keys(), ...active])].flatMap((campaign_id) => {
        const about = { ...ref, campaign_id, day, currency: organization.currency, pulled_at };
        return diffSearchTermRows(state, about, pulled.get(`${day} ${campaign_id}`) ?? []);
      }),
    );
  });
}

/** A campaign can go between the report that names it and the question about it. */
async function emptyIfGone(found: Promise<readonly SearchTermFigures[]>): Promise<readonly SearchTermFigures[]> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof SearchAdsError && error.status === 404) return [];
    throw error;
  }
}
