import type { Creations, NewAdGroup, NewCampaign } from '../../ad-service/writes/creations.ts';
import {
  remoteAdGroup,
  remoteCampaign,
  remoteKeyword,
  remoteNegative,
} from '../../ad-service/writes/remote-objects.ts';
import { endOfOne, requireRows, type WriteCaller } from '../../ad-service/writes/write-call.ts';
import type { WriteScope } from '../../ad-service/writes/write-end.ts';
import { remoteAdGroupWire, remoteCampaignWire, remoteKeywordWire, remoteNegativeWire } from './remote-wire.ts';
import { endOfDeletes, keywordStatus, moneyBody, mostRows } from './settings-writes.ts';
import { endOfRows } from './write-frame.ts';

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
    createKeywords: async (scope, campaignId, keywords) => {
      requireRows(keywords.length, mostRows);
      const [adGroupId = 0, ...others] = [...new Set(keywords.map((keyword) => keyword.adGroupId))];
      if (others.length > 0) throw new RangeError('Keywords of one call belong to one ad group');
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
