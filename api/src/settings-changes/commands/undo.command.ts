import { changeResponseSchema, settingsChangePaths, undoBodySchema } from '@tapwise/contract';
import {
  type ChangeRow,
  cachedReading,
  campaignsOf,
  displayedValue,
  foreseeRows,
  isoCurrency,
  objectOfKey,
  type RemoteReading,
  type RowState,
  requireWritable,
  setterOf,
  verdictOf,
} from '@tapwise/domain';
import { linkedOrganization } from '../../access/own-application.ts';
import { requireAppleAds } from '../../apple-ads/apple-ads.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { ownChange } from '../own-change.ts';
import { respondToChange, resultsOf } from '../respond-to-change.ts';
import { presentCampaigns, type SettingsContext } from '../settings-context.ts';
import { type CheckedChange, changeIdOf, recordChange, wasAccepted } from './accept-change.ts';
import { undoLabels } from './labels/undo-labels.ts';
import { readRemote } from './read-remote.ts';
import { forgetTerms, noteOnUndone, organizationOf, undoingRows } from './undoable.ts';

/** `POST /api/asa/undo`: a change that takes rows of another one back, where nothing else was set since. */
export function undoRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.post(
    settingsChangePaths.undo,
    {
      schema: { body: undoBodySchema, response: { 200: changeResponseSchema } },
      config: { right: 'act' },
      bodyLimit: 4 * 1024 * 1024,
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { body } = request;
      const changeId = changeIdOf(request);
      if (await wasAccepted(settingsContext, request, changeId))
        return respondToChange(settingsContext, request, reply, changeId);
      const undone = await ownChange(settingsContext, session, Number(body.application_id), body.change_id);
      const now = settingsContext.deps.now().getTime();
      const wish = { keys: body.keys, forceKeys: body.force_keys, now };
      if (undone.kind === 'label') {
        const { comment, dry_run: dryRun = false } = body;
        const undo = { application: undone.application, undone, changeId, comment, dryRun, wish };
        return undoLabels(settingsContext, request, reply, undo);
      }
      const rows = undoingRows(undone, wish);
      const campaigns = await presentCampaigns(settingsContext, campaignsOf(rows.map(({ key }) => key)));
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
      requireAppleAds(settingsContext.deps.appleAds, orgId);
      if (body.dry_run === true)
        return foresee(settingsContext, checked, await readRemote(settingsContext, request, checked));
      requireWritable(application, orgId, settingsContext.deps.appleAds.version);
      await forgetTerms(settingsContext, request, undone, rows);
      await recordChange(settingsContext, request, changeId, checked);
      await noteOnUndone(settingsContext, request, undone, body.change_id, changeId);
      return respondToChange(settingsContext, request, reply, changeId);
    },
  );
}

/** Said of a preview that the ad service was not asked for. */
const cachedNote = 'Apple could not be asked; this is what was known last';

/**
 * What an undo would come to; nothing is sent.
 * @param remoteReadings What the ad service has now; where it could not be asked, what the log has of it counts.
 */
async function foresee(
  settingsContext: SettingsContext,
  { rows, campaigns, organization }: CheckedChange,
  remoteReadings: readonly RemoteReading[] | undefined,
) {
  const stateOf = ({ key }: ChangeRow) => campaigns.get(objectOfKey(key).campaignId)?.state;
  const foreseen = foreseeRows(rows, (row, index) => {
    const state = stateOf(row);
    return remoteReadings === undefined ? state && cachedReading(row, state) : remoteReadings[index];
  });
  const states: RowState[] = rows.map((row, index) => {
    const { key, field } = row;
    const note = remoteReadings === undefined ? { note: cachedNote } : {};
    const common = { key, field, old: displayedValue(row.base, field), new: displayedValue(row.new, field), ...note };
    const { decision = 'skipped', now = null, message } = foreseen[index] ?? {};
    if (decision === 'skipped') return { ...common, outcome: 'skipped', ...(message === undefined ? {} : { message }) };
    if (decision !== 'conflict') return { ...common, outcome: decision === 'write' ? 'changed' : decision };
    const state = stateOf(row);
    const setter = state === undefined ? { by: null, outside: null, at: null } : setterOf(state, row, now);
    const conflict = { current: displayedValue(now, field), ...setter };
    return { ...common, outcome: 'conflict', conflict };
  });
  const { counts } = verdictOf(states);
  const results = await resultsOf(settingsContext, rows, states);
  return { status: 'ok' as const, settings_currency: isoCurrency(organization.currency), results, counts };
}
