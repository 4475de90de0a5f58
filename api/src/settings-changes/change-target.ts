import { DomainError, type LinkedOrganization, type OpenApplication } from '@tapwise/domain';
import { linkedOrganization, ownApplication } from '../access/own-application.ts';
import type { Session } from '../access/sign-in/sessions.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import { readId } from '../http/read-id.ts';

/** Where a change is made. */
export interface ChangeTarget {
  readonly application: OpenApplication;
  readonly organization: LinkedOrganization;
}

/** @throws DomainError `not_found`, `not_integrated`. */
export function changeTarget(
  deps: ApiDependencies,
  session: Session,
  ids: { readonly application_id: number | string; readonly asa_organization_id: number | string },
): ChangeTarget {
  const application = ownApplication(deps, session, Number(ids.application_id));
  // Without any organization every id would be unknown; what is missing is the integration.
  if (application.organizations.length === 0) throw new DomainError('not_integrated');
  return { application, organization: linkedOrganization(application, Number(ids.asa_organization_id)) };
}

/** The same for a call that names application and organization in its query. @throws DomainError `invalid_request` as well. */
export const queryTarget = (
  deps: ApiDependencies,
  { session, query }: { readonly session: Session; readonly query: Readonly<Record<string, string | undefined>> },
): ChangeTarget =>
  changeTarget(deps, session, {
    application_id: readId(query, 'application_id'),
    asa_organization_id: readId(query, 'asa_organization_id'),
  });
