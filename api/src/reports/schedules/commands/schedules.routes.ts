import { randomUUID } from 'node:crypto';
import { claimNumber, handleCommand } from '@tapwise/adapters';
import {
  changeReportScheduleBodySchema,
  createdReportScheduleResponseSchema,
  createReportScheduleBodySchema,
  deletedReportScheduleResponseSchema,
  deleteReportScheduleBodySchema,
  reportSchedulePaths,
} from '@tapwise/contract/report-schedules';
import {
  changeReportSchedule,
  createReportSchedule,
  DomainError,
  deleteReportSchedule,
  type ExistingReportSchedule,
  type NamedRecipient,
  type ReportScheduleEvent,
  type ReportScheduleState,
  reportScheduleDecider,
  reportScheduleStream,
  schedulesOf,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { personContext } from '../../../access/actor-context.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { identifyRecipients, nameRecipients } from '../named-recipients.ts';
import { ownSchedule, type SchedulesContext, scheduledApplication } from '../own-schedule.ts';
import { readSchedule, reportFields, requireOutsideRoom, requireRoom, scheduleWarnings } from '../read-schedule.ts';
import { nextAt } from '../schedule-response.ts';

const config = { right: 'act' } as const;
/** Those below are the demo's. */
const firstScheduleId = 101;

/** Reports that are sent by a calendar: a new one, another content of one, the end of one. */
export function scheduleRoutes(app: ApiServer, context: SchedulesContext): void {
  const path = reportSchedulePaths.schedules;
  const saved = { 200: createdReportScheduleResponseSchema };
  app.post(
    path,
    { schema: { body: createReportScheduleBodySchema, response: saved }, config },
    async (request, reply) => {
      const { schedule, position } = await app.teamTurns(request, () => create(context, request, request.body));
      holdsUpTo(reply, position);
      return savedResponse(context, schedule);
    },
  );
  app.put(
    path,
    { schema: { body: changeReportScheduleBodySchema, response: saved }, config },
    async (request, reply) => {
      const { schedule, position } = await app.teamTurns(request, () => change(context, request, request.body));
      holdsUpTo(reply, position);
      return savedResponse(context, schedule);
    },
  );
  app.delete(
    path,
    {
      schema: { body: deleteReportScheduleBodySchema, response: { 200: deletedReportScheduleResponseSchema } },
      config,
    },
    async (request, reply) => {
      const { application_id, id } = request.body;
      await ownSchedule(context, sessionOf(request), Number(application_id), Number(id));
      const by = changeBy(context, request);
      const { position } = await decide(context, request, Number(id), (state) => deleteReportSchedule(state, by));
      holdsUpTo(reply, position);
      return { status: 'ok' as const };
    },
  );
}

const savedResponse = (context: SchedulesContext, schedule: ExistingReportSchedule) => ({
  status: 'ok' as const,
  id: schedule.schedule_id,
  next_at: nextAt(context, schedule),
  warnings: scheduleWarnings(schedule.report),
});

interface SavedSchedule {
  readonly schedule: ExistingReportSchedule;
  readonly position: bigint;
}

async function create(
  context: SchedulesContext,
  request: FastifyRequest,
  body: z.infer<typeof createReportScheduleBodySchema>,
): Promise<SavedSchedule> {
  const { deps, schedules } = context;
  const session = sessionOf(request);
  const application = scheduledApplication(context, session, Number(body.application_id));
  await schedules.caughtUp;
  const by = changeBy(context, request);
  const made = [...schedules.state.schedules.values()].find(({ change_id }) => change_id === by.change_id);
  // Its answer was lost.
  if (made !== undefined) return { schedule: made, position: schedules.state.position };
  const { report, recipients } = await readSchedule(context, application, reportFields(body));
  requireRoom(schedulesOf(schedules.state, application.application_id).length);
  const identified = identifyRecipients(deps, session, recipients);
  requireOutsideRoom(context, session.team.team_id, identified.filter(isOutside).length);
  const schedule_id = await claimNumber(deps.log, personContext(request), {
    purpose: 'reportSchedule',
    first: firstScheduleId,
  });
  const named = await nameRecipients(deps, schedule_id, identified);
  const created = {
    schedule_id,
    application_id: application.application_id,
    team_id: session.team.team_id,
    report,
    created_by: by.changed_by,
    created_at: by.changed_at,
    change_id: by.change_id,
  };
  return decide(context, request, schedule_id, (state) => createReportSchedule(state, created, named, by));
}

async function change(
  context: SchedulesContext,
  request: FastifyRequest,
  { application_id, id, updates }: z.infer<typeof changeReportScheduleBodySchema>,
): Promise<SavedSchedule> {
  const { deps } = context;
  const session = sessionOf(request);
  const { application, schedule } = await ownSchedule(context, session, Number(application_id), Number(id));
  const requested = reportFields(updates);
  if (Object.keys(requested).length === 0) {
    throw new DomainError('invalid_request', { message: 'Nothing to change', details: { field: 'updates' } });
  }
  // What is not updated stays; recipients are read only where they are.
  const entered = { ...schedule.report, recipients: [{ account_id: schedule.created_by }], ...requested };
  const { report, recipients } = await readSchedule(context, application, entered, schedule.report);
  const listed = schedule.recipients.filter((recipient) => recipient.listed);
  let named: readonly NamedRecipient[] = listed;
  if (requested.recipients !== undefined) {
    const identified = identifyRecipients(deps, session, recipients);
    const ids = new Set(listed.map(({ recipient_id }) => recipient_id));
    const coming = identified.filter((recipient) => isOutside(recipient) && !ids.has(recipient.recipient_id));
    requireOutsideRoom(context, session.team.team_id, coming.length);
    named = await nameRecipients(deps, schedule.schedule_id, identified);
  }
  const by = changeBy(context, request);
  return decide(context, request, schedule.schedule_id, (state) =>
    changeReportSchedule(state, { report, recipients: named }, by),
  );
}

const isOutside = ({ account_id }: { readonly account_id: number | null }): boolean => account_id === null;

const changeBy = ({ deps }: SchedulesContext, request: FastifyRequest) => ({
  change_id: request.writeCall?.callId ?? randomUUID(),
  changed_by: sessionOf(request).account.account_id,
  changed_at: deps.now().toISOString(),
});

async function decide(
  { deps, schedules }: SchedulesContext,
  request: FastifyRequest,
  scheduleId: number,
  decideEvents: (state: ReportScheduleState) => ReportScheduleEvent[],
): Promise<SavedSchedule> {
  const { position, state } = await handleCommand<ReportScheduleState, ReportScheduleEvent>(deps.log, {
    stream: reportScheduleStream(scheduleId),
    decider: reportScheduleDecider,
    cause: `changed ${request.writeCall?.callId ?? request.id}`,
    context: personContext(request),
    decide: decideEvents,
  });
  await schedules.reached(position);
  if (state.status === 'absent') throw new DomainError('conflict');
  return { schedule: state, position };
}
