import type { AutomationTimes, ClickHouseClient, EventLog, FoldFollower, StreamMemory } from '@tapwise/adapters';
import {
  type Alerts,
  type AnyCampaignEvent,
  type Automations,
  type CreationEvent,
  type CreationState,
  type CustomAutomations,
  type CustomRunEvent,
  type CustomRunState,
  type CustomRunSummary,
  type Directory,
  type ExistingCustomRule,
  findApplication,
  type LabelEvent,
  type Labels,
  type LabelTrails,
  type LinkedOrganization,
  type OpenApplication,
  ruleInOrganization,
  type SlottedRule,
  scheduleClock,
  slotsSinceIn,
  type TrailedCampaign,
} from '@tapwise/domain';
import type { DisconnectedCheck } from '../../activity/disconnected-organizations.ts';
import { isIdle } from '../../activity/idle-teams.ts';
import type { ChangeStreams } from '../apply-change/change-log.ts';
import type { RunAutomationInput } from '../rule-runs/rule-run.ts';
import type { FilterSources } from '../run-automation/filter/filter-sources.ts';
import type { RunContext } from '../run-automation/run-context.ts';

/** What the runs of rules that people wrote share in one process. */
export interface CustomRuleContext {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly customRules: FoldFollower<CustomAutomations>;
  /** Rules of fixed types, which change settings too. */
  readonly automations: FoldFollower<Automations>;
  /** Open incidents put figures in doubt. */
  readonly alerts: FoldFollower<Alerts>;
  /** Whether nothing can be done in an organization now. Absent: something can. */
  readonly isDisconnected?: DisconnectedCheck | undefined;
  /** `undefined` while there are no tables: then no rule is evaluated. */
  readonly tables: ClickHouseClient | undefined;
  readonly times: AutomationTimes;
  /** Hours past a day's end from which a pull completes it. */
  readonly completeDayHours: number;
  /** Milliseconds. */
  readonly now: () => number;
  readonly runs: StreamMemory<CustomRunState, CustomRunEvent>;
  readonly raiseRuns: RunContext['runs'];
  readonly campaigns: StreamMemory<TrailedCampaign, AnyCampaignEvent>;
  readonly changes: ChangeStreams['changes'];
  readonly labels: StreamMemory<Labels, LabelEvent>;
  readonly labelTrails: StreamMemory<LabelTrails, LabelEvent>;
  readonly creationStates: StreamMemory<CreationState, CreationEvent>;
  /** What people and rules decided about search terms. */
  readonly termDecisions: FilterSources['decisions'];
}

/** A rule and where it runs. */
export interface CustomRuleScope {
  readonly rule: ExistingCustomRule;
  readonly application: OpenApplication;
  readonly organization: LinkedOrganization;
}

/** @returns `undefined` for a rule that is not there, or an organization it does not run in. */
export function customRuleScope(
  { customRules, directory }: Pick<CustomRuleContext, 'customRules' | 'directory'>,
  { automation_id, org_id }: RunAutomationInput,
): CustomRuleScope | undefined {
  const rule = customRules.state.rules.rules.get(automation_id);
  const application = rule && findApplication(directory.state, rule.application_id);
  const organization = application?.organizations.find((candidate) => candidate.org_id === org_id);
  if (rule === undefined || application === undefined || organization === undefined) return undefined;
  return { rule, application, organization };
}

/** Runs of a rule in an organization, oldest first. */
export const customRunsOf = (
  { state }: Pick<FoldFollower<CustomAutomations>, 'state'>,
  automationId: number,
  orgId: number,
): readonly CustomRunSummary[] => state.runs.organizations.get(ruleInOrganization(automationId, orgId))?.runs ?? [];

/** What slots of a rule follow from. */
export type SlottingContext = Pick<
  CustomRuleContext,
  'customRules' | 'directory' | 'isDisconnected' | 'tables' | 'times'
>;

/** A rule where it runs, as far as its slots follow from it. */
export function slottedCustomRule(
  { customRules, directory, isDisconnected, tables, times }: SlottingContext,
  { rule, application, organization }: CustomRuleScope,
): SlottedRule {
  const { automation_id, status, apply_to } = rule;
  const { org_id, time_zone } = organization;
  const campaigns = apply_to[org_id] ?? [];
  return {
    automation_id,
    org_id,
    isActive: status === 'active',
    slotsSince: slotsSinceIn(rule, org_id),
    clock: scheduleClock(rule.rule.schedule, time_zone, times.everySeconds),
    hasCampaigns: campaigns === 'all' || campaigns.length > 0,
    runs: customRunsOf(customRules, automation_id, org_id),
    isServed:
      tables !== undefined && !isIdle(directory, application.application_id) && isDisconnected?.(org_id) !== true,
  };
}
