import type { LinkedOrganization, OpenApplication } from '@tapwise/domain';

/** Whose numbers are asked for, as the directory knows them. Rights are checked by the caller. */
export interface ReportScope {
  applicationId: number;
  /** The store's id of the app: only its campaigns are shown. */
  adamId: number;
  orgId: number;
  /** ISO 4217 code (or the ad service's spelling) of bids, budgets and spend of the ad organization. */
  orgCurrency: string;
  /** IANA name; days of a range are calendar days in it. */
  timeZone: string;
  /** ISO 4217 code of the application: money of an answer. */
  currency: string;
  /** In the store's programme with the lower fee. */
  smallBusiness: boolean;
  /** Every ad organization linked to the application, the one asked for included. */
  linkedOrgIds: readonly number[];
  /** First day of the application's SDK: nothing is known of users before. `null` when it was never heard of. */
  firstSdkDay?: string | null;
}

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
