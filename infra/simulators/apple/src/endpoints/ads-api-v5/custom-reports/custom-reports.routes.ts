import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dayAt } from '../../../base/calendar/calendar-days.ts';
import { consumeFault, type Faults } from '../../../control/faults.ts';
import type { TermDays } from '../../../market/impression-share/term-days.ts';
import { type AdsApi, organizationOf } from '../../advertising/ads-api-site.ts';
import { appleTime } from '../../advertising/money.ts';
import { envelope } from '../envelope.ts';
import { orderItems } from '../selector.ts';
import { parsed } from '../structure/structure.routes.ts';
import { customReportFile } from './custom-report-file.ts';
import { readCustomReportRequest } from './custom-report-request.ts';
import { type CustomReport, type CustomReportShelf, changedAt, stateOf } from './custom-report-shelf.ts';
import type { SignedLinks } from './signed-links.ts';

/** What ordered impression-share reports need. */
export interface CustomReports {
  readonly shelf: CustomReportShelf;
  readonly links: SignedLinks;
  readonly terms: TermDays;
}

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(20),
  offset: z.coerce.number().int().min(0).default(0),
  field: z.enum(['id', 'name', 'state', 'creationTime', 'modificationTime']).default('creationTime'),
  sortOrder: z.enum(['ASCENDING', 'DESCENDING']).default('DESCENDING'),
});
const parameters = z.object({ id: z.string() });

/** Ordering, polling and listing; in the scope of the ads API, whose rules for tokens and errors hold. */
export function registerCustomReportRoutes(
  server: FastifyInstance,
  api: AdsApi,
  { shelf, links }: CustomReports,
  faults: Faults,
): void {
  const { clock } = api;
  const viewOf = (report: CustomReport, request: FastifyRequest) =>
    customReportView(report, clock.now(), request, links);
  server.post('/api/v5/custom-reports', (request, reply) => {
    const { orgId, timeZone } = organizationOf(api, request);
    const now = clock.now();
    const asOf = clock.revealed();
    const wanted = readCustomReportRequest(request.body, dayAt(timeZone, asOf));
    const report = shelf.order(orgId, wanted, { now, asOf, fails: faults.customReportFailNext > 0 });
    consumeFault(faults, 'customReportFailNext');
    return reply.type('application/json').send(envelope(viewOf(report, request)));
  });
  server.get('/api/v5/custom-reports/:id', (request, reply) => {
    const { orgId } = organizationOf(api, request);
    const report = shelf.get(orgId, parameters.parse(request.params).id, clock.now());
    return reply.type('application/json').send(envelope(viewOf(report, request)));
  });
  server.get('/api/v5/custom-reports', (request, reply) => {
    const { orgId } = organizationOf(api, request);
    const { limit, offset, field, sortOrder } = parsed(listQuery, request.query);
    const views = shelf.list(orgId, clock.now()).map((report) => viewOf(report, request));
    const items = orderItems(views, [{ field, sortOrder }]).slice(offset, offset + limit);
    const page = { totalResults: views.length, startIndex: offset, itemsPerPage: items.length };
    return reply.type('application/json').send(envelope(items, page));
  });
}

/** The storage host that finished reports are fetched from; it knows no tokens, only signed addresses. */
export function registerReportFiles(
  server: FastifyInstance,
  { world, clock }: Pick<AdsApi, 'world' | 'clock'>,
  { shelf, links, terms }: CustomReports,
): void {
  server.get('/custom-report-files/:id', async (request, reply) => {
    const refuse = (status: number, code: string, message: string) =>
      reply
        .code(status)
        .type('application/xml')
        .send(
          `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
        );
    const { authorization, 'x-ap-context': context } = request.headers;
    if (authorization !== undefined || context !== undefined)
      return refuse(400, 'InvalidArgument', 'Only one auth mechanism allowed');
    const { id } = parameters.parse(request.params);
    const now = clock.now();
    const refusal = links.refusalOf(pathOf(id), z.record(z.string(), z.unknown()).parse(request.query), now);
    if (refusal !== null) return refuse(403, refusal, 'The address has expired or was not issued here');
    const report = shelf.find(id, now);
    if (report === null) return refuse(404, 'NoSuchKey', 'The file is gone');
    return reply.type('text/csv').send(await customReportFile(world, terms, report));
  });
}

const pathOf = (id: string): string => `/custom-report-files/${id}`;

function customReportView(report: CustomReport, now: number, request: FastifyRequest, links: SignedLinks) {
  const state = stateOf(report, now);
  const path = pathOf(String(report.id));
  return {
    id: report.id,
    name: report.name,
    startTime: report.startTime,
    endTime: report.endTime,
    granularity: report.granularity,
    dateRange: report.dateRange,
    selector: report.conditions.length === 0 ? null : { conditions: report.conditions },
    dimensions: ['appName', 'adamId', 'countryOrRegion', 'searchTerm'],
    metrics: ['lowImpressionShare', 'highImpressionShare', 'rank', 'searchPopularity'],
    state,
    downloadUri: state === 'COMPLETED' ? `http://${request.host}${path}?${links.sign(path, now)}` : null,
    creationTime: appleTime(report.createdAt),
    modificationTime: appleTime(changedAt(report, now)),
  };
}
