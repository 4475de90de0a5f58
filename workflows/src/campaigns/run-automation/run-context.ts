import type { AutomationTimes, ClickHouseClient, EventLog, FoldFollower, StreamMemory } from '@tapwise/adapters';
import {
  type AnyCampaignEvent,
  type AutomationRunEvent,
  type Automations,
  type CustomAutomations,
  type Directory,
  type ExistingRule,
  findApplication,
  type LinkedOrganization,
  type OpenApplication,
  type RuleCampaign,
  type RuleCampaignEvent,
  type RuleInOrganization,
  type RunState,
  ruleInOrganization,
  type TrailedCampaign,
} from '@tapwise/domain';
import type { DisconnectedCheck } from '../../activity/disconnected-organizations.ts';
import { isIdle } from '../../activity/idle-teams.ts';
import type { ChangeStreams } from '../apply-change/change-log.ts';
import type { RunAutomationInput } from '../rule-runs/rule-run.ts';
import type { FilterSources } from './filter/filter-sources.ts';

/** What the runs of one process share. */
export interface RunContext {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly automations: FoldFollower<Automations>;
  /** Rules that people wrote, which change bids too. */
  readonly customRules: FoldFollower<CustomAutomations>;
  /** As of `RuleSources`. */
  readonly isDisconnected?: DisconnectedCheck | undefined;
  /** `undefined` while there are no tables: then no rule is evaluated. */
  readonly tables: ClickHouseClient | undefined;
  readonly times: AutomationTimes;
  /** Milliseconds. */
  readonly now: () => number;
  readonly runs: StreamMemory<RunState, AutomationRunEvent>;
  readonly campaigns: StreamMemory<RuleCampaign, RuleCampaignEvent>;
  /** The same campaigns, with who changed their settings. */
  readonly trailed: StreamMemory<TrailedCampaign, AnyCampaignEvent>;
  readonly changes: ChangeStreams['changes'];
  readonly filters: FilterSources;
}

/** A rule and where it runs. */
export interface RuleScope {
  readonly rule: ExistingRule;
  readonly application: OpenApplication;
  readonly organization: LinkedOrganization;
}

/** @returns `undefined` for a rule that is not there, or an organization it does not run in. */
export function ruleScopeOf(context: RunContext, { automation_id, org_id }: RunAutomationInput): RuleScope | undefined {
  const rule = context.automations.state.rules.get(automation_id);
  const application = rule && findApplication(context.directory.state, rule.application_id);
  const organization = application?.organizations.find((candidate) => candidate.org_id === org_id);
  if (rule === undefined || application === undefined || organization === undefined) return undefined;
  return { rule, application, organization };
}

/** A rule where it runs, with its runs there and whether its team is served; `undefined` as above. */
export function ruleInOrganizationOf(context: RunContext, input: RunAutomationInput): RuleInOrganization | undefined {
  const ruleScope = ruleScopeOf(context, input);
  if (ruleScope === undefined) return undefined;
  const { rule, application, organization } = ruleScope;
  const runs = context.automations.state.runs.get(ruleInOrganization(input.automation_id, input.org_id)) ?? [];
  const isServed =
    context.tables !== undefined &&
    !isIdle(context.directory, application.application_id) &&
    context.isDisconnected?.(organization.org_id) !== true;
  return { rule, organization, runs, isServed };
}
