import { actingPaths, changeAnswerSchema, undoBodySchema } from '@tapwise/contract';
import {
  campaignsOf,
  foreseeRow,
  isoCurrency,
  objectOfKey,
  type RowState,
  requireWritable,
  shownValue,
  verdictOf,
} from '@tapwise/domain';
import { linkedOrganization } from '../../access/own-application.ts';
import type { ApiServer } from '../../plugins/api-server.ts';
import { sessionOf } from '../../plugins/rights.plugin.ts';
import { type CheckedChange, changeIdOf, recordChange, wasAccepted } from './accept-change.ts';
import { type Acting, presentCampaigns } from './acting.ts';
import { answerChange, resultsOf } from './answer-change.ts';
import { forgetTerms, noteOnUndone, organizationOf, ownChange, undoingRows } from './undoable.ts';

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
      const rows = undoingRows(undone, { keys: body.keys, forceKeys: body.force_keys, now });
      const campaigns = await presentCampaigns(acting, campaignsOf(rows.map(({ key }) => key)));
      const { application } = undone;
      const orgId = organizationOf(undone);
      const checked: CheckedChange = {
        ...{ application, organization: linkedOrganization(application, orgId) },
        actor: { kind: 'undo', account_id: session.account.account_id, source: body.change_id },
        ...{ comment: body.comment, confirmed: body.confirm_guardrails ?? false, undoes: body.change_id },
        ...{ rows, campaigns },
      };
      if (body.dry_run === true) return foresee(acting, checked);
      requireWritable(application, orgId);
      await forgetTerms(acting, request, undone, rows);
      await recordChange(acting, request, changeId, checked);
      await noteOnUndone(acting, request, undone, body.change_id, changeId);
      return answerChange(acting, request, reply, changeId);
    },
  );
}

/** What an undo would come to by what the log knows now; nothing is sent. */
async function foresee(acting: Acting, { rows, campaigns, organization }: CheckedChange) {
  const states: RowState[] = rows.map((row) => {
    const { key, field } = row;
    const about = { key, field, old: shownValue(row.base, field), new: shownValue(row.new, field) };
    const state = campaigns.get(objectOfKey(key).campaignId)?.state;
    if (state === undefined) return { ...about, outcome: 'skipped' };
    const { decision, now } = foreseeRow(row, state);
    if (decision === 'skipped') return { ...about, outcome: 'skipped', message: 'deleted' };
    if (decision !== 'conflict') return { ...about, outcome: decision === 'write' ? 'changed' : decision };
    const own = state.own.get(`${key} ${field}`);
    const ours = own?.value === now ? own : undefined;
    const conflict = { current: shownValue(now, field), by: ours?.actor ?? null, at: ours?.at ?? null };
    return { ...about, outcome: 'conflict', conflict };
  });
  const { counts } = verdictOf(states);
  const results = await resultsOf(acting, rows, states);
  return { status: 'ok' as const, settings_currency: isoCurrency(organization.currency), results, counts };
}
