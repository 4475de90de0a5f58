import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addMonths, DAY_MS, dayAt } from '../../../base/calendar/calendar-days.ts';
import { badRequest, notFound } from '../../advertising/ads-api-error.ts';
import { rowsOf, servedPage } from '../objects/pages.ts';
import { sortingSchema } from '../objects/query-request.ts';
import { organizationOfCall, type PlatformSite } from '../platform-site.ts';
import { bodyOf } from '../request-body.ts';
import { detailIdOf, detailView, eventTime, type LoggedChange, loggedChanges } from './change-log.ts';

const MONTHS_BACK = 6;

const querySchema = z.strictObject({
  filters: z.array(z.strictObject({ field: z.string(), operator: z.string(), value: z.unknown() })),
  sorting: sortingSchema.optional(),
  pagination: z
    .strictObject({ offset: z.number().int().min(0), pageSize: z.number().int().min(1).max(1_000) })
    .partial()
    .optional(),
  options: z
    .strictObject({
      // Text, unlike everywhere else.
      needTotals: z.enum(['true', 'false']).optional(),
      timeZone: z.literal('UTC').optional(),
      metadata: z.enum(['none', 'latest', 'snapshot']).optional(),
    })
    .optional(),
});
type Query = z.infer<typeof querySchema>;

const parameters = z.object({ detailId: z.string() });

/** Who changed what: calls grouped by transaction, and single changes with old and new values. */
export function registerChangeHistoryRoutes(server: FastifyInstance, site: PlatformSite): void {
  server.post('/v1/change-history/query', (request, reply) => sendChanges(site, request, reply));
  server.get('/v1/change-history/:detailId', (request, reply) => {
    const org = organizationOfCall(site, request);
    const { detailId } = parameters.parse(request.params);
    const reach = { from: oldestOf(site), to: site.api.clock.revealed() };
    const change =
      org === null ? undefined : loggedChanges(site, org, reach).find((entry) => detailIdOf(entry) === detailId);
    if (change === undefined) throw notFound();
    const pagination = { offset: 0, pageSize: 1, totalCount: 1 };
    return reply.send({ dataType: 'ChangeDetail', pagination, result: [detailView(change)] });
  });
}

const oldestOf = ({ api }: PlatformSite): number =>
  addMonths(dayAt('UTC', api.clock.revealed()), -MONTHS_BACK) * DAY_MS;

/** Fields of a change that filters name, as text. */
const FILTERED: Readonly<Record<string, (change: LoggedChange) => string | null>> = {
  entityType: ({ entityType }) => entityType,
  eventType: ({ eventType }) => eventType,
  userType: ({ userType }) => userType,
  entityId: ({ entityId }) => String(entityId),
  campaignId: ({ campaignId }) => (campaignId === null ? null : String(campaignId)),
  adGroupId: ({ adGroupId }) => (adGroupId === null ? null : String(adGroupId)),
  txnId: ({ transactionId }) => transactionId,
  userId: ({ modifiedBy }) => modifiedBy,
};
/** Only lists are taken for words, and parents only where the kind has them. */
const WORDS: ReadonlySet<string> = new Set(['entityType', 'eventType', 'userType']);
const CHILDREN: ReadonlySet<string> = new Set(['AdGroup', 'Keyword', 'NegativeKeyword']);

function sendChanges(site: PlatformSite, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const org = organizationOfCall(site, request);
  const query = bodyOf(querySchema, request.body ?? {});
  const { from, to } = timesOf(query, oldestOf(site));
  const range = { from, to: Math.min(to, site.api.clock.revealed()) };
  if (!query.filters.some(({ field }) => field === 'entityType'))
    throw badRequest('A filter on entityType is required', 'entityType', 'BAD_REQUEST');
  checkParents(query);
  const tests = query.filters.filter(({ field }) => field !== 'eventTime').map(testOf);
  const changes = org === null ? [] : loggedChanges(site, org, range);
  const rows = grouped(changes.filter((change) => tests.every((test) => test(change))));
  if (query.sorting?.[0]?.order !== 'ASC') rows.reverse();
  const slice = servedPage(query.pagination, { usual: 20, most: 1_000 }, site.faults.platform);
  const withMetas = (query.options?.metadata ?? 'none') !== 'none';
  const result = rowsOf(rows, slice).map((group) => summaryView(group, withMetas));
  const totalCount = query.options?.needTotals === 'false' ? 0 : rows.length;
  return reply.send({ dataType: 'AuditSummary', result, pagination: { ...slice, totalCount } });
}

/** @throws AdsApiError 400 for a filter on a parent of kinds that have none */
function checkParents({ filters }: Query): void {
  const kinds = filters.flatMap(({ field, value }) => (field === 'entityType' ? [value].flat() : [])).map(String);
  const parent = filters.find(({ field }) => field === 'campaignId' || field === 'adGroupId');
  if (parent !== undefined && !kinds.every((kind) => CHILDREN.has(kind)))
    throw badRequest(`${parent.field} is not available for these entities`, parent.field, 'BAD_REQUEST');
}

function testOf({ field, operator, value }: Query['filters'][number]): (change: LoggedChange) => boolean {
  const textOf = FILTERED[field];
  if (textOf === undefined) throw badRequest(`Field, ${field}, is invalid`, field, 'BAD_REQUEST');
  const operators = WORDS.has(field) ? ['IN'] : ['EQUALS', 'IN'];
  if (!operators.includes(operator)) throw badRequest(`${field} takes ${operators}`, field, 'BAD_REQUEST');
  const wanted = new Set((Array.isArray(value) ? value : [value]).map(String));
  return (change) => wanted.has(textOf(change) ?? '');
}

/** @throws AdsApiError 400 without a range of times, or for one that reaches too far back */
function timesOf({ filters }: Query, oldest: number): { readonly from: number; readonly to: number } {
  const filter = filters.find(({ field }) => field === 'eventTime');
  if (filter?.operator !== 'BETWEEN' || !Array.isArray(filter.value) || filter.value.length !== 2)
    throw badRequest('eventTime must be BETWEEN two times', 'eventTime', 'BAD_REQUEST');
  const [from = Number.NaN, to = Number.NaN] = filter.value.map((text) =>
    Date.parse(`${String(text).replace(/Z$/, '')}Z`),
  );
  if (Number.isNaN(from) || Number.isNaN(to) || to < from)
    throw badRequest('eventTime must be BETWEEN two times', 'eventTime', 'BAD_REQUEST');
  if (from < oldest) throw badRequest(`Changes go back ${MONTHS_BACK} months`, 'eventTime', 'BAD_REQUEST');
  return { from, to };
}

/** Changes of one transaction that are alike, in the order of the first of each. */
function grouped(changes: readonly LoggedChange[]): LoggedChange[][] {
  const groups = new Map<string, LoggedChange[]>();
  for (const change of changes) {
    const key = `${change.transactionId}/${change.eventType}/${change.entityType}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  return [...groups.values()];
}

function summaryView(group: readonly LoggedChange[], withMetas: boolean): object {
  const [first] = group;
  if (first === undefined) return {};
  const { transactionId, eventType, moment, entityType, userType, modifiedBy } = first;
  const metas = group.map((change) => ({
    [entityType]: String(change.entityId),
    detailId: detailIdOf(change),
    meta: {},
  }));
  return {
    transactionId,
    eventType,
    eventTime: eventTime(moment),
    entityType,
    count: group.length,
    userType,
    modifiedBy,
    metas: withMetas ? metas : [],
  };
}
