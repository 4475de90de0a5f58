import type { Switch } from '../../ad-service/writes/remote.ts';
import { remoteAdGroup, remoteCampaign, remoteKeyword } from '../../ad-service/writes/remote-objects.ts';
import type {
  AdGroupChange,
  CampaignChange,
  KeywordChange,
  SettingsWrites,
} from '../../ad-service/writes/settings-writes.ts';
import {
  endOfOne,
  refusal,
  requireRows,
  type WriteCaller,
  type WriteResponse,
} from '../../ad-service/writes/write-call.ts';
import type { Amount, WriteEnd, WriteScope } from '../../ad-service/writes/write-end.ts';
import { remoteAdGroupWire, remoteCampaignWire, remoteKeywordWire } from './remote-wire.ts';
import { endOfRows, refusedItems } from './write-frame.ts';

/** Rows the service takes in one bulk call. */
export const mostRows = 1000;

export function createSettingsWrites(call: WriteCaller): SettingsWrites {
  return {
    updateCampaign: (scope, campaignId, change) =>
      call(scope, { method: 'PUT', path: `/campaigns/${campaignId}`, body: campaignBody(scope, change) }, (response) =>
        endOfOne(response, remoteCampaignWire, remoteCampaign),
      ),
    updateAdGroup: (scope, campaignId, adGroupId, change) =>
      call(
        scope,
        { method: 'PUT', path: `/campaigns/${campaignId}/adgroups/${adGroupId}`, body: adGroupBody(scope, change) },
        (response) => endOfOne(response, remoteAdGroupWire, remoteAdGroup),
      ),
    updateKeywords: async (scope, campaignId, adGroupId, changes) => {
      requireRows(changes.length, mostRows);
      const path = `/campaigns/${campaignId}/adgroups/${adGroupId}/targetingkeywords/bulk`;
      const body = changes.map((change) => keywordBody(scope, change));
      return call(scope, { method: 'PUT', path, body }, (response) =>
        endOfRows(
          response,
          { schema: remoteKeywordWire, translate: remoteKeyword, rows: changes.length },
          byId(changes.map(({ id }) => id)),
        ),
      );
    },
    deleteCampaign: (scope, campaignId) =>
      call(scope, { method: 'DELETE', path: `/campaigns/${campaignId}` }, endOfDelete),
    deleteAdGroup: (scope, campaignId, adGroupId) =>
      call(scope, { method: 'DELETE', path: `/campaigns/${campaignId}/adgroups/${adGroupId}` }, endOfDelete),
    deleteKeywords: async (scope, campaignId, adGroupId, ids) => {
      requireRows(ids.length, mostRows);
      const path = `/campaigns/${campaignId}/adgroups/${adGroupId}/targetingkeywords/delete/bulk`;
      return call(scope, { method: 'POST', path, body: ids }, endOfDeletes);
    },
  };
}

const endOfDelete = ({ data, problems }: WriteResponse): WriteEnd<null> =>
  data === null && problems.length > 0 ? refusal(problems) : { kind: 'done', value: null };

/** The service gives the number as a number or as text. */
export function endOfDeletes({ data, problems }: WriteResponse): WriteEnd<{ readonly deleted: number | null }> {
  if (data === null && problems.length > 0) return refusal(problems, refusedItems(problems));
  const deleted = Number(data);
  return { kind: 'done', value: { deleted: data === null || !Number.isInteger(deleted) ? null : deleted } };
}

/** The object with the id that was sent at a position, whatever the order of the answer. */
function byId<Value extends { readonly id: number }>(ids: readonly number[]) {
  let index: ReadonlyMap<number, Value> | undefined;
  return (done: readonly Value[], position: number): Value | undefined => {
    index ??= new Map(done.map((value) => [value.id, value]));
    return index.get(ids[position] ?? 0);
  };
}

type Body = Record<string, unknown>;

export const moneyBody = ({ currency }: WriteScope, amount: Amount): Body => ({ amount, currency });

function campaignBody(scope: WriteScope, change: CampaignChange): Body {
  const { name, status, dailyBudget, totalBudget, targetCpa, countries, invoiceDetails } = change;
  return {
    campaign: {
      ...(name === undefined ? {} : { name }),
      ...(status === undefined ? {} : { status }),
      ...(dailyBudget === undefined ? {} : { dailyBudgetAmount: moneyBody(scope, dailyBudget) }),
      ...(totalBudget === undefined ? {} : { budgetAmount: moneyBody(scope, totalBudget) }),
      ...(targetCpa === undefined ? {} : { targetCpa: moneyBody(scope, targetCpa) }),
      ...(countries === undefined ? {} : { countriesOrRegions: countries }),
      ...(invoiceDetails === undefined ? {} : { locInvoiceDetails: invoiceDetails }),
    },
    // Asked for with every change of countries.
    ...(countries === undefined ? {} : { clearGeoTargetingOnCountryOrRegionChange: true }),
  };
}

function adGroupBody(scope: WriteScope, change: AdGroupChange): Body {
  const { name, status, defaultBid, cpaGoal, searchMatch } = change;
  return {
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status }),
    ...(defaultBid === undefined ? {} : { defaultBidAmount: moneyBody(scope, defaultBid ?? '0') }),
    ...(cpaGoal === undefined ? {} : { cpaGoal: cpaGoal === null ? null : moneyBody(scope, cpaGoal) }),
    ...(searchMatch === undefined ? {} : { automatedKeywordsOptIn: searchMatch }),
  };
}

function keywordBody(scope: WriteScope, { id, status, bid }: KeywordChange): Body {
  return {
    id,
    ...(status === undefined ? {} : { status: keywordStatus(status) }),
    ...(bid === undefined ? {} : { bidAmount: bid === null ? null : moneyBody(scope, bid) }),
  };
}

/** The word for a keyword that runs differs from that for everything else. */
export const keywordStatus = (status: Switch): 'ACTIVE' | 'PAUSED' => (status === 'ENABLED' ? 'ACTIVE' : 'PAUSED');
