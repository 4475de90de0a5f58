import { handleCommand } from '@tapwise/adapters';
import {
  applyChangeSet,
  type ChangeRequest,
  campaignsOf,
  changeOfSet,
  changeSetDecider,
  changeSetStream,
  guardrailsOf,
  requireApplicable,
  requireNoCreation,
  requireWritable,
} from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actingPerson } from '../../../access/acting.ts';
import type { Session } from '../../../access/sign-in/sessions.ts';
import { changeIdOf, recordRequest } from '../accept-change.ts';
import { type Acting, presentCampaigns } from '../acting.ts';
import { answerChange } from '../answer-change.ts';
import { budgetsFor } from '../check-guardrails.ts';
import { changeSetAnswer } from './change-set-answer.ts';
import { needsSecondPerson, type OwnChangeSet, ownChangeSet } from './own-change-set.ts';

interface ApplyBody {
  readonly comment?: string | undefined;
  readonly confirm_guardrails?: boolean | undefined;
}

/** Makes an approved set one change, and answers as the calls that change settings do. */
export async function applySet(
  acting: Acting,
  session: Session,
  own: OwnChangeSet,
  { body, request, reply }: { body: ApplyBody; request: FastifyRequest; reply: FastifyReply },
) {
  const { deps } = acting;
  const { set } = own;
  const changeId = changeIdOf(request);
  // An earlier attempt at this call may have ended before or after the change itself was recorded.
  const before = set.change?.change_id === changeId ? set.change : undefined;
  const requested = before ?? (await appliedAs(acting, session, own, { body, request, changeId }));
  await recordRequest(deps, request, requested);
  const answer = await answerChange(acting, request, reply, changeId);
  const applied = await ownChangeSet(acting, session, set.application_id, set.change_set_id);
  return { ...answer, change_set: await changeSetAnswer(acting, session, applied) };
}

async function appliedAs(
  acting: Acting,
  session: Session,
  own: OwnChangeSet,
  { body, request, changeId }: { body: ApplyBody; request: FastifyRequest; changeId: string },
): Promise<ChangeRequest> {
  const { deps } = acting;
  const { set, application } = own;
  requireApplicable(set, { second_person: needsSecondPerson(own), now: deps.now().getTime() });
  requireWritable(application, set.org_id);
  const actor = { kind: 'change_set', account_id: session.account.account_id, source: set.change_set_id } as const;
  const change = await checkSet(acting, own, { ...body, changeId, actor });
  const { position } = await handleCommand(deps.log, {
    stream: changeSetStream(set.change_set_id),
    decider: changeSetDecider,
    cause: `applied ${changeId}`,
    context: { ...actingPerson(request), correlationId: changeId },
    decide: (state) => applyChangeSet(state, { checked: set, change }),
  });
  await deps.directory.reached(position);
  return change;
}

/** The change that a set would be applied as now. @throws DomainError `not_found`, `invalid_request`, `guardrail`. */
export async function checkSet(
  acting: Acting,
  own: OwnChangeSet,
  { comment, confirm_guardrails, ...as }: ApplyBody & { changeId: string; actor: ChangeRequest['actor'] },
): Promise<ChangeRequest> {
  const { set, application } = own;
  const rows = [...set.rows.values()];
  await acting.creations.caughtUp;
  requireNoCreation(rows, acting.creations.state);
  const campaigns = await presentCampaigns(acting, campaignsOf(rows.map(({ key }) => key)));
  return changeOfSet(set, {
    ...as,
    adamId: application.adam_id,
    comment: comment ?? null,
    campaigns,
    confirmed: confirm_guardrails === true || set.guardrailsConfirmed,
    guardrails: guardrailsOf(application),
    budgetsToday: await budgetsFor(acting.deps, rows, own),
    at: acting.deps.now().toISOString(),
  });
}
