import { Readable } from 'node:stream';
import {
  countryReportResponseSchema,
  type ReportCall,
  type ReportResponse,
  reportCalls,
  reportQuerySchema,
  reportResponseSchema,
  type SeriesCall,
  seriesResponseSchema,
} from '@tapwise/contract';
import { DomainError, findApplication, organizationName } from '@tapwise/domain';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { isRestricted } from '../../access/restricted-view.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { type ReportParameters, readReportParameters } from '../report-parameters.ts';
import { checkParents, ownReportScope } from '../report-scope.ts';
import { askSeries } from './ask-series.ts';
import { hasManyRows, readReport } from './read-report.ts';
import { csvName, reportCsv } from './report-csv.ts';
import { reportNotice, withReportNotice } from './report-notice.ts';

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
          response: { 200: responseSchema(call) },
        },
        config: { right: 'read_reports', past: true },
        // Rows are made from the column catalogue and were checked on the way out of the tables; a second check of
        // thousands of cells would cost more than asking for them.
        serializerCompiler: () => (response) => JSON.stringify(response),
      },
      async (request, reply) => {
        const session = sessionOf(request);
        const parameters = readReportParameters(call, request.query, isRestricted(session));
        const scope = ownReportScope(deps, session, parameters);
        const subject = { team: session.team, orgIds: [parameters.orgId] };
        const csv = wantsCsv(request.query.format, parameters) ? namesOf(deps, parameters) : undefined;
        const parents = checkParents(deps, scope, parameters);
        if (hasManyRows(parameters) && deps.bigReports !== undefined) {
          await parents;
          const notice = reportNotice(deps, subject);
          const { text, position } = await deps.bigReports.ask({ scope, parameters, now: deps.now(), notice, csv });
          holdsUpTo(reply, position);
          if (csv === undefined) void reply.type('application/json; charset=utf-8');
          else asFile(reply, parameters);
          // Already the text of an answer.
          return reply.send(text as unknown as ReportResponse);
        }
        if (csv !== undefined && !isSeries(parameters)) {
          const [{ response, position }] = await Promise.all([
            readReport(deps, scope, parameters, request.signal),
            parents,
          ]);
          holdsUpTo(reply, position);
          asFile(reply, parameters);
          const facts = { ...csv, timeZone: scope.timeZone, parameters, position, madeAt: deps.now() };
          return reply.send(Readable.from(reportCsv(response, facts)) as unknown as ReportResponse);
        }
        const asking = isSeries(parameters)
          ? askSeries(deps, scope, parameters, request.signal)
          : readReport(deps, scope, parameters, request.signal);
        const [{ response, position }] = await Promise.all([asking, parents]);
        holdsUpTo(reply, position);
        return withReportNotice(deps, subject, response);
      },
    );
  }
}

/** @throws DomainError `invalid_request`, `unsupported`: buckets are no table. */
function wantsCsv(format: string | undefined, parameters: ReportParameters): boolean {
  const details = { field: 'format' };
  if (format !== undefined && format !== 'json' && format !== 'csv') {
    throw new DomainError('invalid_request', { message: 'format must be json or csv.', details });
  }
  if (format === 'csv' && isSeries(parameters)) throw new DomainError('unsupported', { details });
  return format === 'csv';
}

/** Whose report a file is, in words; rights were checked. */
function namesOf(deps: ApiDependencies, { applicationId, orgId }: ReportParameters) {
  const application = findApplication(deps.directory.state, applicationId);
  return {
    application: application?.name ?? '',
    organization: organizationName(application?.organizations ?? [], orgId),
  };
}

function asFile(reply: FastifyReply, parameters: ReportParameters): void {
  void reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${csvName(parameters)}"`);
}

const responseSchema = (call: ReportCall) =>
  call === 'basic_by_countries' ? countryReportResponseSchema : z.union([reportResponseSchema, seriesResponseSchema]);

/** Only calls with objects in rows take a granularity; that was checked when the parameters were read. */
const isSeries = (parameters: ReportParameters): parameters is SeriesParameters => parameters.granularity !== undefined;
