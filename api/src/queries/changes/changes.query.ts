import {
  type Change,
  changeStateAnswerSchema,
  changesAnswerSchema,
  changesPath,
  changesQuerySchema,
} from '@tapwise/contract';
import { DomainError, objectOfKey } from '@tapwise/domain';
import { askChanges, changeKinds, type SettingsChange } from '@tapwise/projections/queries';
import { z } from 'zod';
import { isRestricted, visibleChanges } from '../../access/restricted-view.ts';
import type { Acting } from '../../commands/acting/acting.ts';
import { actorName, outside } from '../../commands/acting/answer-change.ts';
import type { ApiServer } from '../../plugins/api-server.ts';
import { holdsUpTo } from '../../plugins/log-position.ts';
import { sessionOf } from '../../plugins/rights.plugin.ts';
import { readId, readRange } from '../reports/report-parameters.ts';
import { checkParents, ownReportScope } from '../reports/report-scope.ts';
import { changeState } from './change-state.ts';

/** `GET /api/asa/changes`: settings that were changed in a range of days, or one change by now. */
export function changesRoute(app: ApiServer, acting: Acting): void {
  const { deps } = acting;
  app.get(
    changesPath,
    {
      schema: {
        querystring: changesQuerySchema,
        response: { 200: z.union([changesAnswerSchema, changeStateAnswerSchema]) },
      },
      config: { right: 'read_reports' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { query } = request;
      if (query.change_id !== undefined) {
        // It shows bids.
        if (isRestricted(session)) throw new DomainError('read_only');
        return changeState(
          acting,
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
      const kinds = visibleChanges(changeKinds, isRestricted(session));
      const actorKinds = query.actor_kind === undefined ? undefined : [query.actor_kind];
      const question = { scope, ...range, level: query.level, ...parents, kinds, actorKinds };
      const { changes, more, settingsCurrency, position } = await askChanges(deps.tables, question, request.signal);
      holdsUpTo(reply, position);
      const names = await actorNames(acting, changes);
      const listed = { changes: changes.map((each) => answerOf(each, names)), fields: kinds, more };
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

const actorKey = ({ actorKind, actorAccountId, actorSource }: SettingsChange): string =>
  JSON.stringify([actorKind, actorAccountId, actorSource]);

/** Names of those who made the changes, each looked up once. */
async function actorNames(acting: Acting, changes: readonly SettingsChange[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const change of changes) {
    const key = actorKey(change);
    if (names.has(key)) continue;
    const { actorKind: kind, actorAccountId: account_id, actorSource: source } = change;
    names.set(key, kind === 'apple' ? outside : await actorName(acting, { kind, account_id, source }));
  }
  return names;
}

function answerOf(change: SettingsChange, names: ReadonlyMap<string, string>): Change {
  const { level, campaignId, adGroupId, keywordId, kind, seenAt } = change;
  return {
    id:
      change.change === null
        ? [Date.parse(seenAt), campaignId, adGroupId ?? 0, keywordId ?? 0, kind].join('-')
        : `${change.change.id}-${change.change.row}`,
    ...{ at: change.at, seen_at: seenAt, day: change.day, level },
    ...{ actor_kind: change.actorKind, actor: names.get(actorKey(change)) ?? '', change_id: change.change?.id ?? null },
    ...{ undoes: change.actorKind === 'undo' ? change.actorSource : null, undone_by: change.undoneBy },
    ...{ outcome: change.outcome, reason: change.reason, message: change.message },
    ...{ campaign_id: campaignId, ad_group_id: adGroupId, keyword_id: keywordId, name: change.name },
    ...{ campaign_name: change.campaignName, ad_group_name: change.adGroupName },
    ...{ field: kind, old: change.before, new: change.after, alike: change.alike },
  };
}
