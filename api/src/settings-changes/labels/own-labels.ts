import { type Label, type Labels, labelsStream, type OpenApplication } from '@tapwise/domain';
import { ownApplication } from '../../access/own-application.ts';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { SettingsContext } from '../settings-context.ts';

/** An application with its labels by now. */
export interface OwnLabels {
  readonly application: OpenApplication;
  readonly state: Labels;
}

/** @throws DomainError `not_found` for an application that is not the team's. */
export async function ownLabels(
  { deps, labels }: Pick<SettingsContext, 'deps' | 'labels'>,
  session: Session,
  applicationId: number,
): Promise<OwnLabels> {
  const application = ownApplication(deps, session, applicationId);
  return { application, state: (await labels.current(labelsStream(applicationId))).state };
}

/** By name, as people sort words. */
export const sortedLabels = ({ labels }: Labels): Label[] =>
  [...labels.values()].sort(
    (left, right) => left.name.localeCompare(right.name, 'en') || left.label_id - right.label_id,
  );
