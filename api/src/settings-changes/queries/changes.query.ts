import { changeStateResponseSchema, changesPath, changesQuerySchema, changesResponseSchema } from '@tapwise/contract';
import { DomainError, objectOfKey } from '@tapwise/domain';
import { askChanges, changeKinds } from '@tapwise/projections/queries';
import { z } from 'zod';
import { isRestricted, visibleChanges } from '../../access/restricted-view.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { readRange } from '../../reports/report-parameters.ts';
import { checkParents, ownReportScope } from '../../reports/report-scope.ts';
import type { SettingsContext } from '../settings-context.ts';
import { actorNames, responseOf } from './change-response.ts';
import { changeState } from './change-state.ts';
import { sendChangesFile } from './changes-file.ts';

/** `GET /api/asa/changes`: settings that were changed in a range of days, or one change by now. */
export function changesRoute(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps } = settingsContext;
  app.get(
    changesPath,
    {
      schema: {
        querystring: changesQuerySchema,
        response: { 200: z.union([changesResponseSchema, changeStateResponseSchema]) },
      },
      config: { right: 'read_reports', past: true },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { query } = request;
      if (query.change_id !== undefined) {
        // It shows bids.
        if (isRestricted(session)) throw new DomainError('read_only');
        return changeState(
          settingsContext,
          session,
          { id: query.change_id, applicationId: readId(query, 'application_id') },
          reply,
        );
      }
      const ids = { applicationId: readId(query, 'application_id'), orgId: readId(query, 'asa_organization_id') };
      const parents = query.key === undefined ? readParents(query) : readKey(query.key);
      const range = readRange(query.from, query.to);
      const scope = ownReportScope(deps, session, { ...ids, ...range });
      await checkParents(deps, scope, parents);
      const visible = visibleChanges(changeKinds, isRestricted(session));
      const kinds = query.field === undefined ? visible : visible.filter((kind) => kind === query.field);
      const actorKinds = query.actor_kind === undefined ? undefined : [query.actor_kind];
      const question = { scope, ...range, level: query.level, ...parents, kinds, actorKinds };
      if (query.format === 'csv') return sendChangesFile(settingsContext, { question, query, ...ids }, request, reply);
      const { changes, more, settingsCurrency, position } = await askChanges(deps.tables, question, request.signal);
      holdsUpTo(reply, position);
      const names = await actorNames(settingsContext, changes, new Map());
      const listed = { changes: changes.map((change) => responseOf(change, names)), fields: visible, more };
      return { status: 'ok' as const, ...listed, settings_currency: settingsCurrency };
    },
  );
}

/** An ad group is asked for within its campaign, as everywhere. @throws DomainError `invalid_request`. */
function readParents(query: { campaign_id?: string | undefined; ad_group_id?: string | undefined }) {
  const campaignId = query.campaign_id === undefined ? undefined : readId(query, 'campaign_id');
  const adGroupId = query.ad_group_id === undefined ? undefined : readId(query, 'ad_group_id');
  if (adGroupId === undefined || campaignId !== undefined) return { campaignId, adGroupId };
  const message = 'The parameter campaign_id is required with ad_group_id.';
  throw new DomainError('invalid_request', { message, details: { field: 'campaign_id' } });
}

/** One object, with the level it is on. */
function readKey(key: string) {
  const { level, campaignId, adGroupId, keywordId } = objectOfKey(key);
  // A negative keyword of the whole campaign is in no ad group.
  return { level, campaignId, adGroupId: adGroupId || undefined, keywordId: keywordId ?? undefined };
}
