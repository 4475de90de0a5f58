import { type ReportCall, reportAnswerSchema, reportCalls, reportQuerySchema } from '@tapwise/contract';
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
        const parameters = readReportParameters(call, request.query);
        const scope = ownReportScope(deps, sessionOf(request), parameters);
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
