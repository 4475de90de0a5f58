import { barsMessage, totalBudgetMessage } from '@tapwise/domain';
import type { Creations, NewAdGroup, NewCampaign, NewKeyword } from '../../ad-service/writes/creations.ts';
import type { RemoteAdGroup } from '../../ad-service/writes/remote.ts';
import {
  remoteAdGroup,
  remoteCampaign,
  remoteKeyword,
  remoteNegative,
} from '../../ad-service/writes/remote-objects.ts';
import { endOfOne, requireRows } from '../../ad-service/writes/write-call.ts';
import { duplicateKeyword, type RowEnd, type WriteEnd, type WriteScope } from '../../ad-service/writes/write-end.ts';
import { keywordWire, negativeWire, remoteAdGroupWire, remoteCampaignWire } from '../schemas.ts';
import { manualBids } from '../words.ts';
import {
  type Body,
  bulkBody,
  invoiceDetail,
  isAs,
  isAsAmount,
  isSameAmount,
  manualStrategy,
  money,
  wrappedMoney,
} from './bodies.ts';
import { deleteRows } from './delete-rows.ts';
import { mostRows } from './keyword-writes.ts';
import { createRemoteReadings } from './remote-readings.ts';
import { createStarts, echoesStart } from './start-times.ts';
import type { WriteContext } from './write-context.ts';
import { endOfRows, isRefusedName, provenEnd, refusedHere } from './write-frame.ts';

export function createCreations(context: WriteContext): Creations {
  const { call, adAccountOf } = context;
  const createStarting = createStarts(context);
  return {
    createCampaign: async (scope, campaign) => {
      if (campaign.totalBudget !== null) return refusedHere(totalBudgetMessage);
      if (isRefusedName(campaign.name)) return refusedHere(barsMessage);
      const body = campaignBody(scope, campaign, adAccountOf(scope.orgId));
      const end = await call(scope, { method: 'POST', path: '/campaigns', body }, (response) =>
        endOfOne(response, remoteCampaignWire, remoteCampaign),
      );
      return provenEnd(
        end,
        ({ name, status, dailyBudget }) =>
          name === campaign.name && status === campaign.status && isSameAmount(campaign.dailyBudget, dailyBudget),
      );
    },
    createAdGroup: async (scope, campaignId, adGroup) => {
      if (isRefusedName(adGroup.name)) return refusedHere(barsMessage);
      return createStarting(adGroup.startsAt, scope, (startTime) =>
        postAdGroup(context, scope, campaignId, { adGroup, startTime }),
      );
    },
    ...createRowCreations(context),
  };
}

/** One attempt to make an ad group. */
async function postAdGroup(
  { call }: WriteContext,
  scope: WriteScope,
  campaignId: number,
  { adGroup, startTime }: { readonly adGroup: NewAdGroup; readonly startTime: string },
): Promise<WriteEnd<RemoteAdGroup>> {
  const body = adGroupBody(scope, campaignId, { adGroup, startTime });
  let hasStart = true;
  const end = await call(scope, { method: 'POST', path: '/adgroups', body }, (response) => {
    hasStart = echoesStart(response, startTime);
    return endOfOne(response, remoteAdGroupWire, remoteAdGroup);
  });
  return provenEnd(
    end,
    ({ name, status, searchMatch }) =>
      hasStart && name === adGroup.name && status === adGroup.status && searchMatch === adGroup.searchMatch,
  );
}

/** Keywords and negatives, many in one call. */
function createRowCreations(
  context: WriteContext,
): Pick<Creations, 'createKeywords' | 'createNegatives' | 'deleteNegatives'> {
  const { call, transport } = context;
  const remote = createRemoteReadings(transport);
  return {
    createKeywords: async (scope, campaignId, keywords) => {
      requireRows(keywords.length, mostRows);
      const body = bulkBody(keywords.map((keyword) => keywordBody(scope, keyword)));
      const end = await call(scope, { method: 'POST', path: '/keywords/bulk-create', body }, (response) =>
        endOfRows(response, {
          schema: keywordWire,
          translate: remoteKeyword,
          rows: keywords.length,
          isAsAsked: ({ text, status, bid }, index) => {
            const keyword = keywords[index];
            const wanted = keyword?.bid ?? undefined;
            return (
              keyOf(text) === keyOf(keyword?.text ?? '') && isAs(keyword?.status, status) && isAsAmount(wanted, bid)
            );
          },
        }),
      );
      return lookUp(end, keywords, async () =>
        (await remote.findKeywordsOf(scope, campaignId, idsOf(keywords))).filter(({ deleted }) => !deleted),
      );
    },
    createNegatives: async (scope, campaignId, adGroupId, negatives) => {
      requireRows(negatives.length, mostRows);
      const parent = adGroupId === null ? { campaignId } : { adGroupId };
      const rows = negatives.map(({ text, matchType }) => ({ ...parent, text, matchType, status: 'ENABLED' }));
      const end = await call(
        scope,
        { method: 'POST', path: '/negative-keywords/bulk-create', body: bulkBody(rows) },
        (response) =>
          endOfRows(response, {
            schema: negativeWire,
            translate: remoteNegative,
            rows: negatives.length,
            isAsAsked: ({ text, matchType }, index) =>
              keyOf(text) === keyOf(negatives[index]?.text ?? '') && isAs(negatives[index]?.matchType, matchType),
          }),
      );
      return lookUp(
        end,
        negatives.map((negative) => ({ ...negative, adGroupId })),
        async () =>
          (await remote.findNegatives(scope, campaignId)).filter(
            (negative) => !negative.deleted && negative.adGroupId === adGroupId,
          ),
      );
    },
    deleteNegatives: async (scope, _campaignId, _adGroupId, ids) => {
      requireRows(ids.length, mostRows);
      return deleteRows(context, scope, 'negative-keywords', ids);
    },
  };
}

