import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type App, appOf } from '../../../market/world/apps.ts';
import { STOREFRONTS } from '../../../market/world/storefronts.ts';
import { badRequest, notFound } from '../../advertising/ads-api-error.ts';
import { productPageViews } from '../objects/ad-views.ts';
import { checkFilters, type FilterableFields } from '../objects/filters.ts';
import { productPageFields } from '../objects/object-kinds.ts';
import { sendMatching } from '../objects/objects.routes.ts';
import { paginationOf, rowsOf, servedPage } from '../objects/pages.ts';
import { type ObjectView, queryRequest } from '../objects/query-request.ts';
import { manualAccountOf, type PlatformSite, sendResult } from '../platform-site.ts';
import { bodyOf } from '../request-body.ts';
import { REGIONS, regionView } from './regions.ts';

const parameters = z.object({ id: z.string() });
const eligibilityFields: FilterableFields = {
  adamId: ['EQUALS', 'IN'],
  supplyPlacement: ['EQUALS', 'IN'],
  countryOrRegion: ['EQUALS', 'IN'],
  state: ['EQUALS', 'IN'],
  deviceClass: ['EQUALS', 'IN'],
};
const PLACEMENTS = [
  'APPSTORE_SEARCH_RESULTS',
  'APPSTORE_SEARCH_TAB',
  'APPSTORE_TODAY_TAB',
  'APPSTORE_PRODUCT_PAGES',
] as const;

const appsQuery = z.object({
  query: z.string().default(''),
  returnOwnedApps: z.enum(['true', 'false']).default('false'),
  limit: z.coerce.number().int().min(1).max(1_000).default(20),
  offset: z.coerce.number().int().min(0).default(0),
});

const ENTITIES = z.enum(['Country', 'AdminArea', 'Locality', 'PostalCode']);
const geoQuery = z.object({
  supplySource: z.string().min(1),
  entity: z.string().optional(),
  countryCode: z.string().optional(),
  query: z.string().default(''),
  limit: z.coerce.number().int().min(1).max(1_000).default(20),
  offset: z.coerce.number().int().min(0).default(0),
});
const geoRequest = z.strictObject({
  geoRequest: z
    .array(z.strictObject({ id: z.string().optional(), legacyId: z.string().optional(), entity: z.string() }))
    .min(1)
    .max(1_000),
  supplySource: z.string().min(1),
  pagination: z
    .strictObject({ offset: z.number().int().min(0), pageSize: z.number().int().min(1) })
    .partial()
    .optional(),
});

/** What can be advertised and where: apps, their product pages, places. */
export function registerCatalogRoutes(server: FastifyInstance, site: PlatformSite): void {
  registerAppRoutes(server, site);
  registerRegionRoutes(server, site);
  const pagesOf = (app: App) => productPageViews(app, site.api.world.campaigns[0]?.createdAt ?? 0);
  server.post('/v1/product-pages/query', (request, reply) => {
    manualAccountOf(site, request);
    const query = bodyOf(queryRequest, request.body ?? {});
    checkFilters(query.filters ?? [], productPageFields);
    return sendMatching(site, reply, site.api.world.apps.flatMap(pagesOf), query, productPageFields);
  });
  server.get('/v1/product-pages/:id', (request, reply) => {
    manualAccountOf(site, request);
    const { id } = parameters.parse(request.params);
    const page = site.api.world.apps.flatMap(pagesOf).find((candidate) => candidate.id === id);
    if (page === undefined) throw notFound();
    return sendResult(reply, page);
  });
}

function registerAppRoutes(server: FastifyInstance, site: PlatformSite): void {
  const { world } = site.api;
  server.get('/v1/apps/:id', (request, reply) => {
    manualAccountOf(site, request);
    const app = appOf(Number(parameters.parse(request.params).id));
    if (app === null) throw notFound();
    return sendResult(reply, appView(app));
  });
  server.get('/v1/search/apps', (request, reply) => {
    manualAccountOf(site, request);
    const { query, limit, offset } = bodyOf(appsQuery, request.query);
    const matching = world.apps.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
    const apps = matching.map(({ adamId, name, artist }) => {
      const countryOrRegionCodes = STOREFRONTS.map(({ code }) => code);
      return { adamId, appName: name, developerName: artist, countryOrRegionCodes };
    });
    const slice = { offset, pageSize: limit };
    return sendResult(reply, rowsOf(apps, slice), { ...slice, totalCount: apps.length });
  });
  server.post('/v1/eligibilities/apps/query', (request, reply) => {
    manualAccountOf(site, request);
    const query = bodyOf(queryRequest, request.body ?? {});
    checkFilters(query.filters ?? [], eligibilityFields);
    if (!(query.filters ?? []).some(({ field }) => field === 'adamId'))
      throw badRequest('A filter on adamId is required', 'adamId', 'FIELD_REQUIRED');
    return sendMatching(site, reply, world.apps.flatMap(eligibilitiesOf), query, eligibilityFields);
  });
}

const appView = (app: App): object => ({
  id: String(app.adamId),
  appName: app.name,
  artistName: app.artist,
  primaryLanguage: 'en-US',
  primaryGenre: app.genre,
  secondaryGenre: null,
  deviceClasses: ['IPHONE', 'IPAD'],
  iconPictureUrl: null,
  isPreorder: false,
  availableStorefronts: STOREFRONTS.map(({ code }) => code),
});

/** Apps may be shown everywhere but on the Today tab of the iPad. */
const eligibilitiesOf = ({ adamId }: App): readonly ObjectView[] =>
  STOREFRONTS.flatMap(({ code }) =>
    PLACEMENTS.flatMap((supplyPlacement) =>
      ['IPHONE', 'IPAD'].map((deviceClass) => ({
        adamId,
        supplyPlacement,
        supplySource: 'APPSTORE',
        minAge: 13,
        state: supplyPlacement === 'APPSTORE_TODAY_TAB' && deviceClass === 'IPAD' ? 'INELIGIBLE' : 'ELIGIBLE',
        countryOrRegion: code,
        deviceClass,
      })),
    ),
  );

function registerRegionRoutes(server: FastifyInstance, site: PlatformSite): void {
  server.get('/v1/search/geo', (request, reply) => {
    manualAccountOf(site, request);
    const { entity, countryCode, query, limit, offset } = bodyOf(geoQuery, request.query);
    const matching = REGIONS.filter(
      (region) =>
        (entity === undefined || region.entity === entity) &&
        (countryCode === undefined || region.code.split('|')[0] === countryCode) &&
        region.name.toLowerCase().startsWith(query.toLowerCase()),
    );
    const slice = { offset, pageSize: limit };
    return sendResult(reply, rowsOf(matching, slice).map(regionView), { ...slice, totalCount: matching.length });
  });
  server.post('/v1/search/geo', (request, reply) => {
    manualAccountOf(site, request);
    const { geoRequest: wanted, pagination } = bodyOf(geoRequest, request.body ?? {});
    // A kind of region in another spelling finds nothing, without an error.
    const matching = wanted.flatMap(({ id, legacyId, entity }) =>
      ENTITIES.safeParse(entity).success
        ? REGIONS.filter((region) => region.entity === entity && (region.id === id || region.code === legacyId))
        : [],
    );
    const slice = servedPage(pagination, { usual: 20, most: 1_000 }, site.faults.platform);
    return sendResult(
      reply,
      rowsOf(matching, slice).map(regionView),
      paginationOf(slice, matching.length, site.faults.platform),
    );
  });
}
