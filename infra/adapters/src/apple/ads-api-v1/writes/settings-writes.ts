import { barsMessage, bidsSetMessage, totalBudgetMessage } from '@tapwise/domain';
import type { z } from 'zod';
import { remoteAdGroup, remoteCampaign } from '../../ad-service/writes/remote-objects.ts';
import type { AdGroupChange, CampaignChange, SettingsWrites } from '../../ad-service/writes/settings-writes.ts';
import { endOfOne } from '../../ad-service/writes/write-call.ts';
import type { FailedEnd, WriteEnd, WriteScope } from '../../ad-service/writes/write-end.ts';
import { equals } from '../lists/queries.ts';
import { adGroupBasisWire, remoteAdGroupWire, remoteCampaignWire } from '../schemas.ts';
import { bidsSetByService, isSetByService, manualBids } from '../words.ts';
import { type Body, invoiceDetail, isAs, isAsAmount, money, wrappedMoney } from './bodies.ts';
import { deleteOne } from './delete-rows.ts';
import { createKeywordWrites } from './keyword-writes.ts';
import { remoteLists } from './remote-readings.ts';
import { endBefore, readOne, type WriteContext } from './write-context.ts';
import { isRefusedName, provenEnd, refusedHere } from './write-frame.ts';

export function createSettingsWrites(context: WriteContext): SettingsWrites {
  const { call } = context;
  return {
    updateCampaign: async (scope, campaignId, change) =>
      (await refusedCampaign(context, scope, campaignId, change)) ??
      provenEnd(
        await call(
          scope,
          { method: 'PUT', path: `/campaigns/${campaignId}`, body: campaignBody(scope, change) },
          (response) => endOfOne(response, remoteCampaignWire, remoteCampaign),
        ),
        ({ name, status, dailyBudget, targetCpa, countries }) =>
          isAs(change.name, name) &&
          isAs(change.status, status) &&
          isAsAmount(change.dailyBudget, dailyBudget) &&
          isAsAmount(change.targetCpa, targetCpa) &&
          isAs(change.countries && [...change.countries].sort().join(), countries.join()),
      ),
    updateAdGroup: (scope, _campaignId, adGroupId, change) => updateAdGroup(context, scope, adGroupId, change),
    deleteCampaign: (scope, campaignId) => deleteOne(context, scope, `/campaigns/${campaignId}`),
    deleteAdGroup: (scope, _campaignId, adGroupId) => deleteOne(context, scope, `/adgroups/${adGroupId}`),
    ...createKeywordWrites(context),
  };
}

/** Refusals that are ours: what version 1 does not have, or would do something else with. */
async function refusedCampaign(
  context: WriteContext,
  scope: WriteScope,
  campaignId: number,
  { name, totalBudget, countries }: CampaignChange,
): Promise<FailedEnd | undefined> {
  if (totalBudget !== undefined) return refusedHere(totalBudgetMessage);
  if (isRefusedName(name)) return refusedHere(barsMessage);
  if (countries === undefined) return undefined;
  try {
    return (await hasPlaces(context, scope, campaignId)) ? refusedHere(placesMessage) : undefined;
  } catch (cause) {
    return endBefore('POST /adgroups/query', cause);
  }
}

const placesMessage = 'The countries cannot be changed while ad groups of the campaign target regions or cities';
const placeKeys = ['country', 'adminArea', 'locality', 'postalCode'];

/** Whether ad groups target places, which a change of countries may clear. */
async function hasPlaces({ transport }: WriteContext, scope: WriteScope, campaignId: number): Promise<boolean> {
  const { orgId, signal } = scope;
  const filters = [equals('campaignId', campaignId), equals('deleted', false)];
  const adGroups = await remoteLists(transport, scope).query(
    { path: '/adgroups/query', orgId, filters, signal },
    { schema: adGroupBasisWire, translate: (wire) => wire },
  );
  return adGroups.items.some(({ targeting }) => placeKeys.some((key) => isTargeted(targeting?.[key])));
}

