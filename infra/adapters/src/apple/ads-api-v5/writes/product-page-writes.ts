import type { SearchAdsTransport } from '../../ad-service/calls/transport.ts';
import { largestPage } from '../../ad-service/lists/paging.ts';
import { wholeItems } from '../../ad-service/lists/reading.ts';
import type { ProductPageWrites } from '../../ad-service/writes/product-page-writes.ts';
import { remoteAd, remoteCreative, remotePage } from '../../ad-service/writes/remote-objects.ts';
import { endOfOne, type WriteCaller } from '../../ad-service/writes/write-call.ts';
import { type Finder, remoteLists } from './remote-readings.ts';
import { remoteAdWire, remoteCreativeWire, remotePageWire } from './remote-wire.ts';

export function createProductPageWrites(
  transport: SearchAdsTransport,
  find: Finder,
  call: WriteCaller,
): ProductPageWrites {
  return {
    listProductPages: async (scope, adamId) => {
      const path = `/apps/${adamId}/product-pages`;
      const pages = await remoteLists(transport, scope).list(
        (offset) => ({
          operation: `GET ${path}`,
          method: 'GET',
          path: `${path}?limit=${largestPage}&offset=${offset}`,
          orgId: scope.orgId,
          ...(scope.signal ? { signal: scope.signal } : {}),
        }),
        largestPage,
        { schema: remotePageWire, translate: remotePage },
      );
      return wholeItems(pages);
    },
    listCreatives: async (scope, adamId) => {
      const form = { schema: remoteCreativeWire, translate: remoteCreative };
      return (await find(scope, '/creatives/find', null, form)).filter((creative) => creative.adamId === adamId);
    },
    createCreative: (scope, creative) =>
      call(
        scope,
        { method: 'POST', path: '/creatives', body: { ...creative, type: 'CUSTOM_PRODUCT_PAGE' } },
        (response) => endOfOne(response, remoteCreativeWire, remoteCreative),
      ),
    findAdsOf: (scope, campaignId, values) =>
      find(
        scope,
        `/campaigns/${campaignId}/ads/find`,
        { field: 'adGroupId', values },
        { schema: remoteAdWire, translate: remoteAd },
      ),
    createAd: (scope, campaignId, adGroupId, ad) =>
      call(
        scope,
        { method: 'POST', path: `/campaigns/${campaignId}/adgroups/${adGroupId}/ads`, body: ad },
        (response) => endOfOne(response, remoteAdWire, remoteAd),
      ),
    updateAd: (scope, campaignId, adGroupId, adId, change) =>
      call(
        scope,
        { method: 'PUT', path: `/campaigns/${campaignId}/adgroups/${adGroupId}/ads/${adId}`, body: change },
        (response) => endOfOne(response, remoteAdWire, remoteAd),
      ),
  };
}
