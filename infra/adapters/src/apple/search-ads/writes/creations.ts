import {
  type RemoteAdGroup,
  type RemoteCampaign,
  type RemoteKeyword,
  type RemoteNegative,
  remoteAdGroup,
  remoteAdGroupWire,
  remoteCampaign,
  remoteCampaignWire,
  remoteKeyword,
  remoteKeywordWire,
  remoteNegative,
  remoteNegativeWire,
  type Switch,
} from './remote.ts';
import { endOfDeletes, type InvoiceDetails, keywordStatus, moneyBody, mostRows } from './settings-writes.ts';
import { endOfOne, endOfRows, type RowEnd, requireRows, type WriteCaller, type WriteScope } from './write-call.ts';
import type { Amount, WriteEnd } from './write-end.ts';

/** A search campaign with bids per tap. */
export interface NewCampaign {
  readonly adamId: number;
  /** Unique in the organization. */
  readonly name: string;
  /** ISO 3166 alpha-2. */
  readonly countries: readonly string[];
  readonly dailyBudget: Amount;
  /** `null`: none. */
  readonly totalBudget: Amount | null;
  readonly status: Switch;
  /** Only for organizations that pay on account (LOC). */
  readonly invoiceDetails: InvoiceDetails | null;
}

export interface NewAdGroup {
  /** Unique in the campaign. */
  readonly name: string;
  readonly status: Switch;
  readonly defaultBid: Amount;
  readonly cpaGoal: Amount | null;
  readonly searchMatch: boolean;
  /** Not in the past: the service refuses it, also when a call is repeated. */
  readonly startsAt: Date;
  /** `null`: both. */
  readonly device: 'iphone' | 'ipad' | null;
  /** Those who never had the app, or those who had; `null`: all. */
  readonly audience: 'new' | 'returning' | null;
  /** The campaign's app, which the audience is about. */
  readonly adamId: number;
}

export type MatchType = 'EXACT' | 'BROAD';

export interface NewKeyword {
  readonly text: string;
  readonly matchType: MatchType;
  /** `null`: it follows its ad group. */
  readonly bid: Amount | null;
  readonly status: Switch;
}

export interface NewNegative {
  readonly text: string;
  readonly matchType: MatchType;
}

/**
 * Creation, without any key that makes a repetition harmless: after an end that is `unknown` the caller looks by name or ad group
 * for what it wanted before it tries again.
 */
export interface Creations {
  createCampaign(scope: WriteScope, campaign: NewCampaign): Promise<WriteEnd<RemoteCampaign>>;
  createAdGroup(scope: WriteScope, campaignId: number, adGroup: NewAdGroup): Promise<WriteEnd<RemoteAdGroup>>;
  /** @param keywords 1 to 1,000. Rows end in the same order; one that exists already is refused by itself. */
  createKeywords(
    scope: WriteScope,
    campaignId: number,
    adGroupId: number,
    keywords: readonly NewKeyword[],
  ): Promise<WriteEnd<readonly RowEnd<RemoteKeyword>[]>>;
  /** @param adGroupId `null`: for the whole campaign. */
  createNegatives(
    scope: WriteScope,
    campaignId: number,
    adGroupId: number | null,
    negatives: readonly NewNegative[],
  ): Promise<WriteEnd<readonly RowEnd<RemoteNegative>[]>>;
  /** @param ids 1 to 1,000, all of the campaign (`adGroupId` null) or all of that ad group. */
  deleteNegatives(
    scope: WriteScope,
    campaignId: number,
    adGroupId: number | null,
    ids: readonly number[],
  ): Promise<WriteEnd<{ readonly deleted: number | null }>>;
}

