import { customRulePaths, versionsQuerySchema, versionsResponseSchema } from '@tapwise/contract/custom-rule';
import { writable } from '@tapwise/domain';
import type { ApiServer } from '../../../http/api-server.ts';
import { readId } from '../../../http/read-id.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { actorName } from '../../../settings-changes/respond-to-change.ts';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { ownCustomRule } from '../own-custom-rule.ts';

/** `GET /api/asa/automated_campaigns/versions`: what a rule was, the newest version first. */
export function versionsRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.get(
    customRulePaths.versions,
    {
      schema: { querystring: versionsQuerySchema, response: { 200: versionsResponseSchema } },
      config: { right: 'act' },
    },
    async (request) => {
      const { query } = request;
      const applicationId = readId(query, 'application_id');
      const { rule } = await ownCustomRule(settingsContext, sessionOf(request), applicationId, readId(query, 'id'));
      const versions = rule.versions.toReversed().map(async ({ version, since, changed_by, what, ...content }) => ({
        version,
        at: since,
        by: await actorName(settingsContext, { kind: 'person', account_id: changed_by, source: null }),
        what: [...what],
        apply_to: writable(content.apply_to),
        automation_params: content.rule,
      }));
      return { status: 'ok' as const, versions: await Promise.all(versions) };
    },
  );
}
