import {
  reportSchedulePaths,
  reportSchedulesQuerySchema,
  reportSchedulesResponseSchema,
  reportSendsQuerySchema,
  reportSendsResponseSchema,
} from '@tapwise/contract/report-schedules';
import { DomainError, schedulesOf } from '@tapwise/domain';
import type { ApiServer } from '../../../http/api-server.ts';
import { readId } from '../../../http/read-id.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { newestSends, ownSchedule, type SchedulesContext, scheduledApplication } from '../own-schedule.ts';
import { scheduleResponse, sendResponse } from '../schedule-response.ts';

const config = { right: 'act' } as const;
const sendsListed = 50;
const listedMs = 90 * 86_400_000;

/** The scheduled reports of an application, and the sends of one. */
export function schedulesRoutes(app: ApiServer, context: SchedulesContext): void {
  const { deps, schedules } = context;
  app.get(
    reportSchedulePaths.schedules,
    { schema: { querystring: reportSchedulesQuerySchema, response: { 200: reportSchedulesResponseSchema } }, config },
    async (request) => {
      const id = readId(request.query, 'application_id');
      const { application_id } = scheduledApplication(context, sessionOf(request), id);
      await schedules.caughtUp;
      const existing = schedulesOf(schedules.state, application_id);
      return {
        status: 'ok' as const,
        schedules: await Promise.all(existing.map((schedule) => scheduleResponse(context, schedule))),
      };
    },
  );
  app.get(
    reportSchedulePaths.sends,
    { schema: { querystring: reportSendsQuerySchema, response: { 200: reportSendsResponseSchema } }, config },
    async (request) => {
      const { query } = request;
      const applicationId = readId(query, 'application_id');
      const { schedule } = await ownSchedule(context, sessionOf(request), applicationId, readId(query, 'id'));
      const since = deps.now().getTime() - listedMs;
      const listed = newestSends(context, schedule.schedule_id).filter(({ due }) => Date.parse(due.due_at) > since);
      const first = query.before === undefined ? 0 : listed.findIndex(({ due }) => due.send_id === query.before) + 1;
      if (query.before !== undefined && first === 0)
        throw new DomainError('not_found', { message: 'This send was not found.' });
      const page = listed.slice(first, first + sendsListed);
      return {
        status: 'ok' as const,
        sends: await Promise.all(page.map((send) => sendResponse(deps, schedule, send))),
      };
    },
  );
}
