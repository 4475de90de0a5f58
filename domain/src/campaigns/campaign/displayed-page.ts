/** An ad as far as it decides which page its ad group shows. */
export interface PageAd {
  readonly ad_id: number;
  readonly ad_group_id: number;
  readonly creative_id?: number | undefined;
  readonly creative_type?: string | undefined;
  readonly status?: 'ENABLED' | 'PAUSED' | undefined;
  readonly deleted: boolean;
}

/** Whether an ad shows a custom product page, or would if it were switched on. */
export const isPageAd = ({ creative_id, creative_type, deleted }: PageAd): boolean =>
  !deleted && (creative_id ?? 0) > 0 && (creative_type ?? 'CUSTOM_PRODUCT_PAGE') === 'CUSTOM_PRODUCT_PAGE';

/** The ad whose page an ad group shows: the newest one that is switched on; `undefined` where the default page is shown. */
export function displayedPage<Ad extends PageAd>(ads: Iterable<Ad>, adGroupId: number): Ad | undefined {
  let newest: Ad | undefined;
  for (const ad of ads) {
    if (ad.ad_group_id !== adGroupId || ad.status !== 'ENABLED' || !isPageAd(ad)) continue;
    if (newest === undefined || ad.ad_id > newest.ad_id) newest = ad;
  }
  return newest;
}
