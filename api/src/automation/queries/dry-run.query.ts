import { eventIdFrom } from '@tapwise/adapters';
import { anyDryRunBodySchema, anyDryRunResponseSchema, automationPaths } from '@tapwise/contract/automation';
import {
  adsPullStream,
  type BidsByRules,
  bidChanges,
  campaignStream,
  DomainError,
  type ExistingRule,
  evaluate,
  freshnessOf,
  hourMs,
  type LinkedOrganization,
  ruleData,
  ruleInOrganization,
  ruleOfChanges,
  type TrailedCampaign,
  type UnitVerdict,
  withoutTrail,
} from '@tapwise/domain';
import { readRuleFacts } from '@tapwise/projections/queries';
import { type ApiServer, ruleBodyLimit } from '../../http/api-server.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { readChange } from '../../settings-changes/change-progress.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { customDryRun } from '../custom/trials/custom-dry-run.ts';
import { customTrial } from '../custom/trials/tried-rule.ts';
import { verdictResponse } from '../verdict-response.ts';
import { type RequestedRule, ruleOrDraft } from './rule-or-draft.ts';

/** Verdicts on units of a rule that people wrote, unless the call wants another number. */
const verdictsShown = 200;

/** `POST /api/asa/automated_campaigns/dry_run`: what a rule or a draft of one would do now; nothing is recorded or sent. */
export function dryRunRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.post(
    automationPaths.dryRun,
    {
      schema: { body: anyDryRunBodySchema, response: { 200: anyDryRunResponseSchema } },
      config: { right: 'act' },
      bodyLimit: ruleBodyLimit,
    },
    (request) =>
      app.trialLimit(request, async () => {
        const asOf = settingsContext.deps.now().getTime();
        const trial = await customTrial(settingsContext, sessionOf(request), request.body);
        if (trial !== undefined) {
          return await customDryRun(settingsContext, { ...trial, limit: request.body.limit ?? verdictsShown, asOf });
        }
        if (request.body.automation_type === 'custom') throw new DomainError('internal');
        const requested = await ruleOrDraft(settingsContext, sessionOf(request), request.body, asOf);
        const verdicts: UnitVerdict[] = [];
        for (const organization of requested.application.organizations) {
          if ((requested.rule.apply_to[organization.org_id] ?? []).length > 0) {
            verdicts.push(...(await evaluateNow(settingsContext, requested, organization, asOf)));
          }
        }
        const counts: Record<string, number> = {};
        for (const { verdict } of verdicts) counts[verdict] = (counts[verdict] ?? 0) + 1;
        return {
          status: 'ok' as const,
          as_of: new Date(asOf).toISOString(),
          counts,
          verdicts: verdicts.map((verdict) =>
            verdictResponse(verdict, eventIdFrom(`dry run ${asOf} ${verdict.key}`), undefined),
          ),
        };
      }),
  );
}

async function evaluateNow(
  settingsContext: SettingsContext,
  { rule, draft, application }: RequestedRule,
  organization: LinkedOrganization,
  asOf: number,
): Promise<UnitVerdict[]> {
  const { deps, automations, ruleCampaigns, runStates } = settingsContext;
  const { application_id: applicationId } = application;
  const last = await deps.log.readLast(adsPullStream(applicationId, organization.org_id));
  const { pulledAt = 0 } = freshnessOf(last?.event);
  const { campaigns, figures, shares } = await readRuleFacts(deps.tables, {
    applicationId,
    organization,
    rule,
    asOf,
    campaign: (id) => ruleCampaigns.current(campaignStream(id)),
    underWay: { automations: automations.state, runs: runStates, change: (id) => readChange(deps.log, id) },
  });
  const data = ruleData({
    asOf,
    pulledAt,
    hourMs: deps.settings.automation?.hourMs ?? hourMs,
    organization,
    application,
    campaigns,
    figures,
    shares,
    raisedBy: new Map(),
    resumed: rule.resumed,
    byRules: await bidsByRules(settingsContext, rule, organization),
  });
  if (draft) return evaluate(rule, withoutTrail(data), new Map());
  const memories = automations.state.memories.get(ruleInOrganization(rule.automation_id, organization.org_id));
  return evaluate(rule, data, memories ?? new Map());
}

/** What was done to the bids of a rule's campaigns, by rules that people wrote too. */
async function bidsByRules(
  { customRules, automations, trailedCampaigns }: SettingsContext,
  { apply_to }: Pick<ExistingRule, 'apply_to'>,
  { org_id: orgId, time_zone: zone }: LinkedOrganization,
): Promise<BidsByRules> {
  await customRules.caughtUp;
  const { rules, runs } = customRules.state;
  const campaigns = new Map<number, TrailedCampaign>();
  for (const id of apply_to[orgId] ?? []) campaigns.set(id, (await trailedCampaigns.current(campaignStream(id))).state);
  const changes = bidChanges(campaigns, ruleOfChanges(rules.rules, runs, orgId));
  const named = [...automations.state.rules.values(), ...rules.rules.values()];
  return { zone, changes, ruleNames: new Map(named.map(({ automation_id, name }) => [automation_id, name])) };
}
