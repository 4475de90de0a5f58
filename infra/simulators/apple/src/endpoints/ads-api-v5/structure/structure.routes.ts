import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { appOf } from '../../../market/world/apps.ts';
import type { Organization } from '../../../market/world/organizations.ts';
import type { SettingsInForce } from '../../../market/world/settings-history.ts';
import { STOREFRONTS } from '../../../market/world/storefronts.ts';
import type { Campaign } from '../../../market/world/structure.ts';
import { badRequest, notFound } from '../../advertising/ads-api-error.ts';
import { type AdsApi, adGroupOf, campaignOf, campaignsOf, organizationOf } from '../../advertising/ads-api-site.ts';
import { envelope } from '../envelope.ts';
import { type FieldSource, hideDeleted, pickFields, select, selectorSchema } from '../selector.ts';
import {
  adGroupView,
  adView,
  appView,
  campaignNow,
  campaignView,
  creativeView,
  keywordView,
  negativeView,
  productPageViews,
} from './structure-views.ts';

const parameters = z.object({
  campaignId: z.string().default(''),
  adGroupId: z.string().default(''),
  id: z.string().default(''),
  adamId: z.string().default(''),
});

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(20),
  offset: z.coerce.number().int().min(0).default(0),
  fields: z.string().optional(),
});

const pageQuery = z.object({ name: z.string().optional(), state: z.string().optional() });

/** Gives all objects of a kind that a path names, deleted ones too. */
type Collection = (
  campaigns: readonly Campaign[],
  path: z.infer<typeof parameters>,
  organization: Organization,
) => readonly FieldSource[];

/** Reading calls for campaigns, ad groups, keywords, ads, creatives and product pages. */
export function registerStructureRoutes(server: FastifyInstance, api: AdsApi): void {
  const { campaigns, adGroups, keywords, negatives, ads } = collectionsOf(api);
  const campaign = '/api/v5/campaigns/:campaignId';
  const adGroup = `${campaign}/adgroups/:adGroupId`;
  resource(server, api, { list: '/api/v5/campaigns', find: ['/api/v5/campaigns/find'], items: campaigns });
  resource(server, api, {
    list: `${campaign}/adgroups`,
    find: [`${campaign}/adgroups/find`, '/api/v5/adgroups/find'],
    items: adGroups,
  });
  resource(server, api, {
    list: `${adGroup}/targetingkeywords`,
    find: [`${campaign}/adgroups/targetingkeywords/find`],
    items: keywords,
  });
  resource(server, api, {
    list: `${campaign}/negativekeywords`,
    find: [`${campaign}/negativekeywords/find`],
    items: negatives('campaign'),
  });
  resource(server, api, {
    list: `${adGroup}/negativekeywords`,
    find: [`${campaign}/adgroups/negativekeywords/find`],
    items: negatives('adGroup'),
  });
  resource(server, api, { list: `${adGroup}/ads`, find: [`${campaign}/ads/find`, '/api/v5/ads/find'], items: ads });
  resource(server, api, {
    list: '/api/v5/creatives',
    find: ['/api/v5/creatives/find'],
    items: (_campaigns, _path, organization) =>
      api.world.creatives
        .filter(({ org }) => org === organization)
        .map(api.settings.at(api.clock.revealed()).creative)
        .filter(({ deleted }) => !deleted)
        .map(creativeView),
  });
  registerAppRoutes(server, api);
}

/** The collections below the paths, each as a whole; paths choose the campaigns. */
function collectionsOf(api: AdsApi) {
  const view = () => {
    const now = api.clock.revealed();
    return { activity: api.activity, settings: api.settings.at(now), now };
  };
  const campaigns: Collection = (all) => {
    const context = view();
    return all.map((campaign) => campaignView(campaign, context));
  };
  const adGroups: Collection = (all) => {
    const context = view();
    return all.flatMap((campaign) => {
      const parent = campaignNow(campaign, context);
      return campaign.adGroups.map((adGroup) => adGroupView(parent, context.settings.adGroup(adGroup)));
    });
  };
  const keywords: Collection = (all, path) => {
    const { settings } = view();
    return eachGroup(settings, all, path).flatMap(({ campaign, group, built }) =>
      built.keywords.map((keyword) => keywordView(campaign, group, settings.keyword(keyword))),
    );
  };
  const negatives =
    (level: 'campaign' | 'adGroup'): Collection =>
    (all, path) => {
      const { settings } = view();
      return all.flatMap((built) => {
        const campaign = settings.campaign(built);
        const gone = new Set(campaign.adGroups.flatMap((group) => (settings.adGroup(group).deleted ? [group.id] : [])));
        return campaign.negatives
          .filter(({ adGroupId }) => (adGroupId === null) === (level === 'campaign'))
          .filter(({ adGroupId }) => path.adGroupId === '' || String(adGroupId) === path.adGroupId)
          .map((negative) =>
            negativeView(
              { deleted: campaign.deleted || gone.has(negative.adGroupId ?? 0) },
              settings.negative(negative),
            ),
          );
      });
    };
  const ads: Collection = (all, path) => {
    const { settings } = view();
    return eachGroup(settings, all, path).flatMap(({ campaign, group, built }) =>
      built.ads.map((ad) => adView(campaign, group, settings.ad(ad))),
    );
  };
  return { campaigns, adGroups, keywords, negatives, ads };
}

