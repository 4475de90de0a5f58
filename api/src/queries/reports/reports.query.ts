import {
  countryReportAnswerSchema,
  type ReportAnswer,
  type ReportCall,
  reportAnswerSchema,
  reportCalls,
  reportQuerySchema,
  type SeriesCall,
  seriesAnswerSchema,
} from '@tapwise/contract';
import { z } from 'zod';
import { isRestricted } from '../../access/restricted-view.ts';
import type { ApiDependencies } from '../../dependencies.ts';
import type { ApiServer } from '../../plugins/api-server.ts';
import { sessionOf } from '../../plugins/authentication.plugin.ts';
import { holdsUpTo } from '../../plugins/log-position.ts';
import { askReport } from './ask-report.ts';
import { askSeries } from './ask-series.ts';
import { type ReportParameters, readReportParameters } from './report-parameters.ts';
import { checkParents, ownReportScope } from './report-scope.ts';

type SeriesParameters = ReportParameters & {
  call: SeriesCall;
  granularity: NonNullable<ReportParameters['granularity']>;
};

/** `GET /api/asa/campaigns` and its siblings: what objects cost and brought in, in rows, or in buckets with a granularity. */
export function reportRoutes(app: ApiServer, deps: ApiDependencies): void {
  for (const call of Object.keys(reportCalls) as ReportCall[]) {
    app.get(
      reportCalls[call],
      {
        schema: {
          querystring: reportQuerySchema,
          response: { 200: answerSchema(call) },
        },
        config: { access: 'session' },
        // Rows are made from the column catalogue and were checked on the way out of the tables; a second check of
        // thousands of cells would cost more than asking for them.
        serializerCompiler: () => (answer) => JSON.stringify(answer),
      },
      async (request, reply) => {
        const session = sessionOf(request);
        const parameters = readReportParameters(call, request.query, isRestricted(session));
        const scope = ownReportScope(deps, session, parameters);
        const parents = checkParents(deps, scope, parameters);
        if (call === 'all_campaigns_keywords' && deps.bigReports !== undefined) {
          await parents;
          const { json, position } = await deps.bigReports.ask({ scope, parameters, now: deps.now() });
          holdsUpTo(reply, position);
          // Already the text of an answer.
          return reply.type('application/json; charset=utf-8').send(json as unknown as ReportAnswer);
        }
        const asking = isSeries(parameters)
          ? askSeries(deps, scope, parameters, request.signal)
          : askReport(deps, scope, parameters, request.signal);
        const [{ answer, position }] = await Promise.all([asking, parents]);
        holdsUpTo(reply, position);
        return answer;
      },
    );
  }
}

const answerSchema = (call: ReportCall) =>
  call === 'basic_by_countries' ? countryReportAnswerSchema : z.union([reportAnswerSchema, seriesAnswerSchema]);

/** Only calls with objects in rows take a granularity; that was checked when the parameters were read. */
const isSeries = (parameters: ReportParameters): parameters is SeriesParameters => parameters.granularity !== undefined;
