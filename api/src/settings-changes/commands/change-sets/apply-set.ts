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
} from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { personContext } from '../../../access/actor-context.ts';
import type { Session } from '../../../access/sign-in/sessions.ts';
import { requireChangeable } from '../../../apple-ads/apple-ads.ts';
import { changeSetResponse } from '../../change-set-response.ts';
import { entryLimits } from '../../entry-limits.ts';
import { needsSecondPerson, type OwnChangeSet, ownChangeSet } from '../../own-change-set.ts';
import { respondToChange } from '../../respond-to-change.ts';
import { presentCampaigns, type SettingsContext } from '../../settings-context.ts';
import { changeIdOf, recordRequest } from '../accept-change.ts';
import { budgetsFor } from '../check-guardrails.ts';

interface ApplyBody {
  readonly comment?: string | undefined;
  readonly confirm_guardrails?: boolean | undefined;
}

/** Makes an approved set one change, and answers as the calls that change settings do. */
export async function applySet(
  settingsContext: SettingsContext,
  session: Session,
  changeSetTarget: OwnChangeSet,
  { body, request, reply }: { body: ApplyBody; request: FastifyRequest; reply: FastifyReply },
) {
  const { deps } = settingsContext;
  const { set } = changeSetTarget;
  const changeId = changeIdOf(request);
  // An earlier attempt at this call may have ended before or after the change itself was recorded.
  const before = set.change?.change_id === changeId ? set.change : undefined;
  const requested = before ?? (await appliedAs(settingsContext, session, changeSetTarget, { body, request, changeId }));
  await recordRequest(deps, request, requested);
  const response = await respondToChange(settingsContext, request, reply, changeId);
  const applied = await ownChangeSet(settingsContext, session, set.application_id, set.change_set_id);
  return { ...response, change_set: await changeSetResponse(settingsContext, session, applied) };
}

async function appliedAs(
  settingsContext: SettingsContext,
  session: Session,
  changeSetTarget: OwnChangeSet,
  { body, request, changeId }: { body: ApplyBody; request: FastifyRequest; changeId: string },
): Promise<ChangeRequest> {
  const { deps } = settingsContext;
  const { set, application } = changeSetTarget;
  requireApplicable(set, { second_person: needsSecondPerson(changeSetTarget), now: deps.now().getTime() });
  requireChangeable(deps.appleAds, application, set.org_id);
  const actor = { kind: 'change_set', account_id: session.account.account_id, source: set.change_set_id } as const;
  const change = await checkSet(settingsContext, changeSetTarget, { ...body, changeId, actor });
  const { position } = await handleCommand(deps.log, {
    stream: changeSetStream(set.change_set_id),
    decider: changeSetDecider,
    cause: `applied ${changeId}`,
    context: { ...personContext(request), correlationId: changeId },
    decide: (state) => applyChangeSet(state, { checked: set, change }),
  });
  await deps.directory.reached(position);
  return change;
}

/** The change that a set would be applied as now. @throws DomainError `not_found`, `invalid_request`, `guardrail`. */
export async function checkSet(
  settingsContext: SettingsContext,
  changeSetTarget: OwnChangeSet,
  { comment, confirm_guardrails, ...as }: ApplyBody & { changeId: string; actor: ChangeRequest['actor'] },
): Promise<ChangeRequest> {
  const { set, application } = changeSetTarget;
  const rows = [...set.rows.values()];
  await settingsContext.creations.caughtUp;
  requireNoCreation(rows, settingsContext.creations.state);
  const campaigns = await presentCampaigns(settingsContext, campaignsOf(rows.map(({ key }) => key)));
  return changeOfSet(set, {
    ...as,
    adamId: application.adam_id,
    limits: entryLimits(settingsContext.deps),
    comment: comment ?? null,
    campaigns,
    confirmed: confirm_guardrails === true || set.guardrailsConfirmed,
    guardrails: guardrailsOf(application),
    budgetsToday: await budgetsFor(settingsContext.deps, rows, changeSetTarget),
    at: settingsContext.deps.now().toISOString(),
  });
}
