import type { Application, Organization } from '@tapwise/contract';
import type { Scope } from './url-state.ts';

/** What was looked at last, by the browser's memory. */
export interface Remembered {
  applicationId: number | null;
  organizationId: (applicationId: number) => number | null;
}

/** The application and organization a scope names, found among those that are there. */
export interface Chosen {
  application: Application | null;
  organization: Organization | null;
}

/** Fills what an address leaves open: what was looked at last, else the first. Ids that are not there count as open. */
export function resolveScope(scope: Scope, applications: readonly Application[], remembered: Remembered): Scope {
  const find = (id: number | null) => applications.find((application) => application.id === id);
  const application = find(scope.applicationId) ?? find(remembered.applicationId) ?? applications[0];
  return {
    ...scope,
    applicationId: application?.id ?? null,
    organizationId: application === undefined ? null : organizationOf(application, scope.organizationId, remembered),
  };
}

/** The organization to show of an application: the one requested, the one looked at last, or the first. */
export function organizationOf(
  application: Application,
  requested: number | null,
  remembered: Remembered,
): number | null {
  const has = (id: number | null) =>
    application.asaOrganizations.some((organization) => organization.organization_id === id) ? id : null;
  const first = application.asaOrganizations[0]?.organization_id ?? null;
  return has(requested) ?? has(remembered.organizationId(application.id)) ?? first;
}

export function chosenBy(scope: Scope, applications: readonly Application[]): Chosen {
  const application = applications.find(({ id }) => id === scope.applicationId) ?? null;
  const organization = application?.asaOrganizations.find((entry) => entry.organization_id === scope.organizationId);
  return { application, organization: organization ?? null };
}
