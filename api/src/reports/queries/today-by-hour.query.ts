import { todayByHourPath, todayByHourQuerySchema, todayByHourResponseSchema } from '@tapwise/contract/today';
import { reportScope, todayCourse } from '@tapwise/projections/queries';
import { linkedOrganization, ownApplication } from '../../access/own-application.ts';
import { isRestricted, withoutWithheld } from '../../access/restricted-view.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { scopesOfApplication } from '../report-scope.ts';

/** `GET /api/asa/today_by_hour`: how today and the day before went. */
export function todayByHourRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    todayByHourPath,
    {
      schema: { querystring: todayByHourQuerySchema, response: { 200: todayByHourResponseSchema } },
      config: { right: 'read_reports' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { query } = request;
      const application = ownApplication(deps, session, readId(query, 'application_id'));
      const scopes =
        query.asa_organization_id === undefined
          ? scopesOfApplication(deps, application.application_id)
          : [reportScope(application, linkedOrganization(application, readId(query, 'asa_organization_id')))];
      const course = await todayCourse(deps.tables, scopes, deps.now(), request.signal);
      holdsUpTo(reply, course.position);
      const allowed = isRestricted(session) ? withoutWithheld : <Cells>(cells: Cells): Cells => cells;
      return {
        status: 'ok' as const,
        currency: application.currency,
        today: course.today.map(allowed),
        yesterday: course.yesterday.map(allowed),
        yesterday_by_now: allowed(course.yesterdayByNow),
        estimated_hours: course.estimatedHours,
      };
    },
  );
}