/** Ad groups of rows. */
const idsOf = (keywords: readonly NewKeyword[]): number[] => [...new Set(keywords.map(({ adGroupId }) => adGroupId))];

interface Worded {
  /** Absent where all rows belong to one. */
  readonly adGroupId?: number | null;
  readonly text: string;
  readonly matchType: string;
}

const rowKey = ({ adGroupId, matchType, text }: Worded): string => `${adGroupId ?? ''} ${matchType} ${keyOf(text)}`;

const keyOf = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

/**
 * A row that is refused may be there already: whether it is decides, and not the service's code. Where that cannot be read, the end of the
 * row is not known.
 */
async function lookUp<Value>(
  end: WriteEnd<readonly RowEnd<Value>[]>,
  rows: readonly Worded[],
  read: () => Promise<readonly Worded[]>,
): Promise<WriteEnd<readonly RowEnd<Value>[]>> {
  if (end.kind !== 'done' || end.value.every(({ kind }) => kind !== 'refused')) return end;
  let there: ReadonlySet<string> | undefined;
  try {
    there = new Set((await read()).map(rowKey));
  } catch {
    there = undefined;
  }
  const looked = (row: RowEnd<Value>, index: number): RowEnd<Value> => {
    if (row.kind !== 'refused') return row;
    if (there === undefined) return { kind: 'unknown', message: row.message };
    const request = rows[index];
    return request !== undefined && there.has(rowKey(request)) ? { ...row, code: duplicateKeyword } : row;
  };
  return { kind: 'done', value: end.value.map(looked) };
}

function campaignBody(scope: WriteScope, campaign: NewCampaign, adAccountId: number | undefined): Body {
  const { adamId, name, countries, dailyBudget, status, invoiceDetails } = campaign;
  return {
    ...(adAccountId === undefined ? {} : { adAccountId }),
    name,
    status,
    billingEvent: 'TAPS',
    promotedObjectType: 'APPSTORE_APP',
    promotedObjectId: String(adamId),
    dailyBudget: wrappedMoney(scope, dailyBudget),
    targeting: {
      supplySource: { include: ['APPSTORE'] },
      supplyPlacement: { include: ['APPSTORE_SEARCH_RESULTS'] },
      countryOrRegion: { include: countries },
    },
    bidStrategy: manualBids,
    ...(invoiceDetails === null ? {} : { invoiceDetail: invoiceDetail(invoiceDetails) }),
  };
}

function adGroupBody(
  scope: WriteScope,
  campaignId: number,
  { adGroup, startTime }: { readonly adGroup: NewAdGroup; readonly startTime: string },
): Body {
  const { name, status, defaultBid, cpaGoal, searchMatch } = adGroup;
  return {
    campaignId,
    name,
    status,
    pricingModel: 'CPT',
    startTime,
    automatedKeywordsOptIn: searchMatch,
    bidStrategy: manualStrategy(scope, defaultBid),
    ...(cpaGoal === null ? {} : { cpaCap: wrappedMoney(scope, cpaGoal) }),
    targeting: targetingOf(adGroup),
  };
}

function targetingOf({ device, audience, adamId }: NewAdGroup): Body {
  const app = [String(adamId)];
  return {
    deviceClass: { include: device === null ? ['IPHONE', 'IPAD'] : [device.toUpperCase()] },
    ...(audience === null ? {} : { appDownloader: audience === 'new' ? { exclude: app } : { include: app } }),
  };
}

function keywordBody(scope: WriteScope, { adGroupId, text, matchType, bid, status }: NewKeyword): Body {
  return { adGroupId, text, matchType, status, ...(bid === null ? {} : { bid: money(scope, bid) }) };
}
