import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { actingPaths, changeAnswerSchema, undoBodySchema } from '@tapwise/contract';
import {
  campaignsOf,
  changeDecider,
  changeStream,
  DomainError,
  foreseeRow,
  isoCurrency,
  noteUndo,
  objectOfKey,
  type RowState,
  shownValue,
  undoRows,
  verdictOf,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { actingPerson } from '../../access/acting.ts';
import { linkedOrganization, ownApplication } from '../../access/own-application.ts';
import type { Session } from '../../access/sessions.ts';
import type { ApiServer } from '../../plugins/api-server.ts';
import { sessionOf } from '../../plugins/rights.plugin.ts';
import { type CheckedChange, changeIdOf, recordChange, wasAccepted } from './accept-change.ts';
import { type Acting, presentCampaigns } from './acting.ts';
import { answerChange, resultsOf } from './answer-change.ts';
import type { ChangeProgress } from './change-watch.ts';
import { readChange } from './read-change.ts';

/** `POST /api/asa/undo`: a change that takes rows of another one back, where nothing else was set since. */
export function undoRoute(app: ApiServer, acting: Acting): void {
  app.post(
    actingPaths.undo,
    {
      schema: { body: undoBodySchema, response: { 200: changeAnswerSchema } },
      config: { right: 'act' },
      bodyLimit: 4 * 1024 * 1024,
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { body } = request;
      const changeId = changeIdOf(request);
      if (await wasAccepted(acting, request, changeId)) return answerChange(acting, request, reply, changeId);
      const undone = await ownChange(acting, session, Number(body.application_id), body.change_id);
      const now = acting.deps.now().getTime();
      const rows = undoRows(undone.change, undone.outcomes, { keys: body.keys, forceKeys: body.force_keys, now });
      const campaigns = await presentCampaigns(acting, campaignsOf(rows.map(({ key }) => key)));
      const { application, change } = undone;
      const checked: CheckedChange = {
        ...{ application, organization: linkedOrganization(application, change.request.org_id) },
        actor: { kind: 'undo', account_id: session.account.account_id, source: body.change_id },
        ...{ comment: body.comment, confirmed: body.confirm_guardrails ?? false, undoes: body.change_id },
        ...{ rows, campaigns },
      };
      if (body.dry_run === true) return foresee(acting, checked);
      await recordChange(acting, request, changeId, checked);
      await noteOnUndone(acting, request, body.change_id, changeId);
      return answerChange(acting, request, reply, changeId);
    },
  );
}

/** A change of the application. @throws DomainError `not_found`, the same for one that does not exist and one of another team. */
export async function ownChange(
  { deps }: Acting,
  session: Session,
  applicationId: number,
  changeId: string,
): Promise<ChangeProgress & Pick<CheckedChange, 'application'>> {
  const application = ownApplication(deps, session, applicationId);
  const progress = await readChange(deps.log, changeId);
  if (progress === undefined || progress.change.request.application_id !== applicationId) {
    throw new DomainError('not_found', { message: 'This change was not found.' });
  }
  return { ...progress, application };
}

/** What an undo would come to by what the log knows now; nothing is sent. */
async function foresee(acting: Acting, { rows, campaigns, organization }: CheckedChange) {
  const states: RowState[] = rows.map((row) => {
    const { key, field } = row;
    const about = { key, field, old: shownValue(row.base), new: shownValue(row.new) };
    const state = campaigns.get(objectOfKey(key).campaignId)?.state;
    if (state === undefined) return { ...about, outcome: 'skipped' };
    const { decision, now } = foreseeRow(row, state);
    if (decision === 'skipped') return { ...about, outcome: 'skipped', message: 'deleted' };
    if (decision !== 'conflict') return { ...about, outcome: decision === 'write' ? 'changed' : decision };
    const own = state.own.get(`${key} ${field}`);
    const ours = own?.value === now ? own : undefined;
    const conflict = { current: shownValue(now), by: ours?.actor ?? null, at: ours?.at ?? null };
    return { ...about, outcome: 'conflict', conflict };
  });
  const { counts } = verdictOf(states);
  const results = await resultsOf(acting.deps, rows, states);
  return { status: 'ok' as const, settings_currency: isoCurrency(organization.currency), results, counts };
}

async function noteOnUndone({ deps }: Acting, request: FastifyRequest, undone: string, by: string): Promise<void> {
  await handleCommand(deps.log, {
    stream: changeStream(undone),
    decider: changeDecider,
    cause: `undone ${by} ${randomUUID()}`,
    context: actingPerson(request),
    decide: (state) => noteUndo(state, { change_id: undone, by_change_id: by, undone_at: deps.now().toISOString() }),
  });
}
