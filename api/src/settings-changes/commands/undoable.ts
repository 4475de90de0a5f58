import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import {
  type ChangeRow,
  changeDecider,
  changeStream,
  creationDecider,
  creationStream,
  forgetDecisions,
  forgottenTexts,
  noteCreationUndo,
  noteUndo,
  termDecisionDecider,
  termDecisionStream,
  type UndoWish,
  undoCreationRows,
  undoRows,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import type { AnyChange } from '../own-change.ts';
import type { SettingsContext } from '../settings-context.ts';

/** A change that is taken back at the ad service. */
type UndoneAtService = Exclude<AnyChange, { kind: 'label' }>;

/** Organization of a change. */
export const organizationOf = (change: UndoneAtService): number =>
  change.kind === 'settings' ? change.change.request.org_id : change.creation.request.org_id;

/** The rows that take a change back. @throws DomainError `still_running`, `invalid_request`. */
export const undoingRows = (change: UndoneAtService, wish: UndoWish): ChangeRow[] =>
  change.kind === 'settings' ? undoRows(change.change, change.outcomes, wish) : undoCreationRows(change.creation, wish);

/**
 * Terms that a creation blocked are to be decided again. Recorded before its negatives are removed: until then they are not shown
 * because of those.
 */
export async function forgetTerms(
  { deps }: SettingsContext,
  request: FastifyRequest,
  change: UndoneAtService,
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
  { kind }: UndoneAtService,
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
