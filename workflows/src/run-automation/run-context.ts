import type { AutomationTimes, ClickHouseClient, EventLog, FoldFollower, StreamMemory } from '@tapwise/adapters';
import {
  type AutomationRunEvent,
  type Automations,
  type Directory,
  type ExistingRule,
  findApplication,
  type LinkedOrganization,
  type OpenApplication,
  type RuleCampaign,
  type RunState,
} from '@tapwise/domain';
import type { ChangeStreams } from '../apply-change/change-log.ts';
import type { FilterSources } from './filter/filter-sources.ts';
import type { RunAutomationInput } from './run-automation.contract.ts';

type CampaignEvents = Parameters<ChangeStreams['campaigns']['change']>[2] extends (state: never) => readonly (infer E)[]
  ? E
  : never;

/** What the runs of one process share. */
export interface RunContext {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly automations: FoldFollower<Automations>;
  /** `undefined` while there are no tables: then no rule is evaluated. */
  readonly tables: ClickHouseClient | undefined;
  readonly times: AutomationTimes;
  /** Milliseconds. */
  readonly now: () => number;
  readonly runs: StreamMemory<RunState, AutomationRunEvent>;
  readonly campaigns: StreamMemory<RuleCampaign, CampaignEvents>;
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
