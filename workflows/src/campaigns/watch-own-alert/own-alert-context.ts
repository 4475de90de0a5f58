import type { AlertTimes, ClickHouseClient, EventLog, FoldFollower, StreamMemory } from '@tapwise/adapters';
import {
  type Alerts,
  type AlertUnits,
  type AnyCampaignEvent,
  type Automations,
  type CustomAutomations,
  type Directory,
  type EpisodeEvent,
  type ExistingAlert,
  findApplication,
  type LabelEvent,
  type Labels,
  type LabelTrails,
  type LinkedOrganization,
  type OpenApplication,
  type OrganizationClock,
  type OwnAlertRule,
  ownRuleOf,
  scheduleClock,
  type TrailedCampaign,
  writtenAlert,
} from '@tapwise/domain';
import type { FilterSources } from '../run-automation/filter/filter-sources.ts';

/** What evaluations of alerts that people wrote share in one process. */
export interface OwnAlertContext {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly automations: FoldFollower<Automations>;
  readonly customRules: FoldFollower<CustomAutomations>;
  readonly alerts: FoldFollower<Alerts>;
  /** `undefined` while there are no tables: then nothing is evaluated. */
  readonly tables: ClickHouseClient | undefined;
  readonly times: AlertTimes;
  /** How long an hour of rules is. */
  readonly hourMs: number;
  /** Milliseconds. */
  readonly now: () => number;
  readonly episodes: StreamMemory<AlertUnits, EpisodeEvent>;
  readonly campaigns: StreamMemory<TrailedCampaign, AnyCampaignEvent>;
  readonly labels: StreamMemory<Labels, LabelEvent>;
  readonly labelTrails: StreamMemory<LabelTrails, LabelEvent>;
  /** What was decided about search terms of a campaign. */
  readonly termDecisions: FilterSources['decisions'];
}

/** An alert that is on, with what it asks and where. */
export interface OwnAlertScope extends OwnAlertRule {
  readonly alert: ExistingAlert;
  readonly application: OpenApplication;
  readonly organizations: readonly LinkedOrganization[];
}

/** @returns `undefined` for an alert that is off, deleted or without an ad organization. */
export function ownAlertScope(
  {
    alerts,
    directory,
  }: {
    readonly alerts: Pick<FoldFollower<Alerts>, 'state'>;
    readonly directory: Pick<FoldFollower<Directory>, 'state'>;
  },
  alertId: number,
): OwnAlertScope | undefined {
  const alert = writtenAlert(alerts.state, alertId);
  const written = alert && ownRuleOf(alert);
  const application = alert && findApplication(directory.state, alert.applicationId);
  if (alert === undefined || written === undefined || application === undefined || !alert.on) return undefined;
  const organizations = application.organizations.filter(({ org_id }) => (written.apply_to[org_id] ?? []).length > 0);
  return organizations.length === 0 ? undefined : { ...written, alert, application, organizations };
}

/** When the alert is asked in each of its organizations. */
export const clocksOf = ({ rule, organizations }: OwnAlertScope, { everySeconds }: AlertTimes): OrganizationClock[] =>
  organizations.map(({ org_id: orgId, time_zone }) => ({
    orgId,
    clock: scheduleClock(rule.schedule, time_zone, everySeconds),
  }));
