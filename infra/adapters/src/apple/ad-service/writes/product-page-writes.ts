import type { ProductPage, RemoteAd, RemoteCreative, Switch } from './remote.ts';
import type { WriteEnd, WriteScope } from './write-end.ts';

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
