import type { Directory, LinkedOrganization, OpenApplication } from '@tapwise/domain';

/** An ad organization and an application that has it. */
export interface Linked {
  readonly application: OpenApplication;
  readonly organization: LinkedOrganization;
}

/** The applications that have an organization. */
export const applicationsOf = (directory: Directory, orgId: number): Linked[] =>
  allLinks(directory).filter(({ organization }) => organization.org_id === orgId);

/** Each organization once. */
export const linkedOrganizations = (directory: Directory): Linked[] => [
  ...new Map(allLinks(directory).map((linked) => [linked.organization.org_id, linked])).values(),
];

const allLinks = ({ applications }: Directory): Linked[] =>
  [...applications.values()].flatMap((application) =>
    application.organizations.map((organization) => ({ application, organization })),
  );
