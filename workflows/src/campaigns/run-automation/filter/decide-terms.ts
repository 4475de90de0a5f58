import { eventIdFrom, uuidV5 } from '@tapwise/adapters';
import {
  adsExtraPullStream,
  automationRunStream,
  type CampaignState,
  campaignStream,
  campaignsBeside,
  decideFilterRun,
  decisionSpace,
  type FilterQuestion,
  filterTerms,
  guardrailsOf,
  isUntrustedResponse,
  ruleInOrganization,
  runStart,
  type Slot,
  scopedTermKey,
  type TermVerdict,
} from '@tapwise/domain';
import { campaignNames, noTermDecisions } from '@tapwise/projections/queries';
import { readExtraPulls } from '../../../pulls/pull-extras/extra-pulls.ts';
import type { RuleScope, RunContext } from '../run-context.ts';

/** When search terms were pulled last, in milliseconds; `undefined` before the first time, and while what came after cannot be trusted. */
export async function lastTermsPull(
  { log }: RunContext,
  { application, organization }: RuleScope,
): Promise<number | undefined> {
  const ref = { application_id: application.application_id, org_id: organization.org_id };
  const { search_terms: last, problems } = await readExtraPulls(log, ref);
  const problem = problems?.search_terms;
  if (last === undefined || (problem !== undefined && isUntrustedResponse(problem.reason))) return undefined;
  return Date.parse(last.pulledAt);
}

interface WantedFilterRun {
  readonly slot: Slot;
  /** Who asked for a run by hand. */
  readonly requestedBy: number | null;
  readonly pulledAt: number | undefined;
}

/** Decides about the search terms that are known now, and records that before anything is sent. */
export async function decideTerms(
  context: RunContext,
  ruleScope: RuleScope,
  { slot, requestedBy, pulledAt }: WantedFilterRun,
): Promise<void> {
  const { rule, application, organization } = ruleScope;
  const { automation_id, application_id } = rule;
  const { org_id } = organization;
  const stream = automationRunStream({ automation_id, org_id, slot: slot.id });
  const asOf = context.now();
  const pull = await context.log.readLast(adsExtraPullStream(application_id, org_id));
  const { questions, revisions } = await questionsOf(context, ruleScope, slot, asOf);
  const least = guardrailsOf(application).min_data.impressions;
  const terms = filterTerms(questions, least).map(
    (term): TermVerdict => ({
      ...term,
      decision_id: uuidV5(decisionSpace, `${automation_id} ${slot.id} ${scopedTermKey(term)}`),
    }),
  );
  const start = runStart(rule, organization, {
    run_id: eventIdFrom(stream),
    slot,
    asOf,
    position: String(pull?.position ?? 0n),
    pulledAt,
    campaigns: revisions,
    units: terms.length,
    requestedBy,
  });
  await context.runs.change(stream, `decided ${stream}`, (state) => decideFilterRun(state, start, terms));
}

async function questionsOf(
  context: RunContext,
  { rule, application, organization }: RuleScope,
  slot: Slot,
  now: number,
) {
  const view = rule.type === 'filter_skag' ? ('skag' as const) : ('discovery' as const);
  const seen = await seenBefore(context, rule.automation_id, organization.org_id, slot);
  const readCampaign = async (id: number) => {
    const { state, revision } = await context.campaigns.current(campaignStream(id));
    return { state: state.campaign, revision: Number(revision ?? 0n) };
  };
  const others: CampaignState[] = [];
  if (view === 'discovery' && context.tables !== undefined) {
    const scope = { orgId: organization.org_id, adamId: application.adam_id };
    for (const { id } of await campaignNames(context.tables, scope, true)) others.push((await readCampaign(id)).state);
  }
  const questions: FilterQuestion[] = [];
  const revisions: { campaign_id: number; revision: number }[] = [];
  const campaignIds = rule.apply_to[organization.org_id] ?? [];
  const decisions = await context.filters.decisions(campaignIds);
  for (const campaign_id of campaignIds) {
    const { state: campaign, revision } = await readCampaign(campaign_id);
    revisions.push({ campaign_id, revision });
    const figures = await context.filters.figures(application.application_id, organization.org_id, campaign_id);
    const skagCampaigns = view === 'skag' ? [] : campaignsBeside(campaign, others, 'skag');
    const { decided, hidden } = decisions.get(campaign_id) ?? noTermDecisions;
    questions.push({ view, figures, campaign, skagCampaigns, decided, hidden, now, seen });
  }
  return { questions, revisions };
}

/** Places of the terms that were to be decided at the last run before this one. */
async function seenBefore(
  { automations, runs }: RunContext,
  automation_id: number,
  org_id: number,
  slot: Slot,
): Promise<ReadonlySet<string>> {
  const earlierRuns = automations.state.runs.get(ruleInOrganization(automation_id, org_id)) ?? [];
  const last = earlierRuns.findLast((run) => run.as_of !== null && run.slot !== slot.id);
  if (last === undefined) return new Set();
  const { state } = await runs.current(automationRunStream(last));
  return new Set(
    [...state.terms.values()].flatMap((term) => (term.verdict === 'to_decide' ? [scopedTermKey(term)] : [])),
  );
}
