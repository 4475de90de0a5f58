import type { LinkedOrganization, OpenApplication } from '@tapwise/domain';
import type { ReportScope } from './report.ts';

/** What a report needs to know of an application and one of its organizations. */
export function reportScope(application: OpenApplication, organization: LinkedOrganization): ReportScope {
  return {
    applicationId: application.application_id,
    adamId: application.adam_id,
    orgId: organization.org_id,
    orgCurrency: organization.currency,
    timeZone: organization.time_zone,
    currency: application.currency,
    smallBusiness: application.small_business,
    linkedOrgIds: application.organizations.map((linked) => linked.org_id),
    firstSdkDay: application.first_sdk_event_date,
  };
}
