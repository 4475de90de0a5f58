import {
  type RemoteAdGroup,
  type RemoteCampaign,
  type RemoteKeyword,
  remoteAdGroup,
  remoteAdGroupWire,
  remoteCampaign,
  remoteCampaignWire,
  remoteKeyword,
  remoteKeywordWire,
  type Switch,
} from './remote.ts';
import {
  endOfOne,
  endOfRows,
  type RowEnd,
  refusal,
  requireRows,
  type WriteCaller,
  type WriteResponse,
  type WriteScope,
} from './write-call.ts';
import type { Amount, WriteEnd } from './write-end.ts';

/** Who is invoiced for a campaign of an organization that pays on account (LOC). */
export interface InvoiceDetails {
  readonly buyerName: string;
  readonly buyerEmail: string;
  readonly billingContactEmail: string;
}

/** Only the fields that are present change. */
export interface CampaignChange {
  readonly name?: string;
  readonly status?: Switch;
  readonly dailyBudget?: Amount;
  /** Only where there is one, and only upwards. */
  readonly totalBudget?: Amount;
  readonly countries?: readonly string[];
  readonly invoiceDetails?: InvoiceDetails;
}

/**
 * Only the fields that are present change. A change of Search Match carries the default bid read just before: without it the
 * service may reset the bid. Targeting cannot be changed: a part of it would wipe the rest.
 */
export type AdGroupChange = {
  readonly name?: string;
  readonly status?: Switch;
  /** `null` clears the goal. */
  readonly cpaGoal?: Amount | null;
} & (
  | { readonly defaultBid?: Amount; readonly searchMatch?: undefined }
  | { readonly defaultBid: Amount; readonly searchMatch: boolean }
);

export interface KeywordChange {
  readonly id: number;
  readonly status?: Switch;
  /** `null`: the keyword follows its ad group. */
  readonly bid?: Amount | null;
}

/** Changes and deletions of what exists. Deleting is soft and cannot be undone. */
export interface SettingsWrites {
  updateCampaign(scope: WriteScope, campaignId: number, change: CampaignChange): Promise<WriteEnd<RemoteCampaign>>;
  updateAdGroup(
    scope: WriteScope,
    campaignId: number,
    adGroupId: number,
    change: AdGroupChange,
  ): Promise<WriteEnd<RemoteAdGroup>>;
  /** @param changes 1 to 1,000, each keyword once. The rows of the end are in the same order. */
  updateKeywords(
    scope: WriteScope,
    campaignId: number,
    adGroupId: number,
    changes: readonly KeywordChange[],
  ): Promise<WriteEnd<readonly RowEnd<RemoteKeyword>[]>>;
  deleteCampaign(scope: WriteScope, campaignId: number): Promise<WriteEnd<null>>;
  deleteAdGroup(scope: WriteScope, campaignId: number, adGroupId: number): Promise<WriteEnd<null>>;
  /** @param ids 1 to 1,000. `deleted` counts them; `null` where the service does not say. */
  deleteKeywords(
    scope: WriteScope,
    campaignId: number,
    adGroupId: number,
    ids: readonly number[],
  ): Promise<WriteEnd<{ readonly deleted: number | null }>>;
}

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
  if (data === null && problems.length > 0) return refusal(problems);
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
  const { name, status, dailyBudget, totalBudget, countries, invoiceDetails } = change;
  return {
    campaign: {
      ...(name === undefined ? {} : { name }),
      ...(status === undefined ? {} : { status }),
      ...(dailyBudget === undefined ? {} : { dailyBudgetAmount: moneyBody(scope, dailyBudget) }),
      ...(totalBudget === undefined ? {} : { budgetAmount: moneyBody(scope, totalBudget) }),
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
    ...(defaultBid === undefined ? {} : { defaultBidAmount: moneyBody(scope, defaultBid) }),
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
