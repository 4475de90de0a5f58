import { creationStream, DomainError, type ExistingCreation, type OpenApplication } from '@tapwise/domain';
import { ownApplication } from '../access/own-application.ts';
import type { Session } from '../access/sign-in/sessions.ts';
import { type ChangeProgress, readChange } from './change-progress.ts';
import { type RecordedLabelChange, readLabelChange } from './labels/label-change.ts';
import type { SettingsContext } from './settings-context.ts';

/** A change of settings, or a creation or change of labels, which are changes as well. */
export type AnyChange =
  | ({ readonly kind: 'settings' } & ChangeProgress)
  | { readonly kind: 'creation'; readonly creation: ExistingCreation }
  | ({ readonly kind: 'label' } & RecordedLabelChange);

/** A change of the application. @throws DomainError `not_found`, the same for one that does not exist and one of another team. */
export async function ownChange(
  settingsContext: SettingsContext,
  session: Session,
  applicationId: number,
  changeId: string,
): Promise<AnyChange & { readonly application: OpenApplication }> {
  const { deps, creationStates } = settingsContext;
  const application = ownApplication(deps, session, applicationId);
  const progress = await readChange(deps.log, changeId);
  if (progress?.change.request.application_id === applicationId) return { kind: 'settings', ...progress, application };
  const labelled = await readLabelChange(settingsContext, applicationId, changeId);
  if (labelled !== undefined) return { kind: 'label', ...labelled, application };
  const { state: creation } = await creationStates.current(creationStream(changeId));
  const isAccepted = creation.status !== 'absent' && creation.status !== 'listing' && creation.status !== 'refused';
  if (!isAccepted || creation.request.application_id !== applicationId) {
    throw new DomainError('not_found', { message: 'This change was not found.' });
  }
  return { kind: 'creation', creation, application };
}
