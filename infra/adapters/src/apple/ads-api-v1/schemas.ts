import { z } from 'zod';
import {
  amount,
  flag,
  id,
  lenient,
  money,
  omitted,
  optionalText,
  text,
  time,
  type Unreadable,
  unreadable,
} from '../ad-service/wire/lenient.ts';
import type {
  AdGroupWire,
  AdWire,
  CampaignWire,
  KeywordWire,
  NegativeWire,
  ProductPageWire,
  RemoteAdGroupWire,
  RemoteCampaignWire,
  RemoteCreativeWire,
} from '../ad-service/wire/objects.ts';
import { displayStatusFrom, isSetByService, placementFrom, reasonFrom } from './words.ts';

/**
 * What version 1 of the Apple Ads Platform API sends, read into the objects that all versions are read into. Unknown fields are left out,
 * an unknown word stays, and a field of no known form hides none of the others.
 */

/** A number that some answers write as text. */
const idOrText = z.union([
  id,
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);

/** Money that is wrapped once more. */
const wrapped = lenient(
  z
    .object({ value: money.nullish() })
    .transform(({ value }) => value)
    .nullish(),
);
const included = lenient(z.object({ include: z.array(z.string()).nullish() }).nullish());
const targeting = z.object({ countryOrRegion: included, supplyPlacement: included }).nullish().catch(null);
const strategy = lenient(
  z
    .object({
      bidStrategyType: z.string().nullish(),
      bidStrategyGoal: z.string().nullish(),
      bid: money.nullish(),
    })
    .nullish(),
);

const listOf = (
  list: z.infer<typeof included> | undefined,
  translate: (word: string) => string = (word) => word,
): string[] | null | undefined | Unreadable => (list === unreadable ? list : list?.include?.map(translate));

/** What a campaign promotes: only apps have an id that is one here. */
const promotedApp = z
  .string()
  .nullish()
  .transform((type) => type ?? 'APPSTORE_APP');

const campaignFields = z.object({
  id,
  promotedObjectType: promotedApp,
  promotedObjectId: idOrText.nullish().catch(null),
  name: text,
  status: text,
  displayStatus: optionalText,
  deleted: flag,
  targeting,
  dailyBudget: wrapped,
  bidStrategy: strategy,
  modificationTime: time,
});

/** @throws Error for a campaign that does not say which app it promotes. */
function campaignFrom(wire: z.infer<typeof campaignFields>): CampaignWire {
  const { promotedObjectId, targeting: placed, dailyBudget, bidStrategy, modificationTime } = wire;
  if (promotedObjectId == null) throw new Error('A campaign names no app');
  return {
    id: wire.id,
    adamId: promotedObjectId,
    name: wire.name,
    status: wire.status,
    displayStatus: displayStatusFrom(wire),
    deleted: wire.deleted,
    // There is no campaign without a country.
    countriesOrRegions: listOf(placed?.countryOrRegion) ?? unreadable,
    supplySources: listOf(placed?.supplyPlacement, placementFrom),
    budgetAmount: omitted,
    dailyBudgetAmount: dailyBudget,
    biddingStrategy: bidStrategy === unreadable ? bidStrategy : bidStrategy?.bidStrategyType,
    targetCpa: bidStrategy === unreadable ? bidStrategy : isSetByService(bidStrategy) ? bidStrategy?.bid : null,
    modificationTime,
  };
}

/** `undefined` for a campaign of something else than an app, which is none of the product's. */
export const campaignWire = campaignFields.transform((wire): CampaignWire | undefined =>
  wire.promotedObjectType === 'APPSTORE_APP' ? campaignFrom(wire) : undefined,
);

const optional = z.string().nullish();

export const remoteCampaignWire = campaignFields
  .extend({
    id: id.positive(),
    paymentModel: optional,
    systemStatusReasons: z.array(z.string()).nullish(),
    creationTime: optional,
  })
  .transform((wire): RemoteCampaignWire => {
    const { biddingStrategy, ...campaign } = campaignFrom(wire);
    if (biddingStrategy === unreadable) throw new Error('Not readable: bidStrategy');
    return {
      ...campaign,
      biddingStrategy,
      paymentModel: wire.paymentModel,
      servingStateReasons: (wire.systemStatusReasons ?? []).map(reasonFrom),
      creationTime: wire.creationTime,
    };
  });

const adGroupFields = z.object({
  id,
  campaignId: id,
  name: text,
  status: text,
  displayStatus: optionalText,
  deleted: flag,
  bidStrategy: strategy,
  cpaCap: wrapped,
  automatedKeywordsOptIn: flag,
  modificationTime: time,
});

function adGroupFrom(wire: z.infer<typeof adGroupFields>): AdGroupWire {
  const { bidStrategy, cpaCap } = wire;
  return {
    id: wire.id,
    name: wire.name,
    status: wire.status,
    displayStatus: displayStatusFrom(wire),
    deleted: wire.deleted,
    defaultBidAmount: bidStrategy === unreadable ? bidStrategy : isSetByService(bidStrategy) ? null : bidStrategy?.bid,
    cpaGoal: cpaCap,
    automatedKeywordsOptIn: wire.automatedKeywordsOptIn,
    modificationTime: wire.modificationTime,
  };
}

export const adGroupWire = adGroupFields.transform(adGroupFrom);

export const remoteAdGroupWire = adGroupFields.extend({ id: id.positive(), creationTime: optional }).transform(
  (wire): RemoteAdGroupWire => ({
    ...adGroupFrom(wire),
    campaignId: wire.campaignId,
    creationTime: wire.creationTime,
  }),
);

/** What is needed of an ad group before its bid, or its campaign's countries, are changed. */
export const adGroupBasisWire = z.object({
  id,
  deleted: z.boolean().nullish(),
  bidStrategy: z
    .object({ bidStrategyType: z.string().nullish(), bidStrategyGoal: z.string().nullish(), bid: money.nullish() })
    .nullish(),
  targeting: z.record(z.string(), z.unknown()).nullish(),
});

export const keywordWire = z
  .object({
    id,
    adGroupId: id,
    text,
    matchType: text,
    status: text,
    deleted: flag,
    bid: amount,
    modificationTime: time,
  })
  .transform(({ bid, ...wire }): KeywordWire => ({ ...wire, bidAmount: bid }));

export const negativeWire = z
  .object({ id, adGroupId: id.nullish(), text, matchType: text, status: optionalText, deleted: flag })
  .transform((wire): NegativeWire => wire);

const adFields = z.object({
  id,
  adGroupId: id,
  creativeId: lenient(id.nullish()),
  name: text,
  status: optionalText,
  deleted: flag,
});

/** @param typeOf The type of a creative, where it is known: an ad does not name it. */
export const adWireWith = (typeOf: (creativeId: number) => string | undefined) =>
  adFields.transform((wire): AdWire => {
    const { creativeId } = wire;
    const type = typeof creativeId === 'number' ? typeOf(creativeId) : undefined;
    return { ...wire, creativeType: type ?? omitted };
  });

export const creativeWire = z
  .object({
    id,
    name: optional,
    creativeType: z.string(),
    destination: z
      .object({
        parameters: z.object({ adamId: idOrText.nullish().catch(null), productPageId: optional.catch(null) }).nullish(),
      })
      .nullish()
      .catch(null),
    systemStatus: optional,
    creationTime: optional,
  })
  .transform(({ destination, ...wire }): RemoteCreativeWire & { readonly isWhole: boolean } => ({
    id: wire.id,
    adamId: destination?.parameters?.adamId ?? null,
    name: wire.name,
    productPageId: destination?.parameters?.productPageId ?? null,
    type: wire.creativeType,
    state: wire.systemStatus,
    creationTime: wire.creationTime,
    isWhole: destination?.parameters != null,
  }));

/** Pages of every kind are listed together, and nothing says which is which. */
export const productPageWire = z
  .object({ id: z.string(), name: z.string().catch(''), state: optional })
  .transform((wire): ProductPageWire => ({ ...wire, state: wire.state === 'HIDDEN' ? 'HIDDEN' : 'VISIBLE' }));

export const deletedWire = z.object({ id: id.positive(), deleted: z.boolean().nullish() });

const currency = z.string().regex(/^[A-Z]{3}$/);

export const aclsWire = z.object({ acls: z.array(z.unknown()).nullish() });
export const aclWire = z.object({
  adAccount: z.object({ id, name: z.string().catch(''), orgId: id.nullish().catch(null) }),
  roles: z.array(z.string()).nullish().catch(null),
});

export const adAccountWire = z.object({
  id,
  name: z.string(),
  orgId: id.nullish().catch(null),
  timezone: z.string(),
  currency,
  paymentModel: optional.catch(null),
  productFeatures: z.array(z.string()).nullish().catch(null),
});
