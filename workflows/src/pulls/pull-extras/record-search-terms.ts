import { createStreamMemory, type EventLog, provesAbsence, reducibleRows, wholeItems } from '@tapwise/adapters';
import {
  type CampaignSettings,
  type Day,
  daysOfRange,
  diffSearchTermRows,
  type ReducibleRows,
  type SearchTermRow,
  searchTermDecider,
  searchTermStream,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import { runBounded } from '../../streams/run-bounded.ts';
import type { OrganizationContext, OrganizationRef } from '../pull-organization/organization-context.ts';
import { askOne, hasAllRows, type PullProblems } from '../pull-organization/reading/ask-one.ts';
import { slicesOf } from '../pull-organization/record-slices.ts';

export interface SearchTermsScope extends OrganizationContext {
  readonly log: EventLog;
  readonly ref: OrganizationRef;
  readonly from: Day;
  readonly to: Day;
  readonly signal: AbortSignal;
  /** Filled with what keeps the reading from being whole. */
  readonly problems: PullProblems;
}

const campaignsAtOnce = 4;
const appendsAtOnce = 2;

/** Asks for search terms of the days, newest first, and records those whose figures differ from what is known. */
export async function recordSearchTerms(scope: SearchTermsScope): Promise<void> {
  const { client, organization, adamId, ref, signal } = scope;
  const campaigns = await client.findCampaigns({ orgId: ref.org_id, currency: organization.currency }, adamId, signal);
  const searched = new Set(
    wholeItems(campaigns)
      .filter(appearsInSearch)
      .map(({ campaign_id }) => campaign_id),
  );
  for (const days of slicesOf(scope.from, scope.to)) await recordPart({ ...scope, ...days }, searched);
}

/** Only search results have search terms. */
export function appearsInSearch({ supply_sources }: CampaignSettings): boolean {
  return supply_sources.length === 0 || supply_sources.includes('APPSTORE_SEARCH_RESULTS');
}

async function recordPart(scope: SearchTermsScope, campaignIds: ReadonlySet<number>): Promise<void> {
  const { log, client, organization, ref, from, to, signal, problems } = scope;
  const { currency } = organization;
  const orgId = ref.org_id;
  // One question finds the campaigns that had any activity and need a question of their own.
  const byCampaign = await client.report({ level: 'campaign', orgId, currency, from, to }, signal);
  problems.push(...byCampaign.problems);
  const active = [...new Set(byCampaign.items.map((item) => item.campaign_id))].filter((id) => campaignIds.has(id));
  const pulled = new Map<number, TermsOfCampaign>();
  await runBounded(active, campaignsAtOnce, async (campaignId) => {
    const terms = await askOne(problems, client.searchTerms({ orgId, currency, campaignId, from, to }, signal));
    if (!hasAllRows(terms)) return;
    const byDay = new Map<Day, SearchTermRow[]>();
    for (const { day, row } of terms.items) {
      const rows = byDay.get(day);
      if (rows) rows.push(row);
      else byDay.set(day, [row]);
    }
    pulled.set(campaignId, { byDay, reducible: reducibleRows(terms, campaignId) });
  });
  // A campaign that such a report does not name had no activity, and so no terms.
  const isIdle = (id: number): boolean => provesAbsence(byCampaign) && !active.includes(id);
  const pulled_at = new Date().toISOString();
  const days = createStreamMemory(log, searchTermDecider, {
    keep: appendsAtOnce,
    context: workflowActor('pull-search-terms'),
  });
  await runBounded(daysOfRange(from, to).reverse(), appendsAtOnce, async (day) => {
    const stream = searchTermStream(ref.application_id, orgId, day);
    await days.change(stream, `pulled ${pulled_at}`, (state) =>
      // A campaign that has no terms any more is compared with nothing, and so taken back.
      [...new Set([...state.keys(), ...active])].flatMap((campaign_id) => {
        const terms = pulled.get(campaign_id) ?? (isIdle(campaign_id) ? noTerms : undefined);
        if (terms === undefined) return [];
        const details = { ...ref, campaign_id, day, currency, pulled_at };
        return diffSearchTermRows(state, details, terms.byDay.get(day) ?? [], terms.reducible);
      }),
    );
  });
}

/** What was read of one campaign. */
interface TermsOfCampaign {
  readonly byDay: ReadonlyMap<Day, SearchTermRow[]>;
  /** What it may reduce of what was recorded before. */
  readonly reducible: ReducibleRows;
}

const noTerms: TermsOfCampaign = { byDay: new Map(), reducible: true };
