import {
  columnsOfView,
  DomainError,
  type EnteredReport,
  hasFigures,
  type LabelEvent,
  labelsDecider,
  labelsOfView,
  labelsStream,
  mostOutsideMails,
  type OpenApplication,
  outsideMailsOfDay,
  type ReportDefinition,
  readReportDefinition,
} from '@tapwise/domain';
import { reportScope } from '@tapwise/projections/queries';
import { checkParents } from '../report-scope.ts';
import { reportedOrganization, type SchedulesContext } from './own-schedule.ts';

/** What a call names besides the report itself. */
const otherFields = ['application_id', 'id', 'token', 'comment', 'confirm_guardrails'];

/** The report among the fields of a call, without those that were left out. */
export const reportFields = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== undefined && !otherFields.includes(name)),
  );

/**
 * Reads a report that was entered, and checks that what it is about is the application's own.
 * @param stored the report that is changed: it keeps labels that were deleted since.
 * @throws DomainError `bad_rule`; `not_found` for an organization, a campaign or an ad group of another team.
 */
export async function readSchedule(
  { deps }: SchedulesContext,
  application: OpenApplication,
  entered: Readonly<Record<string, unknown>>,
  stored?: ReportDefinition,
): Promise<EnteredReport> {
  const zoneOf = (orgId: number) => application.organizations.find(({ org_id }) => org_id === orgId)?.time_zone;
  const read = readReportDefinition(entered, zoneOf);
  const { scope } = read.report;
  const organization = reportedOrganization(application, scope.asa_organization_id);
  await checkParents(deps, reportScope(application, organization), {
    campaignId: scope.campaign_id,
    adGroupId: scope.ad_group_id,
    campaignIds: scope.campaign_ids,
  });
  const kept = stored === undefined ? [] : (labelsOfView(stored.view) ?? []);
  const labels = (labelsOfView(read.report.view) ?? []).filter((id) => !kept.includes(id));
  await requireLabels(deps, application, labels);
  return read;
}

/** @throws DomainError `not_found` for a label that the application does not have. */
async function requireLabels(
  { log }: SchedulesContext['deps'],
  { application_id }: OpenApplication,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const recorded = await log.readStream(labelsStream(application_id));
  const { labels } = labelsDecider.evolveMany(
    labelsDecider.initialState(),
    recorded.map(({ event }) => event as LabelEvent),
  );
  if (ids.some((id) => !labels.has(id))) throw new DomainError('not_found', { message: 'Label not found' });
}

/** What a person should know about a report that is fine as it is. */
export const scheduleWarnings = ({ view }: ReportDefinition): string[] =>
  hasFigures(columnsOfView(view, 'restricted').columns) ? [] : ['This report has no columns for restricted members'];

const mostSchedules = 50;

/** @throws DomainError `too_many`. @param existing how many the application has. */
export function requireRoom(existing: number): void {
  if (existing < mostSchedules) return;
  throw new DomainError('too_many', { message: `Too many scheduled reports: at most ${mostSchedules}` });
}

/**
 * Questions to addresses count with the day's mails to them.
 * @throws DomainError `too_many`. @param more how many addresses are to be asked.
 */
export function requireOutsideRoom({ deps, schedules }: SchedulesContext, teamId: number, more: number): void {
  const today = deps.now().toISOString().slice(0, 10);
  if (more === 0 || outsideMailsOfDay(schedules.state, teamId, today) + more <= mostOutsideMails) return;
  throw new DomainError('too_many', {
    message: `Too many mails to addresses outside the team today: at most ${mostOutsideMails}`,
  });
}
