import { largestPage } from '../lists/paging.ts';
import { wholeItems } from '../lists/reading.ts';
import type { SearchAdsTransport } from '../transport.ts';
import {
  type ProductPage,
  type RemoteAd,
  type RemoteCreative,
  remoteAd,
  remoteAdWire,
  remoteCreative,
  remoteCreativeWire,
  remotePage,
  remotePageWire,
  type Switch,
} from './remote.ts';
import { type Finder, remoteLists } from './remote-readings.ts';
import { endOfOne, type WriteCaller, type WriteScope } from './write-call.ts';
import type { WriteEnd } from './write-end.ts';

/** Custom product pages in ad groups: a page needs a creative, and an ad of the ad group names the creative. */
export interface ProductPageWrites {
  /** Pages of an app, hidden ones too. */
  listProductPages(scope: WriteScope, adamId: number): Promise<readonly ProductPage[]>;
  /** Creatives of an app in the organization. */
  listCreatives(scope: WriteScope, adamId: number): Promise<readonly RemoteCreative[]>;
  /** @param creative.name Up to 200 characters. */
  createCreative(
    scope: WriteScope,
    creative: { readonly adamId: number; readonly name: string; readonly productPageId: string },
  ): Promise<WriteEnd<RemoteCreative>>;
  /** Ads of these ad groups, deleted ones too. */
  findAdsOf(scope: WriteScope, campaignId: number, adGroupIds: readonly number[]): Promise<readonly RemoteAd[]>;
  /** @param ad.name Up to 255 characters. An ad group shows one page at a time. */
  createAd(
    scope: WriteScope,
    campaignId: number,
    adGroupId: number,
    ad: { readonly creativeId: number; readonly name: string; readonly status: Switch },
  ): Promise<WriteEnd<RemoteAd>>;
  /** Pauses or enables an ad. */
  updateAd(
    scope: WriteScope,
    campaignId: number,
    adGroupId: number,
    adId: number,
    change: { readonly status: Switch },
  ): Promise<WriteEnd<RemoteAd>>;
}

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
