import { addDays, DomainError, dayInZone, findApplication } from '@tapwise/domain';
import {
  adGroupOfScope,
  areLabelsOfApplication,
  campaignNames,
  campaignOfScope,
  type ReportScope,
  reportScope,
} from '@tapwise/projections/queries';
import { linkedOrganization, ownApplication } from '../access/own-application.ts';
import type { Session } from '../access/sign-in/sessions.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import { badRange, type ReportParameters } from './report-parameters.ts';

/**
 * Whose numbers a report is about, if they are the caller's own: the application is the team's, the organization is linked
 * to it, and the range does not lie ahead of the organization's calendar by more than the one day a caller in another zone
 * may be ahead.
 * @throws DomainError `not_found`, `invalid_date_range`.
 */
export function ownReportScope(
  deps: ApiDependencies,
  session: Pick<Session, 'account'>,
  parameters: Pick<ReportParameters, 'applicationId' | 'orgId' | 'to'>,
): ReportScope {
  const application = ownApplication(deps, session, parameters.applicationId);
  const organization = linkedOrganization(application, parameters.orgId);
  if (parameters.to > addDays(todayOf(deps, organization.time_zone), 1)) {
    throw badRange('to lies in the future.', 'to');
  }
  return reportScope(application, organization);
}

/** The same for a caller whose right was checked before; `undefined` when the organization is not linked any more. */
export function presentScope(deps: ApiDependencies, applicationId: number, orgId: number): ReportScope | undefined {
  const application = findApplication(deps.directory.state, applicationId);
  const organization = application?.organizations.find((linked) => linked.org_id === orgId);
  return application && organization && reportScope(application, organization);
}

/** The scopes of all organizations of an application. */
export function scopesOfApplication(deps: ApiDependencies, applicationId: number): ReportScope[] {
  const application = findApplication(deps.directory.state, applicationId);
  return application?.organizations.map((organization) => reportScope(application, organization)) ?? [];
}

/**
 * Checks that the campaign, and the ad group under it, are those of the scope, and labels those of its application.
 * @throws DomainError `not_found`, the same for what does not exist and for what belongs to another team.
 */
export async function checkParents(
  deps: ApiDependencies,
  scope: ReportScope,
  parameters: Partial<Pick<ReportParameters, 'campaignId' | 'adGroupId' | 'campaignIds' | 'labels'>>,
): Promise<void> {
  const { campaignId, adGroupId, campaignIds, labels } = parameters;
  if (labels !== undefined && !(await areLabelsOfApplication(deps.tables, scope.applicationId, labels))) {
    throw new DomainError('not_found', { message: 'Label not found' });
  }
  if (campaignIds !== undefined) await checkCampaigns(deps, scope, campaignIds);
  if (campaignId === undefined) return;
  const [campaign, adGroup] = await Promise.all([
    campaignOfScope(deps.tables, scope, campaignId),
    adGroupId === undefined ? true : adGroupOfScope(deps.tables, scope, campaignId, adGroupId),
  ]);
  if (!campaign) throw new DomainError('not_found', { message: 'This campaign was not found.' });
  if (!adGroup) throw new DomainError('not_found', { message: 'This ad group was not found.' });
}

/** Campaigns the ad service does not show are known by their users, and asked for one by one. */
async function checkCampaigns(deps: ApiDependencies, scope: ReportScope, ids: readonly number[]): Promise<void> {
  const listedIds = new Set((await campaignNames(deps.tables, scope, false)).map((campaign) => campaign.id));
  for (const id of ids) {
    if (listedIds.has(id) || (await campaignOfScope(deps.tables, scope, id))) continue;
    throw new DomainError('not_found', { message: 'This campaign was not found.' });
  }
}

/** The day it is now where the organization is. */
export function todayOf(deps: ApiDependencies, timeZone: string): string {
  return dayInZone(deps.now().getTime(), timeZone);
}
