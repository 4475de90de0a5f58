import { DomainError } from '@tapwise/domain';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { type ChangeTarget, changeTarget } from '../../settings-changes/change-target.ts';

type Id = number | string | null | undefined;

/** Where something is created. @throws DomainError `invalid_request`, `not_found`, `not_integrated`. */
export function creationTarget(
  deps: ApiDependencies,
  session: Session,
  { application_id, asa_organization_id }: { readonly application_id?: Id; readonly asa_organization_id?: Id },
): ChangeTarget {
  if (application_id == null) throw new DomainError('invalid_request', { message: 'Application is required' });
  if (asa_organization_id == null) throw new DomainError('invalid_request', { message: 'Organization is required' });
  return changeTarget(deps, session, { application_id, asa_organization_id });
}
