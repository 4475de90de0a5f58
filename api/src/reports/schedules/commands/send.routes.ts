import { randomUUID } from 'node:crypto';
import { handleCommand, uuidV5 } from '@tapwise/adapters';
import {
  reportAgainBodySchema,
  reportSchedulePaths,
  sendReportBodySchema,
  sentReportResponseSchema,
} from '@tapwise/contract/report-schedules';
import {
  type DayRange,
  DomainError,
  type DueReport,
  dayInZone,
  daysOfReport,
  isReportFileKept,
  lastReportDay,
  originalSend,
  type ReportDefinition,
  reportSendDecider,
  reportSendSpace,
  reportSendStream,
  requireReport,
  type SendSummary,
} from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { personContext } from '../../../access/actor-context.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import {
  newestSends,
  type OwnSchedule,
  ownSchedule,
  ownSend,
  reportedOrganization,
  type SchedulesContext,
} from '../own-schedule.ts';

const config = { right: 'act' } as const;
const perHour = 5;
const hourMs = 3_600_000;

/** Sends of a report that a person asks for: now, or again when the file is gone. */
export function sendRoutes(app: ApiServer, context: SchedulesContext): void {
  const response = { 200: sentReportResponseSchema };
  app.post(reportSchedulePaths.send, { schema: { body: sendReportBodySchema, response }, config }, (request, reply) =>
    app.teamTurns(request, async () => {
      const { application_id, id, to } = request.body;
      const session = sessionOf(request);
      const target = await ownSchedule(context, session, Number(application_id), Number(id));
      const { report } = target.schedule;
      const { time_zone } = reportedOrganization(target.application, report.scope.asa_organization_id);
      const today = dayInZone(context.deps.now().getTime(), time_zone);
      const range = daysOfReport(report.range, lastReportDay(today));
      const only_account = to === 'me' ? session.account.account_id : null;
      return ask(context, { request, reply }, target, { kind: 'now', report, range, only_account, of_send_id: null });
    }),
  );
  app.post(reportSchedulePaths.again, { schema: { body: reportAgainBodySchema, response }, config }, (request, reply) =>
    app.teamTurns(request, async () => {
      const { application_id, send_id } = request.body;
      const { send, ...target } = await ownSend(context, sessionOf(request), Number(application_id), send_id);
      const { from, to, only_account } = send.due;
      const original = originalSend(newestSends(context, send.due.schedule_id), send);
      // What was never made held no figures that could be made again.
      if (send.ended === null || original?.made == null || (await hasFile(context, send))) {
        throw new DomainError('wrong_state');
      }
      const report = await reportOf(context, send);
      const again = { kind: 'again', report, range: { from, to }, only_account, of_send_id: send_id } as const;
      return ask(context, { request, reply }, target, again);
    }),
  );
}

async function hasFile({ deps }: SchedulesContext, { due, made }: SendSummary): Promise<boolean> {
  if (made === null || !isReportFileKept(made, deps.now().getTime())) return false;
  const file = await deps.reportFiles?.read({ sendId: due.send_id, variant: 'full', part: 'table' });
  return file !== undefined;
}

/** The report as it was when the send came due, whatever the schedule sends now. */
async function reportOf({ deps }: SchedulesContext, { due }: SendSummary): Promise<ReportDefinition> {
  for (const { event } of await deps.log.readStream(reportSendStream(due))) {
    if (event.type === 'ReportSendDue') return event.data.report;
  }
  throw new DomainError('not_found');
}

interface AskedSend {
  readonly kind: 'now' | 'again';
  readonly report: ReportDefinition;
  readonly range: DayRange;
  readonly only_account: number | null;
  readonly of_send_id: string | null;
}

/** @throws DomainError `too_many_requests`. */
async function ask(
  context: SchedulesContext,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { schedule }: OwnSchedule,
  { kind, report, range, only_account, of_send_id }: AskedSend,
): Promise<{ status: 'ok'; send_id: string }> {
  const { deps, schedules } = context;
  const now = deps.now();
  requireTurn(context, schedule.schedule_id, now.getTime());
  const { schedule_id, application_id } = schedule;
  const slot = `manual-${request.writeCall?.callId ?? randomUUID()}`;
  const stream = reportSendStream({ schedule_id, slot });
  const at = now.toISOString();
  const due: DueReport = {
    send_id: uuidV5(reportSendSpace, stream),
    schedule_id,
    application_id,
    kind,
    slot,
    due_at: at,
    latest_at: at,
    report,
    ...range,
    only_account,
    requested_by: sessionOf(request).account.account_id,
    of_send_id,
    recorded_at: at,
  };
  const { position } = await handleCommand(deps.log, {
    stream,
    decider: reportSendDecider,
    cause: 'due',
    context: personContext(request),
    assume: 'new',
    decide: (state) => requireReport(state, due),
  });
  await schedules.reached(position);
  holdsUpTo(reply, position);
  return { status: 'ok', send_id: due.send_id };
}

function requireTurn(context: SchedulesContext, scheduleId: number, now: number): void {
  const times = newestSends(context, scheduleId).flatMap(({ due }) =>
    due.requested_by !== null && Date.parse(due.due_at) > now - hourMs ? [Date.parse(due.due_at)] : [],
  );
  const oldest = times[perHour - 1];
  if (oldest === undefined) return;
  throw new DomainError('too_many_requests', { details: { retry_after: Math.ceil((oldest + hourMs - now) / 1000) } });
}
