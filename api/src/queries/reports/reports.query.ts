import { type ReportCall, reportAnswerSchema, reportCalls, reportQuerySchema } from '@tapwise/contract';
import { isRestricted } from '../../access/restricted-view.ts';
import type { ApiDependencies } from '../../dependencies.ts';
import type { ApiServer } from '../../plugins/api-server.ts';
import { sessionOf } from '../../plugins/authentication.plugin.ts';
import { holdsUpTo } from '../../plugins/log-position.ts';
import { askReport } from './ask-report.ts';
import { readReportParameters } from './report-parameters.ts';
import { checkParents, ownReportScope } from './report-scope.ts';

/** `GET /api/asa/campaigns`, `/adgroups`, `/keywords`: what the objects of a level cost and brought in. */
export function reportRoutes(app: ApiServer, deps: ApiDependencies): void {
  for (const call of Object.keys(reportCalls) as ReportCall[]) {
    app.get(
      reportCalls[call],
      {
        schema: { querystring: reportQuerySchema, response: { 200: reportAnswerSchema } },
        config: { access: 'session' },
        // Rows are made from the column catalogue and were checked on the way out of the tables; a second check of
        // thousands of cells would cost more than asking for them.
        serializerCompiler: () => (answer) => JSON.stringify(answer),
      },
      async (request, reply) => {
        const session = sessionOf(request);
        const parameters = readReportParameters(call, request.query, isRestricted(session));
        const scope = ownReportScope(deps, session, parameters);
        const [{ answer, position }] = await Promise.all([
          askReport(deps, scope, parameters, request.signal),
          checkParents(deps, scope, parameters),
        ]);
        holdsUpTo(reply, position);
        return answer;
      },
    );
  }
}
