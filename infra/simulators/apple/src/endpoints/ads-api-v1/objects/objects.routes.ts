import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest, notFound } from '../../advertising/ads-api-error.ts';
import { isForMaps } from '../accounts/ad-accounts.ts';
import { mapsCampaigns } from '../accounts/maps-campaigns.ts';
import { manualAccountOf, type PlatformSite, sendResult } from '../platform-site.ts';
import { bodyOf } from '../request-body.ts';
import { COLLECTIONS, type Narrowing } from './collections.ts';
import { checkFilters, type FilterableFields, meets, sortedBy } from './filters.ts';
import { OBJECT_KINDS, type ObjectKind, type ObjectPath } from './object-kinds.ts';
import { paginationOf, rowsOf, servedPage } from './pages.ts';
import { type Filter, type ObjectView, type QueryRequest, queryRequest } from './query-request.ts';

const parameters = z.object({ id: z.string() });

/** Page sizes of queries for objects: without a wish, and at most. */
export const QUERY_PAGES = { usual: 20, most: 1_000 };

/** Reading calls for campaigns and what is in them. */
export function registerObjectRoutes(server: FastifyInstance, site: PlatformSite): void {
  for (const [path, kind] of Object.entries(OBJECT_KINDS) as [ObjectPath, ObjectKind][]) {
    server.post(`/v1/${path}/query`, (request, reply) => sendQuery(site, path, kind, request, reply));
    server.get(`/v1/${path}/:id`, (request, reply) => sendResult(reply, singleObject(site, path, request)));
  }
  server.get('/v1/campaigns/:id/legacy-app-limited-status-reason-details', (request, reply) => {
    const { targeting } = singleObject(site, 'campaigns', request) as { targeting?: Targeted };
    const countries = targeting?.countryOrRegion?.include ?? [];
    const reasons = Object.fromEntries(countries.map((country) => [country, []]));
    return sendResult(reply, { countryOrRegionLimitedStatusReasons: reasons });
  });
}

interface Targeted {
  readonly countryOrRegion?: { readonly include?: readonly string[] };
}

/** @throws AdsApiError 404; deleted objects are found */
function singleObject(site: PlatformSite, path: ObjectPath, request: FastifyRequest): ObjectView {
  const id = Number(parameters.parse(request.params).id);
  const match = objectOf(site, path, request, id);
  if (match === null) throw notFound();
  return match;
}

/** An object of the account of a call, deleted ones too; null when there is none. */
export function objectOf(site: PlatformSite, path: ObjectPath, request: FastifyRequest, id: number): ObjectView | null {
  return allOf(site, path, request, { ...EVERYTHING, ids: new Set([id]) }).find((view) => view.id === id) ?? null;
}

const EVERYTHING: Narrowing = { ids: null, campaignIds: null, adGroupIds: null, withDestination: true };

function allOf(
  site: PlatformSite,
  path: ObjectPath,
  request: FastifyRequest,
  narrowing: Narrowing,
): readonly ObjectView[] {
  const account = manualAccountOf(site, request);
  if (isForMaps(account)) return path === 'campaigns' ? mapsCampaigns(account, site.api.world.anchorDay) : [];
  return account.organization === null ? [] : COLLECTIONS[path](site, account.organization, narrowing);
}

function sendQuery(
  site: PlatformSite,
  path: ObjectPath,
  kind: ObjectKind,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  manualAccountOf(site, request);
  const query = bodyOf(queryRequest, request.body ?? {});
  const filters = query.filters ?? [];
  checkFilters(filters, kind.fields);
  if (kind.scopes.length > 0 && !filters.some(({ field }) => kind.scopes.includes(field)))
    throw badRequest(`A filter on ${kind.scopes.join(' or ')} is required`, kind.scopes.at(-1) ?? '', 'FIELD_REQUIRED');
  const withDestination = site.faults.platform.creativeDestination === 'always';
  const all = allOf(site, path, request, { ...narrowingOf(filters), withDestination });
  const asksDeleted = kind.findsDeleted && filters.some(({ field }) => field === 'deleted');
  return sendMatching(site, reply, asksDeleted ? all : all.filter((view) => view.deleted !== true), query, kind.fields);
}

/** Filters, sorts, cuts and sends; by `id` unless something else is wanted. */
export function sendMatching(
  { faults }: PlatformSite,
  reply: FastifyReply,
  all: readonly ObjectView[],
  query: QueryRequest,
  fields: FilterableFields,
): FastifyReply {
  const tests = (query.filters ?? []).map(meets);
  const matching = all.filter((view) => tests.every((test) => test(view)));
  const sorted = sortedBy(matching, query.sorting ?? [{ field: 'id', order: 'ASC' }], [...Object.keys(fields), 'id']);
  const slice = servedPage(query.pagination, QUERY_PAGES, faults.platform);
  const totalCount = query.pagination?.fetchTotalCount === true ? matching.length : null;
  return sendResult(reply, rowsOf(sorted, slice), paginationOf(slice, totalCount, faults.platform));
}

const narrowingOf = (filters: readonly Filter[]): Omit<Narrowing, 'withDestination'> => ({
  ids: wantedIds(filters, 'id'),
  campaignIds: wantedIds(filters, 'campaignId'),
  adGroupIds: wantedIds(filters, 'adGroupId'),
});

function wantedIds(filters: readonly Filter[], field: string): ReadonlySet<number> | null {
  const filter = filters.find((candidate) => candidate.field === field);
  if (filter === undefined || (filter.operator !== 'EQUALS' && filter.operator !== 'IN')) return null;
  return new Set((Array.isArray(filter.value) ? filter.value : [filter.value]).map(Number));
}
