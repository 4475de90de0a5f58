import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import {
  type ChangeRow,
  changeDecider,
  changeStream,
  creationDecider,
  creationStream,
  DomainError,
  type ExistingCreation,
  forgetDecisions,
  forgottenTexts,
  noteCreationUndo,
  noteUndo,
  type OpenApplication,
  termDecisionDecider,
  termDecisionStream,
  undoCreationRows,
  undoRows,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import { ownApplication } from '../../access/own-application.ts';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { ChangeProgress } from '../change-watch.ts';
import { readChange } from '../read-change.ts';
import type { SettingsContext } from '../settings-context.ts';

/** A change of settings, or a creation, which is one as well. */
type AnyChange =
  | ({ readonly kind: 'settings' } & ChangeProgress)
  | { readonly kind: 'creation'; readonly creation: ExistingCreation };

/** A change of the application. @throws DomainError `not_found`, the same for one that does not exist and one of another team. */
export async function ownChange(
  { deps, creationStates }: SettingsContext,
  session: Session,
  applicationId: number,
  changeId: string,
): Promise<AnyChange & { readonly application: OpenApplication }> {
  const application = ownApplication(deps, session, applicationId);
  const progress = await readChange(deps.log, changeId);
  if (progress?.change.request.application_id === applicationId) return { kind: 'settings', ...progress, application };
  const { state: creation } = await creationStates.current(creationStream(changeId));
  const isAccepted = creation.status !== 'absent' && creation.status !== 'listing' && creation.status !== 'refused';
  if (!isAccepted || creation.request.application_id !== applicationId) {
    throw new DomainError('not_found', { message: 'This change was not found.' });
  }
  return { kind: 'creation', creation, application };
}

/** Organization of a change. */
export const organizationOf = (change: AnyChange): number =>
  change.kind === 'settings' ? change.change.request.org_id : change.creation.request.org_id;

/** The rows that take a change back. @throws DomainError `still_running`, `invalid_request`. */
export const undoingRows = (change: AnyChange, wish: Parameters<typeof undoRows>[2]): ChangeRow[] =>
  change.kind === 'settings' ? undoRows(change.change, change.outcomes, wish) : undoCreationRows(change.creation, wish);

/**
 * Terms that a creation blocked are to be decided again. Recorded before its negatives are removed: until then they are not shown
 * because of those.
 */
export async function forgetTerms(
  { deps }: SettingsContext,
  request: FastifyRequest,
  change: AnyChange,
  rows: readonly ChangeRow[],
): Promise<void> {
  if (change.kind !== 'creation') return;
  const { application_id, org_id, creation_id: change_id } = change.creation.request;
  for (const [campaign_id, texts] of forgottenTexts(rows)) {
    await handleCommand(deps.log, {
      stream: termDecisionStream(campaign_id),
      decider: termDecisionDecider,
      cause: `forgotten ${change_id} ${randomUUID()}`,
      context: personContext(request),
      decide: (state) => {
        const forgotten_at = deps.now().toISOString();
        return forgetDecisions(state, { application_id, org_id, campaign_id, change_id, texts, forgotten_at });
      },
    });
  }
}

/** Records on a change that another one takes it back. */
export async function noteOnUndone(
  { deps }: SettingsContext,
  request: FastifyRequest,
  { kind }: AnyChange,
  undone: string,
  by_change_id: string,
): Promise<void> {
  const undone_at = deps.now().toISOString();
  const common = { cause: `undone ${by_change_id} ${randomUUID()}`, context: personContext(request) };
  if (kind === 'settings') {
    await handleCommand(deps.log, {
      ...common,
      stream: changeStream(undone),
      decider: changeDecider,
      decide: (state) => noteUndo(state, { change_id: undone, by_change_id, undone_at }),
    });
    return;
  }
  await handleCommand(deps.log, {
    ...common,
    stream: creationStream(undone),
    decider: creationDecider,
    decide: (state) => noteCreationUndo(state, { creation_id: undone, by_change_id, undone_at }),
  });
}
