import {
  type AlertRule,
  type CustomRule,
  campaignStream,
  decisionsByKey,
  doubtsAt,
  type EvaluatedVersion,
  type EvaluationData,
  type ExistingCustomRule,
  evaluateRule,
  hourMs,
  type LinkedOrganization,
  labelsStream,
  noMemory,
  type OpenApplication,
  type RuleCampaigns,
  type RuleEvaluation,
  type RuleMemory,
  ruleInOrganization,
  ruleLabelsOf,
  ruleMemoryOf,
  ruleOfChanges,
} from '@tapwise/domain';
import { readEvaluationData, readTermDecisions } from '@tapwise/projections/queries';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';

/** A rule or an alert that is evaluated and changes nothing. */
export interface EvaluatedTrial {
  readonly rule: AlertRule;
  readonly apply_to: RuleCampaigns;
  /** As it is stored; `null`: a draft, which remembers nothing. */
  readonly stored: ExistingCustomRule | null;
}

/** A rule, or a draft of one. */
export interface TriedRule extends EvaluatedTrial {
  readonly rule: CustomRule;
}

/** What a rule comes to in one ad organization, and from what. */
export interface EvaluatedNow {
  readonly version: EvaluatedVersion;
  readonly data: EvaluationData;
  readonly memory: RuleMemory;
  readonly evaluation: RuleEvaluation;
}

const completeAfterHours = 3;

/** Evaluates a rule on what is known now. Nothing is recorded or sent. @param asOf Milliseconds. */
export async function evaluateNow(
  settingsContext: SettingsContext,
  tried: EvaluatedTrial,
  { application, organization }: { readonly application: OpenApplication; readonly organization: LinkedOrganization },
  asOf: number,
): Promise<EvaluatedNow> {
  const { deps, customRules, automations, alerts, trailedCampaigns } = settingsContext;
  await alerts.caughtUp;
  const { rules, runs } = customRules.state;
  const { settings } = deps;
  const { stored } = tried;
  const { org_id, time_zone: zone } = organization;
  const inOrganization = stored && runs.organizations.get(ruleInOrganization(stored.automation_id, org_id));
  const hour = settings.automation?.hourMs ?? hourMs;
  const ofLabels = labelsStream(application.application_id);
  const { state: labels } = await settingsContext.labels.current(ofLabels);
  const { state: labelTrails } = await settingsContext.labelTrails.current(ofLabels);
  const names = [...rules.rules.values(), ...automations.state.rules.values()];
  const { data } = await readEvaluationData(deps.tables, {
    application,
    organization,
    rule: tried,
    asOf,
    hourMs: hour,
    completeAfterHours: settings.completeDayHours ?? completeAfterHours,
    slot: null,
    campaign: (id) => trailedCampaigns.current(campaignStream(id)),
    ruleOf: ruleOfChanges(rules.rules, runs, org_id),
    ruleNames: new Map(names.map(({ automation_id, name }) => [automation_id, name])),
    earlier: decisionsByKey([]),
    joined: inOrganization?.joined ?? new Map(),
    labels: ruleLabelsOf(labels, labelTrails),
    doubts: doubtsAt(alerts.state, { applicationId: application.application_id, orgId: org_id, zone }, asOf),
    decisionsOf: (ids) => readTermDecisions(settingsContext, ids),
  });
  const version: EvaluatedVersion = {
    id: stored?.automation_id ?? null,
    rule: tried.rule,
    casesSince: stored === null ? asOf : Date.parse(stored.casesSince),
  };
  const clock = { asOf, hourMs: hour, zone };
  const memory = stored === null ? noMemory : ruleMemoryOf(stored, inOrganization ?? undefined, clock);
  return { version, data, memory, evaluation: evaluateRule(version, data, memory) };
}

/** The ad organizations that a rule is for. */
export const organizationsOf = (
  { organizations }: OpenApplication,
  applyTo: RuleCampaigns,
): readonly LinkedOrganization[] => organizations.filter(({ org_id }) => (applyTo[org_id] ?? []).length > 0);