const isTargeted = (dimension: unknown): boolean =>
  typeof dimension === 'object' &&
  dimension !== null &&
  Object.values(dimension).some((list) => Array.isArray(list) && list.length > 0);

function campaignBody(scope: WriteScope, change: CampaignChange): Body {
  const { name, status, dailyBudget, targetCpa, countries, invoiceDetails } = change;
  return {
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status }),
    ...(dailyBudget === undefined ? {} : { dailyBudget: wrappedMoney(scope, dailyBudget) }),
    ...(targetCpa === undefined ? {} : { bidStrategy: { ...bidsSetByService, bid: money(scope, targetCpa) } }),
    ...(countries === undefined ? {} : { targeting: { countryOrRegion: { include: countries } } }),
    ...(invoiceDetails === undefined ? {} : { invoiceDetail: invoiceDetail(invoiceDetails) }),
  };
}

/** A bid goes out with its strategy, and a change of Search Match with the bid, so both are read before. */
async function updateAdGroup(
  context: WriteContext,
  scope: WriteScope,
  adGroupId: number,
  change: AdGroupChange,
): Promise<WriteEnd<ReturnType<typeof remoteAdGroup>>> {
  if (isRefusedName(change.name)) return refusedHere(barsMessage);
  const path = `/adgroups/${adGroupId}`;
  const withBid = change.defaultBid !== undefined || change.searchMatch !== undefined;
  let basis: AdGroupBasis | undefined;
  try {
    const operation = 'GET /adgroups/{id}';
    basis = withBid ? await readOne(context, scope, { path, operation }, adGroupBasisWire) : undefined;
  } catch (cause) {
    return endBefore(`PUT ${path}`, cause);
  }
  const isSet = isSetByService(basis?.bidStrategy);
  if (isSet && change.defaultBid && change.searchMatch === undefined) return refusedHere(bidsSetMessage);
  const body = adGroupBody(scope, change, basis);
  const end = await context.call(scope, { method: 'PUT', path, body }, (response) =>
    endOfOne(response, remoteAdGroupWire, remoteAdGroup),
  );
  // How a goal is taken away is not documented.
  const isRemoval = change.cpaGoal === null && Object.keys(change).length === 1;
  if (isRemoval && end.kind === 'refused' && end.status === 400) return { ...end, message: goalMessage };
  return provenEnd(
    end,
    ({ name, status, defaultBid, cpaGoal, searchMatch }) =>
      isAs(change.name, name) &&
      isAs(change.status, status) &&
      (isSet || !change.defaultBid || isAsAmount(change.defaultBid, defaultBid)) &&
      isAsAmount(change.cpaGoal, cpaGoal) &&
      isAs(change.searchMatch, searchMatch),
  );
}

const goalMessage = 'A CPA goal cannot be removed over this interface of Apple Ads';

type AdGroupBasis = z.infer<typeof adGroupBasisWire>;

function adGroupBody(scope: WriteScope, change: AdGroupChange, basis: AdGroupBasis | undefined): Body {
  const { name, status, cpaGoal, searchMatch } = change;
  return {
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status }),
    ...(basis === undefined ? {} : { bidStrategy: bidStrategyOf(scope, change, basis) }),
    ...(cpaGoal === undefined ? {} : { cpaCap: cpaGoal === null ? null : wrappedMoney(scope, cpaGoal) }),
    ...(searchMatch === undefined ? {} : { automatedKeywordsOptIn: searchMatch }),
  };
}

function bidStrategyOf(scope: WriteScope, { defaultBid }: AdGroupChange, { bidStrategy }: AdGroupBasis): Body {
  const bidStrategyType = bidStrategy?.bidStrategyType ?? manualBids.bidStrategyType;
  const bidStrategyGoal = bidStrategy?.bidStrategyGoal ?? manualBids.bidStrategyGoal;
  const isSet = isSetByService({ bidStrategyType });
  return {
    bidStrategyType,
    bidStrategyGoal,
    ...(isSet ? { bid: money(scope, '0') } : defaultBid ? { bid: money(scope, defaultBid) } : {}),
  };
}