/** The ad groups of a path as they are at the moment, each with its campaign and with what it was built as. */
function eachGroup(settings: SettingsInForce, campaigns: readonly Campaign[], path: z.infer<typeof parameters>) {
  return campaigns.flatMap((builtCampaign) => {
    const campaign = settings.campaign(builtCampaign);
    return groupsAt(builtCampaign, path).map((built) => ({ campaign, group: settings.adGroup(built), built }));
  });
}

function groupsAt(campaign: Campaign, path: z.infer<typeof parameters>) {
  return path.adGroupId === '' ? campaign.adGroups : [adGroupOf(campaign, path.adGroupId)];
}

/** One kind of object: its list, its single objects below the list, and its finds. */
function resource(
  server: FastifyInstance,
  api: AdsApi,
  shape: { list: string; find: readonly string[]; items: Collection },
): void {
  const itemsFor = (request: FastifyRequest) => {
    const path = parameters.parse(request.params);
    const organization = organizationOf(api, request);
    const scope =
      path.campaignId === '' ? campaignsOf(api, organization) : [campaignOf(api, organization, path.campaignId)];
    if (path.adGroupId !== '') adGroupOf(scope[0] as Campaign, path.adGroupId);
    return { path, items: shape.items(scope, path, organization) };
  };
  server.get(shape.list, (request, reply) => {
    const query = parsed(listQuery, request.query);
    const selector = { pagination: { limit: query.limit, offset: query.offset }, fields: query.fields?.split(',') };
    return sendSelected(reply, itemsFor(request).items, selector);
  });
  server.get(`${shape.list}/:id`, (request, reply) => {
    const { path, items } = itemsFor(request);
    const match = items.find((item) => String(item.id) === path.id);
    if (match === undefined) throw notFound();
    const { fields } = parsed(listQuery, request.query);
    return reply.type('application/json').send(envelope(pickFields(match, fields?.split(','))));
  });
  for (const find of shape.find) {
    server.post(find, (request, reply) =>
      sendSelected(reply, itemsFor(request).items, parsed(selectorSchema, request.body ?? {})),
    );
  }
}

function sendSelected(reply: FastifyReply, items: readonly FieldSource[], selector: z.infer<typeof selectorSchema>) {
  const hasDeleted = items.some((item) => 'deleted' in item);
  const { items: selected, page } = select(items, hasDeleted ? hideDeleted(selector) : selector);
  return reply.type('application/json').send(
    envelope(
      selected.map((item) => pickFields(item, selector.fields)),
      page,
    ),
  );
}

function registerAppRoutes(server: FastifyInstance, api: AdsApi): void {
  const appAt = (request: FastifyRequest) => {
    organizationOf(api, request);
    const app = appOf(Number(parameters.parse(request.params).adamId));
    if (app === null) throw notFound();
    return app;
  };
  const pages = (request: FastifyRequest) => productPageViews(appAt(request), api.world.campaigns[0]?.createdAt ?? 0);
  server.get('/api/v5/apps/:adamId', (request, reply) =>
    reply.type('application/json').send(
      envelope(
        appView(
          appAt(request),
          STOREFRONTS.map((storefront) => storefront.code),
        ),
      ),
    ),
  );
  server.get('/api/v5/apps/:adamId/product-pages', (request, reply) => {
    const wanted = parsed(pageQuery, request.query);
    const matching = pages(request).filter(
      ({ name, state }) => (wanted.name ?? name) === name && (wanted.state ?? state) === state,
    );
    const page = { totalResults: matching.length, startIndex: 0, itemsPerPage: matching.length };
    return reply.type('application/json').send(envelope(matching, page));
  });
  server.get('/api/v5/apps/:adamId/product-pages/:id', (request, reply) => {
    const productPage = pages(request).find((page) => page.id === parameters.parse(request.params).id);
    if (productPage === undefined) throw notFound();
    return reply.type('application/json').send(envelope(productPage));
  });
}

/** Reads a body or query. @throws AdsApiError 400 naming the first wrong field */
export function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw badRequest(issue?.message ?? 'Invalid input', issue?.path.join('.') ?? '', 'INVALID_ATTRIBUTE_TYPE');
}
