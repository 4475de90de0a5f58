import { type Unreadable, unreadable } from '../ad-service/wire/lenient.ts';

/**
 * The words of version 1 in the product's, which are those of version 5, and back. A word that is not in a list stays as it is, so that a
 * new one is shown and hides nothing.
 */

const placements: ReadonlyMap<string, string> = new Map([['APPSTORE_PRODUCT_PAGES', 'APPSTORE_PRODUCT_PAGES_BROWSE']]);

export const placementFrom = (placement: string): string => placements.get(placement) ?? placement;

const shownAs: ReadonlyMap<string, string> = new Map([
  ['LIMITED', 'RUNNING'],
  ['PROCESSING', 'ON_HOLD'],
]);

/** How a campaign or an ad group is shown: what is paused is shown so, whatever else holds it up. */
export function displayStatusFrom(object: {
  readonly deleted: boolean | null | undefined | Unreadable;
  readonly status: string | Unreadable;
  readonly displayStatus: string | null | undefined | Unreadable;
}): string | null | undefined | Unreadable {
  const { deleted, status, displayStatus } = object;
  if (deleted === true) return 'DELETED';
  if (status === 'PAUSED') return 'PAUSED';
  return typeof displayStatus === 'string' ? (shownAs.get(displayStatus) ?? displayStatus) : displayStatus;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['AD_GROUPS_MISSING', 'AD_GROUP_MISSING'],
  ['AD_GROUPS_NOT_RUNNING', 'NO_AVAILABLE_AD_GROUPS'],
  ['SCHEDULE_PENDING', 'CAMPAIGN_START_DATE_IN_FUTURE'],
  ['SCHEDULE_EXPIRED', 'CAMPAIGN_END_DATE_REACHED'],
  ['BUDGET_ORDER_OR_INVOICE_DETAIL_MISSING', 'MISSING_BO_OR_INVOICING_FIELDS'],
]);

/** Why a campaign does not run. */
export const reasonFrom = (reason: string): string => reasons.get(reason) ?? reason;

/** What brought a search term in: a keyword that was bid on, or Search Match. */
export function termSourceFrom(source: string | null | undefined | Unreadable, hasKeyword: boolean): string {
  if (source === 'TARGETED') return 'TARGETED';
  return !hasKeyword || source === 'AUTO' || source === unreadable ? 'AUTO' : 'TARGETED';
}

/** The bidding of campaigns whose strategy an answer does not name. */
export const manualBids = { bidStrategyType: 'MANUAL_CPT', bidStrategyGoal: 'TAP' } as const;
/** The bidding of campaigns whose bids the service sets. */
export const bidsSetByService = { bidStrategyType: 'MAX_CONVERSIONS', bidStrategyGoal: 'INSTALL' } as const;

export const isSetByService = (strategy: { readonly bidStrategyType?: string | null | undefined } | null | undefined) =>
  strategy?.bidStrategyType === bidsSetByService.bidStrategyType;

/** A creative that was made with a custom product page. */
export const pageCreative = 'CUSTOM_PRODUCT_PAGE';
