import { automationLogsQuerySchema, automationLogsResponseSchema, automationPaths } from '@tapwise/contract/automation';
import { DomainError, runsOfRule } from '@tapwise/domain';
import type { ApiServer } from '../../http/api-server.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { isCustomRule, ownCustomRule } from '../custom/own-custom-rule.ts';
import { readCustomLog } from '../custom/queries/custom-log.ts';
import { ownRule } from '../own-rule.ts';
import { readLogPage } from './log-page.ts';

/** `GET /api/asa/automated_campaign_logs`: what a rule did, newest first. */
export function automationLogsRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.get(
    automationPaths.logs,
    {
      schema: { querystring: automationLogsQuerySchema, response: { 200: automationLogsResponseSchema } },
      config: { right: 'act' },
    },
    async (request) => {
      const { query } = request;
      const id = readId(query, 'id');
      const session = sessionOf(request);
      const applicationId = readId(query, 'application_id');
      const before = readBefore(query.before);
      if (await isCustomRule(settingsContext, id)) {
        const ruleTarget = await ownCustomRule(settingsContext, session, applicationId, id);
        return { status: 'ok' as const, logs: await readCustomLog(settingsContext, ruleTarget, before) };
      }
      const { rule, application } = await ownRule(settingsContext, session, applicationId, id);
      const runs = runsOfRule(settingsContext.automations.state, rule.automation_id).toReversed();
      const sources = { log: settingsContext.deps.log, runs, organizations: application.organizations };
      return { status: 'ok' as const, logs: await readLogPage(sources, before) };
    },
  );
}

function readBefore(text: string | undefined): string {
  if (text === undefined) return '9999';
  if (Number.isNaN(Date.parse(text))) throw new DomainError('invalid_request', { details: { field: 'before' } });
  return new Date(text).toISOString();
}
