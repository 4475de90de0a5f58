import type { ChangeStateResponse } from '@tapwise/contract';
import {
  actorOfCreation,
  creationRows,
  type ExistingCreation,
  historyVerdict,
  isoCurrency,
  isUnderWay,
  rowStates,
} from '@tapwise/domain';
import type { FastifyReply } from 'fastify';
import type { Session } from '../../access/sign-in/sessions.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { currencyOf, labelResults, type RecordedLabelChange } from '../labels/label-change.ts';
import { ownChange } from '../own-change.ts';
import { actorName, resultsOf } from '../respond-to-change.ts';
import type { SettingsContext } from '../settings-context.ts';

/** What the call that made a change would be answered by now, and who made it. @throws DomainError `not_found`. */
export async function changeState(
  settingsContext: SettingsContext,
  session: Session,
  { id, applicationId }: { id: string; applicationId: number },
  reply: FastifyReply,
): Promise<ChangeStateResponse> {
  const anyChange = await ownChange(settingsContext, session, applicationId, id);
  if (anyChange.kind === 'creation') return creationState(settingsContext, anyChange.creation, id);
  if (anyChange.kind === 'label') {
    holdsUpTo(reply, anyChange.position);
    return labelState(settingsContext, anyChange);
  }
  const { change, outcomes, position } = anyChange;
  const { request, undoneBy } = change;
  const rows = rowStates(change, outcomes);
  const { http: _, ...verdict } = historyVerdict(rows);
  holdsUpTo(reply, position);
  return {
    ...verdict,
    change_id: id,
    settings_currency: isoCurrency(request.currency),
    results: await resultsOf(settingsContext, request.rows, rows),
    actor_kind: request.actor.kind,
    actor: await actorName(settingsContext, request.actor),
    comment: request.comment,
    at: request.requested_at,
    undoes: request.undoes,
    undone_by: undoneBy.at(-1) ?? null,
    done: outcomes.size === request.rows.length,
  };
}

async function labelState(
  settingsContext: SettingsContext,
  { data, undoneBy }: RecordedLabelChange,
): Promise<ChangeStateResponse> {
  const results = labelResults(data);
  const { http: _, ...verdict } = historyVerdict(results);
  return {
    ...verdict,
    change_id: data.change_id,
    settings_currency: currencyOf(data),
    results,
    actor_kind: data.actor.kind,
    actor: await actorName(settingsContext, data.actor),
    comment: data.comment,
    at: data.changed_at,
    undoes: data.undoes,
    undone_by: undoneBy,
    done: true,
  };
}

/** A creation as a change: its rows are what it was to add. */
async function creationState(
  settingsContext: SettingsContext,
  creation: ExistingCreation,
  change_id: string,
): Promise<ChangeStateResponse> {
  const { request, undoneBy } = creation;
  const results = creationRows(creation).map(({ conflict: _, ...row }) => row);
  const { http: _, ...verdict } = historyVerdict(results);
  const actor = actorOfCreation(request);
  return {
    ...verdict,
    change_id,
    settings_currency: isoCurrency(request.currency),
    results,
    actor_kind: actor.kind,
    actor: await actorName(settingsContext, actor),
    comment: request.comment,
    at: request.requested_at,
    undoes: null,
    undone_by: undoneBy.at(-1) ?? null,
    done: !isUnderWay(creation),
  };
}
