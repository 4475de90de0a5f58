import { DomainError, findApplication, type LinkedOrganization, type OpenApplication } from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';
import type { Session } from './sign-in/sessions.ts';

/**
 * The application, if it is the team's own.
 * @throws DomainError `not_found`, the same for one that does not exist and for one of another team.
 */
export function ownApplication(
  deps: ApiDependencies,
  session: Pick<Session, 'account'>,
  applicationId: number,
): OpenApplication {
  const application = findApplication(deps.directory.state, applicationId);
  if (application === undefined || application.team_id !== session.account.team_id) {
    throw new DomainError('not_found', { message: 'This application was not found.' });
  }
  return application;
}

/** The ad organization, if it is linked to the application. @throws DomainError `not_found`. */
export function linkedOrganization(application: OpenApplication, orgId: number): LinkedOrganization {
  const organization = application.organizations.find((linked) => linked.org_id === orgId);
  if (organization === undefined) {
    throw new DomainError('not_found', { message: 'This organization was not found.' });
  }
  return organization;
}
