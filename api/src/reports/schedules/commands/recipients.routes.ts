import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import {
  decidedRecipientResponseSchema,
  reportRecipientBodySchema,
  reportRecipientQuerySchema,
  reportRecipientResponseSchema,
  reportSchedulePaths,
  resendConfirmationBodySchema,
  resentConfirmationResponseSchema,
} from '@tapwise/contract/report-schedules';
import {
  askRecipientAgain,
  cadenceText,
  DomainError,
  linkedRecipient,
  type ReportScheduleEvent,
  type ReportScheduleState,
  reportScheduleDecider,
  reportScheduleStream,
} from '@tapwise/domain';
import { apiContext, personContext } from '../../../access/actor-context.ts';
import { decideByLink, readRecipientToken } from '../../../access/report-recipient-link.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { recipientOfAddress } from '../named-recipients.ts';
import { ownSchedule, type SchedulesContext } from '../own-schedule.ts';
import { requireOutsideRoom } from '../read-schedule.ts';
import { authorName, recipientResponse } from '../schedule-response.ts';

const callsPerMinute = 60;

/** What recipients of a report decide by the link of a mail, and the mail with which they are asked again. */
export function recipientRoutes(app: ApiServer, context: SchedulesContext): void {
  resendRoute(app, context);
  linkRoutes(app, context);
}

function resendRoute(app: ApiServer, context: SchedulesContext): void {
  const { deps, schedules } = context;
  app.post(
    reportSchedulePaths.resend,
    {
      schema: { body: resendConfirmationBodySchema, response: { 200: resentConfirmationResponseSchema } },
      config: { right: 'act' },
    },
    (request, reply) =>
      app.teamTurns(request, async () => {
        const { application_id, id, email } = request.body;
        const session = sessionOf(request);
        const { schedule } = await ownSchedule(context, session, Number(application_id), Number(id));
        const recipientId = recipientOfAddress(deps, session.team.team_id, email);
        if (recipientId === undefined) throw new DomainError('email_invalid');
        requireOutsideRoom(context, session.team.team_id, 1);
        const change = {
          change_id: request.writeCall?.callId ?? randomUUID(),
          changed_by: session.account.account_id,
          changed_at: deps.now().toISOString(),
        };
        const { state, position } = await handleCommand<ReportScheduleState, ReportScheduleEvent>(deps.log, {
          stream: reportScheduleStream(schedule.schedule_id),
          decider: reportScheduleDecider,
          cause: `asked ${change.change_id}`,
          context: personContext(request),
          decide: (current) => askRecipientAgain(current, recipientId, change),
        });
        await schedules.reached(position);
        holdsUpTo(reply, position);
        const recipient = linkedRecipient(state, recipientId, change.changed_at);
        return { status: 'ok' as const, recipient: await recipientResponse(deps, schedule, recipient) };
      }),
  );
}

function linkRoutes(app: ApiServer, context: SchedulesContext): void {
  const { deps, schedules } = context;
  const limit = app.callLimits.windowed('report-recipient', callsPerMinute, 60);
  app.get(
    reportSchedulePaths.recipient,
    {
      schema: { querystring: reportRecipientQuerySchema, response: { 200: reportRecipientResponseSchema } },
      config: { right: 'public' },
    },
    async (request) => {
      await limit(request.clientAddress);
      const { scheduleId, recipientId } = readRecipientToken(deps, request.query.token);
      await schedules.caughtUp;
      const schedule = schedules.state.schedules.get(scheduleId);
      if (schedule === undefined) throw new DomainError('link_invalid');
      const { state } = linkedRecipient(schedule, recipientId, deps.now().toISOString());
      const team = deps.directory.state.teams.get(schedule.team_id);
      return {
        status: 'ok' as const,
        team: (team && (await deps.vault.decrypt(team.name))) ?? '',
        author: await authorName(deps, schedule),
        report: schedule.report.name,
        cadence: cadenceText(schedule.report.cadence),
        state,
      };
    },
  );
  app.post(
    reportSchedulePaths.recipient,
    {
      schema: { body: reportRecipientBodySchema, response: { 200: decidedRecipientResponseSchema } },
      config: { right: 'public' },
    },
    async (request, reply) => {
      await limit(request.clientAddress);
      const { token, accept } = request.body;
      const { state, position } = await decideByLink(deps, apiContext(request), token, accept);
      await schedules.reached(position);
      holdsUpTo(reply, position);
      return { status: 'ok' as const, state };
    },
  );
}
