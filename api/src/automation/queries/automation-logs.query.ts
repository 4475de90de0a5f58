import { automationLogsQuerySchema, automationLogsResponseSchema, automationPaths } from '@tapwise/contract/automation';
import { DomainError, runsOfRule } from '@tapwise/domain';
import type { ApiServer } from '../../http/api-server.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
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
      const { rule, application } = await ownRule(
        settingsContext,
        sessionOf(request),
        readId(query, 'application_id'),
        id,
      );
      const runs = runsOfRule(settingsContext.automations.state, rule.automation_id).toReversed();
      const sources = { log: settingsContext.deps.log, runs, organizations: application.organizations };
      return { status: 'ok' as const, logs: await readLogPage(sources, readBefore(query.before)) };
    },
  );
}

function readBefore(text: string | undefined): string {
  if (text === undefined) return '9999';
  if (Number.isNaN(Date.parse(text))) throw new DomainError('invalid_request', { details: { field: 'before' } });
  return new Date(text).toISOString();
}
