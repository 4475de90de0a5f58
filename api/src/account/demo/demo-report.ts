import { randomUUID } from 'node:crypto';
import { type CommandContext, handleCommand, uuidV5 } from '@tapwise/adapters';
import {
  accountRecipient,
  createReportSchedule,
  dayInZone,
  daysOfReport,
  findApplication,
  type LinkedOrganization,
  lastReportDay,
  type ReportDefinition,
  type ReportScheduleEvent,
  type ReportScheduleState,
  readReportDefinition,
  reportScheduleDecider,
  reportScheduleStream,
  reportSendDecider,
  reportSendSpace,
  reportSendStream,
  requireReport,
} from '@tapwise/domain';
import { tablesPosition } from '@tapwise/projections/queries';
import { z } from 'zod';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { demoAccountId, demoApplications } from './demo-account.ts';

const context: CommandContext = { actor: { kind: 'system', id: 'demo' } };

/** Below the numbers of schedules that people make. */
const schedule_id = 1;
/** Of the one send that does not wait for its hour. */
const slot = 'manual-1f6d6b0e-2a55-4c39-8f0c-6f5c1b7a4101';
const marketAnswer = z.object({ history_done: z.boolean() });

/**
 * Gives the demo's first application a report that is sent every morning, and has it sent once as soon as the past of the market is in the tables.
 * @returns what does the next step of that, and says whether all is done.
 */
export function demoReportSeeding(deps: ApiDependencies): () => Promise<boolean> {
  let pastEnd: bigint | undefined;
  return () =>
    seedDemoReport(deps, async () => {
      if (pastEnd === undefined && (await isPastDelivered(deps))) pastEnd = await deps.log.lastPosition();
      if (pastEnd === undefined) return false;
      const reached = await tablesPosition(deps.tables);
      return reached !== undefined && reached.position >= pastEnd;
    });
}

async function seedDemoReport(deps: ApiDependencies, isPastInTables: () => Promise<boolean>): Promise<boolean> {
  const [{ applicationId }] = demoApplications;
  const [organization] = findApplication(deps.directory.state, applicationId)?.organizations ?? [];
  if (organization === undefined) return false;
  const schedule = await addSchedule(deps, applicationId, organization);
  // Another one has the number, in a log that is older than the demo's report; or it was deleted.
  if (schedule.status === 'absent' || schedule.status === 'deleted' || schedule.team_id !== demoAccountId) return true;
  if (!(await isPastInTables())) return false;
  await sendOnce(deps, applicationId, { organization, report: schedule.report });
  return true;
}

/** Whether the simulated market has posted all that happened before it began; it is the one address inside the machine that may be called. */
async function isPastDelivered({ outbound }: ApiDependencies): Promise<boolean> {
  const [simulator] = outbound.targets;
  if (simulator === undefined) return true;
  const body = Buffer.from(JSON.stringify({ ask: 'history' }));
  const headers = { 'content-type': 'application/json' };
  const { status, responseBody } = await outbound.client.post(`http://${simulator}/control`, body, headers);
  return status === 200 && marketAnswer.parse(JSON.parse(responseBody)).history_done;
}

async function addSchedule(
  deps: ApiDependencies,
  application_id: number,
  { org_id, time_zone }: LinkedOrganization,
): Promise<ReportScheduleState> {
  const { report } = readReportDefinition(
    {
      name: 'Campaigns of the last week',
      view: { call: 'campaigns', tab: 'short_report', sort: '-spend' },
      scope: { asa_organization_id: org_id },
      range: 'last7',
      cadence: { every: 'day', time: '08:00' },
      recipients: [{ account_id: demoAccountId }],
    },
    () => time_zone,
  );
  const at = deps.now().toISOString();
  const created = { schedule_id, application_id, team_id: demoAccountId, report };
  const recipient = { recipient_id: accountRecipient(demoAccountId), account_id: demoAccountId, address: null };
  const { state } = await handleCommand<ReportScheduleState, ReportScheduleEvent>(deps.log, {
    stream: reportScheduleStream(schedule_id),
    decider: reportScheduleDecider,
    cause: 'demo report',
    context,
    decide: (current) =>
      createReportSchedule(current, { ...created, created_by: demoAccountId, created_at: at }, [recipient], {
        change_id: randomUUID(),
        changed_by: demoAccountId,
        changed_at: at,
      }),
  });
  return state;
}

interface Sent {
  readonly organization: LinkedOrganization;
  readonly report: ReportDefinition;
}

async function sendOnce(deps: ApiDependencies, application_id: number, { organization, report }: Sent): Promise<void> {
  const now = deps.now();
  const at = now.toISOString();
  const stream = reportSendStream({ schedule_id, slot });
  await handleCommand(deps.log, {
    stream,
    decider: reportSendDecider,
    cause: 'due',
    context,
    decide: (state) =>
      requireReport(state, {
        send_id: uuidV5(reportSendSpace, stream),
        schedule_id,
        application_id,
        kind: 'now',
        slot,
        due_at: at,
        latest_at: at,
        report,
        ...daysOfReport(report.range, lastReportDay(dayInZone(now.getTime(), organization.time_zone))),
        only_account: null,
        requested_by: demoAccountId,
        of_send_id: null,
        recorded_at: at,
      }),
  });
}
