import { amountOf, bidAmountOf, instantOf, switchOf } from '../wire/field-reader.ts';
import { readInFull } from '../wire/lenient.ts';
import type {
  AdWire,
  KeywordWire,
  NegativeWire,
  ProductPageWire,
  RemoteAdGroupWire,
  RemoteCampaignWire,
  RemoteCreativeWire,
} from '../wire/objects.ts';
import type {
  ProductPage,
  RemoteAd,
  RemoteAdGroup,
  RemoteCampaign,
  RemoteCreative,
  RemoteKeyword,
  RemoteNegative,
} from './remote.ts';

export function remoteCampaign(campaign: RemoteCampaignWire): RemoteCampaign {
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
    targetCpa: bidAmountOf(wire.targetCpa),
    paymentModel: wire.paymentModel || null,
    servingReasons: wire.servingStateReasons ?? [],
    createdAt: instantOf(wire.creationTime),
  };
}

export function remoteAdGroup(adGroup: RemoteAdGroupWire): RemoteAdGroup {
  const wire = readInFull(adGroup);
  return {
    id: wire.id,
    campaignId: wire.campaignId,
    name: wire.name,
    status: switchOf(wire.status),
    deleted: wire.deleted ?? false,
    defaultBid: bidAmountOf(wire.defaultBidAmount),
    cpaGoal: amountOf(wire.cpaGoal),
    searchMatch: wire.automatedKeywordsOptIn ?? false,
    createdAt: instantOf(wire.creationTime),
  };
}

export function remoteKeyword(keyword: KeywordWire): RemoteKeyword {
  const wire = readInFull(keyword);
  return {
    id: wire.id,
    adGroupId: wire.adGroupId,
    text: wire.text,
    matchType: wire.matchType,
    status: switchOf(wire.status),
    deleted: wire.deleted ?? false,
    bid: bidAmountOf(wire.bidAmount),
  };
}

export function remoteNegative(negative: NegativeWire): RemoteNegative {
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

export function remoteAd(ad: AdWire): RemoteAd {
  const wire = readInFull(ad);
  return {
    id: wire.id,
    adGroupId: wire.adGroupId,
    creativeId: wire.creativeId ?? 0,
    creativeType: wire.creativeType ?? 'CUSTOM_PRODUCT_PAGE',
    name: wire.name,
    status: switchOf(wire.status ?? 'ENABLED'),
    deleted: wire.deleted ?? false,
  };
}

export function remoteCreative(wire: RemoteCreativeWire): RemoteCreative {
  return {
    id: wire.id,
    adamId: wire.adamId ?? 0,
    name: wire.name ?? '',
    productPageId: wire.productPageId ?? null,
    type: wire.type,
    valid: (wire.state ?? 'VALID') === 'VALID',
    pending: wire.state === 'PENDING',
    createdAt: instantOf(wire.creationTime),
  };
}

export const remotePage = (wire: ProductPageWire): ProductPage => ({
  id: wire.id,
  name: wire.name,
  visible: (wire.state ?? 'VISIBLE') === 'VISIBLE',
});
