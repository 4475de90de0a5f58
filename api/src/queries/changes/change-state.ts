import type { ChangeStateAnswer } from '@tapwise/contract';
import { historyVerdict, isoCurrency, rowStates } from '@tapwise/domain';
import type { FastifyReply } from 'fastify';
import type { Session } from '../../access/sessions.ts';
import type { Acting } from '../../commands/acting/acting.ts';
import { actorName, resultsOf } from '../../commands/acting/answer-change.ts';
import { ownChange } from '../../commands/acting/undo.command.ts';
import { holdsUpTo } from '../../plugins/log-position.ts';

/** What the call that made a change would be answered by now, and who made it. @throws DomainError `not_found`. */
export async function changeState(
  acting: Acting,
  session: Session,
  { id, applicationId }: { id: string; applicationId: number },
  reply: FastifyReply,
): Promise<ChangeStateAnswer> {
  const { change, outcomes, position } = await ownChange(acting, session, applicationId, id);
  const { request, undoneBy } = change;
  const rows = rowStates(change, outcomes);
  const { http: _, ...verdict } = historyVerdict(rows);
  holdsUpTo(reply, position);
  return {
    ...verdict,
    ...{ change_id: id, settings_currency: isoCurrency(request.currency) },
    results: await resultsOf(acting.deps, request.rows, rows),
    ...{ actor_kind: request.actor.kind, actor: await actorName(acting.deps, request.actor) },
    ...{ comment: request.comment, at: request.requested_at, undoes: request.undoes },
    ...{ undone_by: undoneBy.at(-1) ?? null, done: outcomes.size === request.rows.length },
  };
}
