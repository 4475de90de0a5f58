import { eventIdFrom } from '@tapwise/adapters';
import {
  type CustomRuleVersion,
  type CustomRunState,
  campaignStream,
  contestedTerms,
  creationStream,
  isUnderWay,
  planRunTerms,
  type RunTerm,
  requestCreation,
  type SettledUnit,
  settledRunTerms,
  type TrailedCampaign,
  termsOfCustomRun,
} from '@tapwise/domain';
import type { CustomRuleContext, CustomRuleScope } from './custom-rule-context.ts';

/** What a run does with search terms, and the creation that carries it out. */
export interface RunTerms {
  readonly creation_id: string;
  readonly terms: readonly RunTerm[];
}

/** The same ones however often it is asked; `undefined`: none. */
export function runTermsOf(state: CustomRunState, version: Pick<CustomRuleVersion, 'rule'>): RunTerms | undefined {
  const terms = termsOfCustomRun(state, version.rule);
  return terms.length === 0 ? undefined : { creation_id: eventIdFrom(`terms of run ${state.start?.run_id}`), terms };
}

/** Asks for the creation of a run, once, as people do for what they decide about search terms. */
export async function requestRunTerms(
  context: CustomRuleContext,
  { rule, application, organization }: CustomRuleScope,
  { start }: CustomRunState,
  { creation_id, terms }: RunTerms,
): Promise<void> {
  if (start === null) return;
  const stream = creationStream(creation_id);
  const { state: requested } = await context.creationStates.current(stream);
  if (requested.status !== 'absent' && requested.status !== 'listing') return;
  const plan = planRunTerms(terms, await readCampaigns(context, terms), {
    name: rule.name,
    asOf: Date.parse(start.as_of),
  });
  if (plan === undefined) return;
  const { keywords, negatives, campaigns, kind, name, primary, duplicates, warning } = plan;
  const request = {
    creation_id,
    request_id: creation_id,
    application_id: start.application_id,
    org_id: organization.org_id,
    adam_id: application.adam_id,
    currency: organization.currency,
    call: 'rule' as const,
    kind,
    name,
    account_id: null,
    rule: `${start.automation_id}.${start.version}.${start.slot}`,
    comment: rule.name,
    requested_at: start.as_of,
    body_hash: creation_id,
    campaigns: [...campaigns],
    primary,
    keywords: keywords.length,
    negatives: negatives.length,
    duplicates,
    invoice_details: null,
    warning,
  };
  await context.creationStates.change(
    stream,
    `requested ${creation_id}`,
    (state) => requestCreation(state, { request, keywords, negatives }),
    creation_id,
  );
}

/** Campaigns in which terms were found, and in which they are bought. */
async function readCampaigns(
  { campaigns }: Pick<CustomRuleContext, 'campaigns'>,
  terms: readonly RunTerm[],
): Promise<ReadonlyMap<number, TrailedCampaign>> {
  const ids = new Set(
    terms.flatMap(({ campaignId, buy }) => (buy === null ? [campaignId] : [campaignId, buy.target.campaign_id])),
  );
  const states = new Map<number, TrailedCampaign>();
  for (const id of ids) states.set(id, (await campaigns.current(campaignStream(id))).state);
  return states;
}

/** Whether the creation has ended, or there was nothing to make. */
export async function areTermsSettled(
  { creationStates }: Pick<CustomRuleContext, 'creationStates'>,
  { creation_id }: RunTerms,
): Promise<boolean> {
  const { state } = await creationStates.current(creationStream(creation_id));
  return !isUnderWay(state);
}

/**
 * How a creation that has ended did for each of its units, and its id where there was something to make.
 * @param asOf When the run looked at them; milliseconds.
 */
export async function readSettledTerms(
  context: Pick<CustomRuleContext, 'creationStates' | 'campaigns'>,
  asOf: number,
  { creation_id, terms }: RunTerms,
): Promise<{ readonly settled: SettledUnit[]; readonly change_ids: string[] }> {
  const { state } = await context.creationStates.current(creationStream(creation_id));
  const contested = contestedTerms(terms, await readCampaigns(context, terms), asOf);
  const creation = state.status === 'absent' ? undefined : state;
  return {
    settled: settledRunTerms(terms, creation, contested),
    change_ids: creation === undefined ? [] : [creation_id],
  };
}
