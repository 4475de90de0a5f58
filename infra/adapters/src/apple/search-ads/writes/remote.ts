import { decimalStringFromMicros } from '@tapwise/domain';
import { z } from 'zod';
import { instantOf, switchOf } from '../mapping.ts';
import {
  adGroupWire,
  adWire,
  campaignWire,
  keywordWire,
  type MoneyWire,
  negativeWire,
  productPageWire,
  readInFull,
} from '../schemas.ts';
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
}

/** A custom product page of an app, made in App Store Connect. */
export interface ProductPage {
  readonly id: string;
  readonly name: string;
  readonly visible: boolean;
}

const id = z.number().int().positive();
const time = z.string().nullish();

export const remoteCampaignWire = campaignWire.extend({
  id,
  biddingStrategy: z.string().nullish(),
  paymentModel: z.string().nullish(),
  servingStateReasons: z.array(z.string()).nullish(),
  creationTime: time,
});
export const remoteAdGroupWire = adGroupWire.extend({ id, campaignId: id, creationTime: time });
export const remoteKeywordWire = keywordWire.extend({ id });

export const remoteNegativeWire = negativeWire.extend({ id });
export const remoteAdWire = adWire.extend({ id, status: z.string() });
export const remoteCreativeWire = z.object({
  id,
  adamId: id.nullish(),
  name: z.string().nullish(),
  productPageId: z.string().nullish(),
  type: z.string(),
  state: z.string().nullish(),
});
export const remotePageWire = productPageWire.extend({ state: z.string().nullish() });

export function remoteCampaign(campaign: z.infer<typeof remoteCampaignWire>): RemoteCampaign {
  const wire = readInFull(campaign);
  return {
    id: wire.id,
    adamId: wire.adamId,
    name: wire.name,
    status: switchOf(wire.status),
    deleted: wire.deleted ?? false,
    countries: [...(wire.countriesOrRegions ?? [])].sort(),
    dailyBudget: amountOf(wire.dailyBudgetAmount),
    totalBudget: amountOf(wire.budgetAmount),
    biddingStrategy: wire.biddingStrategy ?? 'MANUAL_CPT',
    paymentModel: wire.paymentModel || null,
    servingReasons: wire.servingStateReasons ?? [],
    createdAt: instantOf(wire.creationTime),
  };
}

export function remoteAdGroup(adGroup: z.infer<typeof remoteAdGroupWire>): RemoteAdGroup {
  const wire = readInFull(adGroup);
  return {
    id: wire.id,
    campaignId: wire.campaignId,
    name: wire.name,
    status: switchOf(wire.status),
    deleted: wire.deleted ?? false,
    defaultBid: amountOf(wire.defaultBidAmount),
    cpaGoal: amountOf(wire.cpaGoal),
    searchMatch: wire.automatedKeywordsOptIn ?? false,
    createdAt: instantOf(wire.creationTime),
  };
}

export function remoteKeyword(keyword: z.infer<typeof remoteKeywordWire>): RemoteKeyword {
  const wire = readInFull(keyword);
  return {
    id: wire.id,
    adGroupId: wire.adGroupId,
    text: wire.text,
    matchType: wire.matchType,
    status: switchOf(wire.status),
    deleted: wire.deleted ?? false,
    bid: amountOf(wire.bidAmount),
  };
}

export function remoteNegative(negative: z.infer<typeof remoteNegativeWire>): RemoteNegative {
  const wire = readInFull(negative);
  return {
    id: wire.id,
    adGroupId: wire.adGroupId || null,
    text: wire.text,
    matchType: wire.matchType,
    status: switchOf(wire.status ?? 'ACTIVE'),
    deleted: wire.deleted ?? false,
  };
}

export function remoteAd(ad: z.infer<typeof remoteAdWire>): RemoteAd {
  const wire = readInFull(ad);
  return {
    id: wire.id,
    adGroupId: wire.adGroupId,
    creativeId: wire.creativeId ?? 0,
    creativeType: wire.creativeType ?? 'CUSTOM_PRODUCT_PAGE',
    name: wire.name,
    status: switchOf(wire.status),
    deleted: wire.deleted ?? false,
  };
}

export function remoteCreative(wire: z.infer<typeof remoteCreativeWire>): RemoteCreative {
  return {
    id: wire.id,
    adamId: wire.adamId ?? 0,
    name: wire.name ?? '',
    productPageId: wire.productPageId ?? null,
    type: wire.type,
    valid: (wire.state ?? 'VALID') === 'VALID',
  };
}

export const remotePage = (wire: z.infer<typeof remotePageWire>): ProductPage => ({
  id: wire.id,
  name: wire.name,
  visible: (wire.state ?? 'VISIBLE') === 'VISIBLE',
});

/** Always spelt in the same way, so that equal amounts are equal texts. */
function amountOf(money: MoneyWire | null | undefined): Amount | null {
  return money === null || money === undefined ? null : decimalStringFromMicros(money.micros);
}
