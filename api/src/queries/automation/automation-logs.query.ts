import {
  type AutomationLogRow,
  automationLogsAnswerSchema,
  automationLogsQuerySchema,
  automationPaths,
} from '@tapwise/contract/automation';
import {
  type AutomationRunEvent,
  automationRunStream,
  DomainError,
  isRunEvent,
  logLines,
  type OpenApplication,
  type RunSummary,
  runsOfRule,
} from '@tapwise/domain';
import type { Acting } from '../../commands/acting/acting.ts';
import { ownRule } from '../../commands/acting/automation/own-rule.ts';
import type { ApiServer } from '../../plugins/api-server.ts';
import { sessionOf } from '../../plugins/rights.plugin.ts';
import { readId } from '../reports/report-parameters.ts';

/** Rows in one answer; the rows of one instant are never parted. */
const pageSize = 200;

/** `GET /api/asa/automated_campaign_logs`: what a rule did, newest first. */
export function automationLogsRoute(app: ApiServer, acting: Acting): void {
  app.get(
    automationPaths.logs,
    {
      schema: { querystring: automationLogsQuerySchema, response: { 200: automationLogsAnswerSchema } },
      config: { right: 'act' },
    },
    async (request) => {
      const { query } = request;
      const id = readId(query, 'id');
      const { rule, application } = await ownRule(acting, sessionOf(request), readId(query, 'application_id'), id);
      const before = readBefore(query.before);
      const logs: AutomationLogRow[] = [];
      for (const run of runsOfRule(acting.automations.state, rule.automation_id).toReversed()) {
        if (logs.length >= pageSize) break;
        if (run.started_at < before)
          logs.push(...(await rowsOfRun(acting, application, run)).filter(({ date }) => date < before));
      }
      return {
        status: 'ok' as const,
        logs: wholeInstants(logs.sort(newestFirst)),
      };
    },
  );
}

/** What has one instant stays in the order it was found in: newer runs and events first. */
const newestFirst = (left: AutomationLogRow, right: AutomationLogRow): number =>
  left.date === right.date ? 0 : left.date < right.date ? 1 : -1;

/** The first rows, and all others of the last one's instant: the next page begins before it. */
function wholeInstants(rows: readonly AutomationLogRow[]): AutomationLogRow[] {
  const last = rows[pageSize - 1]?.date;
  return last === undefined ? [...rows] : rows.filter(({ date }) => date >= last);
}

function readBefore(text: string | undefined): string {
  if (text === undefined) return '9999';
  if (Number.isNaN(Date.parse(text))) throw new DomainError('invalid_request', { details: { field: 'before' } });
  return new Date(text).toISOString();
}

async function rowsOfRun({ deps }: Acting, application: OpenApplication, run: RunSummary): Promise<AutomationLogRow[]> {
  const { organizations } = application;
  const organization = organizations.find(({ org_id }) => org_id === run.org_id);
  const events = await deps.log.readStream(automationRunStream(run));
  return events
    .toReversed()
    .flatMap(({ event }) =>
      isRunEvent(event) ? rowsOfEvent(event, organization?.name ?? '', organization?.currency ?? 'USD') : [],
    );
}

/** The rows that an event of a run adds. */
export function rowsOfEvent(event: AutomationRunEvent, organizationName: string, currency: string): AutomationLogRow[] {
  const date = instantOf(event);
  return logLines(event, currency).map(({ campaign_name, message, key, decision_id }) => ({
    ...{ date, asaOrganizationName: organizationName, campaignName: campaign_name, message, run_id: event.data.run_id },
    ...{ key: key === '' ? null : key, decision_id: decision_id === '' ? null : decision_id },
  }));
}

function instantOf({ data }: AutomationRunEvent): string {
  if ('settled_at' in data) return data.settled_at;
  if ('ended_at' in data) return data.ended_at;
  if ('left_out_at' in data) return data.left_out_at;
  if ('decided_at' in data) return data.decided_at;
  return 'as_of' in data ? data.as_of : data.requested_at;
}
