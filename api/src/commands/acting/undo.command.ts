import { actingPaths, changeAnswerSchema, undoBodySchema } from '@tapwise/contract';
import {
  type ChangeRow,
  campaignsOf,
  foreseeRows,
  isoCurrency,
  knownReading,
  type LiveReading,
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
import { readLive } from './read-live.ts';
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
        application,
        organization: linkedOrganization(application, orgId),
        actor: { kind: 'undo', account_id: session.account.account_id, source: body.change_id },
        comment: body.comment,
        confirmed: body.confirm_guardrails ?? false,
        undoes: body.change_id,
        rows,
        campaigns,
      };
      if (body.dry_run === true) return foresee(acting, checked, await readLive(acting, request, checked));
      requireWritable(application, orgId);
      await forgetTerms(acting, request, undone, rows);
      await recordChange(acting, request, changeId, checked);
      await noteOnUndone(acting, request, undone, body.change_id, changeId);
      return answerChange(acting, request, reply, changeId);
    },
  );
}

/** Said of a preview that the ad service was not asked for. */
const knownNote = 'Apple could not be asked; this is what was known last';

/**
 * What an undo would come to; nothing is sent.
 * @param live What the ad service has now; where it could not be asked, what the log has of it counts.
 */
async function foresee(
  acting: Acting,
  { rows, campaigns, organization }: CheckedChange,
  live: readonly LiveReading[] | undefined,
) {
  const stateOf = ({ key }: ChangeRow) => campaigns.get(objectOfKey(key).campaignId)?.state;
  const foreseen = foreseeRows(rows, (row, place) => {
    const state = stateOf(row);
    return live === undefined ? state && knownReading(row, state) : live[place];
  });
  const states: RowState[] = rows.map((row, place) => {
    const { key, field } = row;
    const note = live === undefined ? { note: knownNote } : {};
    const about = { key, field, old: shownValue(row.base, field), new: shownValue(row.new, field), ...note };
    const { decision = 'skipped', now = null, message } = foreseen[place] ?? {};
    if (decision === 'skipped') return { ...about, outcome: 'skipped', ...(message === undefined ? {} : { message }) };
    if (decision !== 'conflict') return { ...about, outcome: decision === 'write' ? 'changed' : decision };
    const own = stateOf(row)?.own.get(`${key} ${field}`);
    const ours = own?.value === now ? own : undefined;
    const conflict = { current: shownValue(now, field), by: ours?.actor ?? null, at: ours?.at ?? null };
    return { ...about, outcome: 'conflict', conflict };
  });
  const { counts } = verdictOf(states);
  const results = await resultsOf(acting, rows, states);
  return { status: 'ok' as const, settings_currency: isoCurrency(organization.currency), results, counts };
}
