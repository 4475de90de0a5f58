import { wholeItems } from '../../ad-service/lists/reading.ts';
import type { ProductPageWrites } from '../../ad-service/writes/product-page-writes.ts';
import { remoteAd, remoteCreative, remotePage } from '../../ad-service/writes/remote-objects.ts';
import { endOfOne, onBehalfOf } from '../../ad-service/writes/write-call.ts';
import type { FailedEnd, WriteScope } from '../../ad-service/writes/write-end.ts';
import { type CreativeDetails, readCreative, readCreatives } from '../creatives.ts';
import { equals } from '../lists/queries.ts';
import { adWireWith, creativeWire, productPageWire } from '../schemas.ts';
import { pageCreative } from '../words.ts';
import { isAs } from './bodies.ts';
import { remoteLists } from './remote-readings.ts';
import { endBefore, type WriteContext } from './write-context.ts';
import { provenEnd } from './write-frame.ts';

/** An ad of a creative that is still looked at is tried again after this long. */
const pendingPauseMs = 4000;

/** @param details What was read of creatives, by their ids. */
export function createProductPageWrites(context: WriteContext, details: CreativeDetails): ProductPageWrites {
  const { transport, call } = context;
  const creatives = async (scope: WriteScope) => {
    const { orgId, signal } = scope;
    const reading = await readCreatives(remoteLists(transport, scope), onBehalfOf(transport, scope), details, {
      orgId,
      signal,
    });
    const listed = wholeItems(reading);
    for (const creative of listed) details.set(creative.id, creative);
    return listed;
  };
  return {
    listProductPages: async (scope, adamId) => {
      const { orgId, signal } = scope;
      const query = { path: '/product-pages/query', orgId, filters: [equals('adamId', adamId)], signal };
      return wholeItems(
        await remoteLists(transport, scope).query(query, { schema: productPageWire, translate: remotePage }),
      );
    },
    listCreatives: async (scope, adamId) =>
      (await creatives(scope)).map(remoteCreative).filter((creative) => creative.adamId === adamId),
    createCreative: async (scope, { adamId, name: pageName, productPageId }) => {
      const name = nameOfPage(pageName);
      const parameters = { adamId: String(adamId), productPageId };
      const destination = { destinationType: 'APP_STORE_PRODUCT_PAGE', parameters };
      const body = { name, creativeType: pageCreative, creativeSpec: {}, destination };
      const end = await call(scope, { method: 'POST', path: '/creatives', body }, (response) =>
        endOfOne(response, creativeWire, remoteCreative),
      );
      return provenEnd(
        end,
        (creative) => creative.name === name && isAs(creative.productPageId ?? undefined, productPageId),
      );
    },
    findAdsOf: async (scope, campaignId, adGroupIds) => {
      const { orgId, signal } = scope;
      const query = { path: '/ads/query', orgId, filters: [equals('campaignId', campaignId)], signal };
      const typeOf = (id: number): string | undefined => details.get(id)?.type;
      const form = { schema: adWireWith(typeOf), translate: remoteAd };
      const read = async () => wholeItems(await remoteLists(transport, scope).queryBoth(query, form));
      const wanted = new Set(adGroupIds);
      const ads = (await read()).filter(({ adGroupId }) => wanted.has(adGroupId));
      // An ad does not say what kind of creative it shows.
      if (ads.every(({ creativeId }) => details.has(creativeId))) return ads;
      await creatives(scope);
      return ads.map((ad) => ({ ...ad, creativeType: typeOf(ad.creativeId) ?? ad.creativeType }));
    },
    ...createAdWrites(context, details),
  };
}

function createAdWrites(
  context: WriteContext,
  details: CreativeDetails,
): Pick<ProductPageWrites, 'createAd' | 'updateAd'> {
  const { call } = context;
  return {
    createAd: async (scope, _campaignId, adGroupId, ad) => {
      const pending = await whilePending(context, scope, ad.creativeId);
      if (pending !== undefined) return pending;
      const end = await call(
        scope,
        { method: 'POST', path: '/ads', body: { adGroupId, ...ad, name: nameOfPage(ad.name) } },
        (response) =>
          endOfOne(
            response,
            adWireWith(() => pageCreative),
            remoteAd,
          ),
      );
      return provenEnd(
        end,
        ({ status, creativeId }) => status === ad.status && isAs(creativeId || undefined, ad.creativeId),
      );
    },
    updateAd: async (scope, _campaignId, _adGroupId, adId, change) => {
      const end = await call(scope, { method: 'PUT', path: `/ads/${adId}`, body: change }, (response) =>
        endOfOne(
          response,
          adWireWith((id) => details.get(id)?.type),
          remoteAd,
        ),
      );
      return provenEnd(end, ({ status }) => status === change.status);
    },
  };
}

/** Creatives and ads are named after pages, whose names may have what the service does not take. */
const nameOfPage = (name: string): string => name.replaceAll('|', '/');

/** An ad needs a creative that was looked at by the service; until then the ad waits, and is not refused. */
async function whilePending(
  { transport }: WriteContext,
  scope: WriteScope,
  creativeId: number,
): Promise<FailedEnd | undefined> {
  const { orgId, signal } = scope;
  try {
    const { state } = await readCreative(onBehalfOf(transport, scope), { orgId, signal, id: creativeId });
    return state === 'PENDING' ? { kind: 'limited', retryAfterMs: pendingPauseMs } : undefined;
  } catch (cause) {
    return endBefore('GET /creatives/{id}', cause);
  }
}
