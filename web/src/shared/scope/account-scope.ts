import type { Application, Organization } from '@tapwise/contract';

/** Whose figures a screen shows; `null` is still open. */
export interface AccountScope {
  application: number | 'all' | null;
  organization: number | 'all' | null;
}

/** What the browser remembers of the last visit. */
export interface RememberedAccount {
  applicationId: () => number | null;
  organizationId: (applicationId: number) => number | null;
}

/** The ad organizations of an application, or of all, each once. */
export function organizationsOf(
  applications: readonly Application[],
  application: AccountScope['application'],
): Organization[] {
  const wanted = application === 'all' ? applications : applications.filter(({ id }) => id === application);
  const organizations = new Map<number, Organization>();
  for (const { asaOrganizations } of wanted) {
    for (const organization of asaOrganizations) organizations.set(organization.organization_id, organization);
  }
  return [...organizations.values()];
}

/**
 * Fills what is open or not there: what was looked at last, else the first. All applications begin with all their ad
 * organizations.
 * @param options.all whether all of them may be chosen at once
 */
export function completeAccountScope(
  scope: AccountScope,
  applications: readonly Application[],
  remembered: RememberedAccount,
  options: { all: boolean },
): AccountScope {
  const existingId = (id: AccountScope['application']) =>
    (id === 'all' && options.all) || applications.some((application) => application.id === id) ? id : null;
  const application =
    existingId(scope.application) ?? existingId(remembered.applicationId()) ?? applications[0]?.id ?? null;
  const organizations = organizationsOf(applications, application);
  const has = (id: AccountScope['organization']) =>
    (id === 'all' && options.all) || organizations.some(({ organization_id }) => organization_id === id) ? id : null;
  if (application === 'all') return { application, organization: has(scope.organization) ?? 'all' };
  const last = application === null ? null : remembered.organizationId(application);
  const organization = has(scope.organization) ?? has(last) ?? organizations[0]?.organization_id ?? null;
  return { application, organization };
}

/** One application with one of its ad organizations: what a report call is about. */
export interface AccountTarget {
  application: Application;
  organization: Organization;
}

/** Every pair of a scope, in the order of the applications. */
export function targetsOf(scope: AccountScope, applications: readonly Application[]): AccountTarget[] {
  return applications
    .filter(({ id }) => scope.application === 'all' || id === scope.application)
    .flatMap((application) =>
      application.asaOrganizations
        .filter(({ organization_id }) => scope.organization === 'all' || organization_id === scope.organization)
        .map((organization) => ({ application, organization })),
    );
}

/** The scope in words: `Moonvale · Moonvale Apps GmbH`. */
export function describeAccountScope(scope: AccountScope, applications: readonly Application[]): string {
  const application =
    scope.application === 'all' ? 'All apps' : applications.find(({ id }) => id === scope.application)?.name;
  const organization =
    scope.organization === 'all'
      ? 'All organizations'
      : organizationsOf(applications, scope.application).find((entry) => entry.organization_id === scope.organization)
          ?.name;
  return [application, organization].filter((name) => name !== undefined).join(' · ');
}