export function createCreations(call: WriteCaller): Creations {
  return {
    createCampaign: (scope, campaign) =>
      call(scope, { method: 'POST', path: '/campaigns', body: campaignBody(scope, campaign) }, (response) =>
        endOfOne(response, remoteCampaignWire, remoteCampaign),
      ),
    createAdGroup: (scope, campaignId, adGroup) =>
      call(
        scope,
        { method: 'POST', path: `/campaigns/${campaignId}/adgroups`, body: adGroupBody(scope, adGroup) },
        (response) => endOfOne(response, remoteAdGroupWire, remoteAdGroup),
      ),
    createKeywords: async (scope, campaignId, adGroupId, keywords) => {
      requireRows(keywords.length, mostRows);
      const path = `${pathOf(campaignId, adGroupId)}/targetingkeywords/bulk`;
      const body = keywords.map(({ text, matchType, bid, status }) => ({
        text,
        matchType,
        status: keywordStatus(status),
        ...(bid === null ? {} : { bidAmount: moneyBody(scope, bid) }),
      }));
      const form = { schema: remoteKeywordWire, translate: remoteKeyword, rows: keywords.length };
      return call(scope, { method: 'POST', path, body }, (response) => endOfRows(response, form, byText(keywords)));
    },
    createNegatives: async (scope, campaignId, adGroupId, negatives) => {
      requireRows(negatives.length, mostRows);
      const path = `${pathOf(campaignId, adGroupId)}/negativekeywords/bulk`;
      const body = negatives.map(({ text, matchType }) => ({ text, matchType, status: 'ACTIVE' }));
      const form = { schema: remoteNegativeWire, translate: remoteNegative, rows: negatives.length };
      return call(scope, { method: 'POST', path, body }, (response) => endOfRows(response, form, byText(negatives)));
    },
    deleteNegatives: async (scope, campaignId, adGroupId, ids) => {
      requireRows(ids.length, mostRows);
      const path = `${pathOf(campaignId, adGroupId)}/negativekeywords/delete/bulk`;
      return call(scope, { method: 'POST', path, body: ids }, endOfDeletes);
    },
  };
}

const pathOf = (campaignId: number, adGroupId: number | null): string =>
  adGroupId === null ? `/campaigns/${campaignId}` : `/campaigns/${campaignId}/adgroups/${adGroupId}`;

interface Worded {
  readonly text: string;
  readonly matchType: string;
}

const keyOf = ({ text, matchType }: Worded): string =>
  `${matchType} ${text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')}`;

/** What was made of the row at a position: the answer leaves out refused rows, so that positions differ. */
function byText<Value extends Worded>(rows: readonly Worded[]) {
  let index: ReadonlyMap<string, Value> | undefined;
  return (done: readonly Value[], position: number): Value | undefined => {
    index ??= new Map(done.map((value) => [keyOf(value), value]));
    const row = rows[position];
    return row === undefined ? undefined : index.get(keyOf(row));
  };
}

type Body = Record<string, unknown>;

function campaignBody(scope: WriteScope, campaign: NewCampaign): Body {
  const { adamId, name, countries, dailyBudget, totalBudget, status, invoiceDetails } = campaign;
  return {
    orgId: scope.orgId,
    adamId,
    name,
    status,
    countriesOrRegions: countries,
    adChannelType: 'SEARCH',
    supplySources: ['APPSTORE_SEARCH_RESULTS'],
    billingEvent: 'TAPS',
    biddingStrategy: 'MANUAL_CPT',
    dailyBudgetAmount: moneyBody(scope, dailyBudget),
    ...(totalBudget === null ? {} : { budgetAmount: moneyBody(scope, totalBudget) }),
    ...(invoiceDetails === null ? {} : { locInvoiceDetails: invoiceDetails }),
  };
}

function adGroupBody(scope: WriteScope, adGroup: NewAdGroup): Body {
  const { name, status, defaultBid, cpaGoal, searchMatch, startsAt } = adGroup;
  return {
    name,
    status,
    pricingModel: 'CPC',
    automatedKeywordsOptIn: searchMatch,
    defaultBidAmount: moneyBody(scope, defaultBid),
    cpaGoal: cpaGoal === null ? null : moneyBody(scope, cpaGoal),
    // Times have no zone and mean UTC.
    startTime: startsAt.toISOString().slice(0, 23),
    targetingDimensions: targetingOf(adGroup),
  };
}

/** Always whole. */
function targetingOf({ device, audience, adamId }: NewAdGroup): Body {
  const app = [String(adamId)];
  return {
    age: null,
    gender: null,
    country: null,
    adminArea: null,
    locality: null,
    daypart: null,
    deviceClass: { included: device === null ? ['IPHONE', 'IPAD'] : [device.toUpperCase()] },
    appDownloaders: audience === null ? null : audience === 'new' ? { excluded: app } : { included: app },
  };
}
