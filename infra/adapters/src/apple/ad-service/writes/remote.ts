import type { Amount } from './write-end.ts';

/** `ENABLED` is also the `ACTIVE` of keywords. Any other status does not run. */
export type Switch = 'ENABLED' | 'PAUSED';

/** Settings of a campaign as the service gives them at this moment. */
export interface RemoteCampaign {
  readonly id: number;
  readonly adamId: number;
  readonly name: string;
  readonly status: Switch;
  readonly deleted: boolean;
  readonly countries: readonly string[];
  readonly dailyBudget: Amount | null;
  /** Lifetime budget; `null` where there is none. */
  readonly totalBudget: Amount | null;
  /** `MANUAL_CPT`, `MAX_CONVERSIONS`, or a newer one. */
  readonly biddingStrategy: string;
  /** Cost of an install that the service aims at where it sets the bids; `null` without one. */
  readonly targetCpa: Amount | null;
  /** `PAYG`, `LOC`, or `null`. */
  readonly paymentModel: string | null;
  /** Why it does not run, in the service's codes; empty while it does. */
  readonly servingReasons: readonly string[];
  /** ISO 8601 UTC, or `null` where the service gives none. */
  readonly createdAt: string | null;
}

export interface RemoteAdGroup {
  readonly id: number;
  readonly campaignId: number;
  readonly name: string;
  readonly status: Switch;
  /** Itself or its campaign. */
  readonly deleted: boolean;
  /** `null`: the service sets the bids of the campaign. */
  readonly defaultBid: Amount | null;
  readonly cpaGoal: Amount | null;
  readonly searchMatch: boolean;
  readonly createdAt: string | null;
}

export interface RemoteKeyword {
  readonly id: number;
  readonly adGroupId: number;
  readonly text: string;
  /** `EXACT` or `BROAD`. */
  readonly matchType: string;
  readonly status: Switch;
  readonly deleted: boolean;
  /** Its own bid; `null` follows the ad group. */
  readonly bid: Amount | null;
}

export interface RemoteNegative {
  readonly id: number;
  /** `null`: of the whole campaign. */
  readonly adGroupId: number | null;
  readonly text: string;
  readonly matchType: string;
  readonly status: Switch;
  readonly deleted: boolean;
}

/** Puts the page of a creative in front of an ad group's users. */
export interface RemoteAd {
  readonly id: number;
  readonly adGroupId: number;
  /** 0 where the service names none. */
  readonly creativeId: number;
  /** `CUSTOM_PRODUCT_PAGE`, or an older kind. */
  readonly creativeType: string;
  readonly name: string;
  readonly status: Switch;
  readonly deleted: boolean;
}

/** Makes a custom product page usable for ads of an organization. */
export interface RemoteCreative {
  readonly id: number;
  readonly adamId: number;
  readonly name: string;
  readonly productPageId: string | null;
  /** `CUSTOM_PRODUCT_PAGE`, `DEFAULT_PRODUCT_PAGE`, `CREATIVE_SET`. */
  readonly type: string;
  /** Whether it can be used for ads. */
  readonly valid: boolean;
  /** Whether it may become usable by itself. */
  readonly pending: boolean;
  /** ISO 8601 UTC, or `null` where the service gives none. */
  readonly createdAt: string | null;
}

/** A custom product page of an app, made in App Store Connect. */
export interface ProductPage {
  readonly id: string;
  readonly name: string;
  readonly visible: boolean;
}
