import { changeSetStream, DomainError, type ExistingChangeSet, guardrailsOf } from '@tapwise/domain';
import { linkedOrganization, ownApplication } from '../access/own-application.ts';
import type { Session } from '../access/sign-in/sessions.ts';
import type { ChangeTarget } from './change-target.ts';
import type { SettingsContext } from './settings-context.ts';

/** A set, and where it is to be applied. */
export interface OwnChangeSet extends ChangeTarget {
  readonly set: ExistingChangeSet;
}

/** @throws DomainError `not_found`, the same for a set that does not exist and one of another application. */
export async function ownChangeSet(
  settingsContext: SettingsContext,
  session: Session,
  applicationId: number,
  id: string,
): Promise<OwnChangeSet> {
  const application = ownApplication(settingsContext.deps, session, applicationId);
  const { state } = await settingsContext.changeSets.current(changeSetStream(id));
  if (state.status === 'absent' || state.application_id !== applicationId) {
    throw new DomainError('not_found', { message: 'This change set was not found.' });
  }
  return { set: state, application, organization: linkedOrganization(application, state.org_id) };
}

/** Whether a set needs the approval of someone who had no hand in it. */
export const needsSecondPerson = ({ application }: Pick<ChangeTarget, 'application'>): boolean =>
  guardrailsOf(application).second_person.on;
