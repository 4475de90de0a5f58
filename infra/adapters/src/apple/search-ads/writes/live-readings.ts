import { z } from 'zod';
import { SearchAdsError } from '../errors.ts';
import type { ItemReader } from '../lists/item-reader.ts';
import { createListReader, deletedToo, type ListReader } from '../lists/list-reader.ts';
import { readPage } from '../lists/page-memory.ts';
import type { SearchAdsTransport } from '../transport.ts';
import {
  type LiveAdGroup,
  type LiveCampaign,
  type LiveKeyword,
  type LiveNegative,
  liveAdGroup,
  liveAdGroupWire,
  liveCampaign,
  liveCampaignWire,
  liveKeyword,
  liveKeywordWire,
  liveNegative,
  liveNegativeWire,
} from './live.ts';
import { type WriteScope, writeTimeoutMs } from './write-call.ts';

/**
 * What holds at the service right now, deleted objects too. An object that is not in the answer does not exist there.
 * Readings are repeated like all readings; they throw SearchAdsError, also for an object that cannot be read: before a write, a
 * missing one would pass for one that was deleted.
 */
export interface LiveReadings {
  readCampaigns(scope: WriteScope, ids: readonly number[]): Promise<readonly LiveCampaign[]>;
  readAdGroups(scope: WriteScope, campaignId: number, ids: readonly number[]): Promise<readonly LiveAdGroup[]>;
  readKeywords(scope: WriteScope, campaignId: number, ids: readonly number[]): Promise<readonly LiveKeyword[]>;
  /** Those of these that are deleted, whatever else of them cannot be read. */
  deletedCampaigns(scope: WriteScope, ids: readonly number[]): Promise<ReadonlySet<number>>;
  deletedAdGroups(scope: WriteScope, campaignId: number, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Campaigns of any app in the organization with exactly these names. */
  findCampaignsByName(scope: WriteScope, names: readonly string[]): Promise<readonly LiveCampaign[]>;
  findAdGroupsByName(scope: WriteScope, campaignId: number, names: readonly string[]): Promise<readonly LiveAdGroup[]>;
  /** All keywords of these ad groups. */
  findKeywordsOf(scope: WriteScope, campaignId: number, adGroupIds: readonly number[]): Promise<readonly LiveKeyword[]>;
  /** Negative keywords of a campaign and of its ad groups; no deleted ones. */
  findNegatives(scope: WriteScope, campaignId: number): Promise<readonly LiveNegative[]>;
}

/** Objects by the values of one field, deleted ones too; without it all that are not deleted. */
export interface Wanted {
  readonly field: string;
  readonly values: readonly (string | number)[];
}

/** Finds objects, in as many calls as that takes. */
export type Finder = <Schema extends z.ZodType, Item>(
  scope: WriteScope,
  path: string,
  wanted: Wanted | null,
  form: { readonly schema: Schema; readonly translate: (wire: z.infer<Schema>) => Item },
) => Promise<readonly Item[]>;

/** Values of one condition. */
const mostValues = 1000;

export function createFinder(transport: SearchAdsTransport): Finder {
  return async (scope, path, wanted, form) => {
    const lists = liveLists(transport, scope);
    const { orgId, signal } = scope;
    if (wanted === null) return lists.find({ path, orgId, conditions: [], signal }, form);
    const { field, values } = wanted;
    const items = [];
    for (let from = 0; from < values.length; from += mostValues) {
      const among = { field, operator: 'IN', values: values.slice(from, from + mostValues).map(String) };
      items.push(...(await lists.find({ path, orgId, conditions: [among, deletedToo], signal }, form)));
    }
    return items;
  };
}

/** Reads lists on behalf of a scope; nothing is remembered, and nothing left out. */
export function liveLists(transport: SearchAdsTransport, { priority }: WriteScope): ListReader {
  const called: SearchAdsTransport = {
    ...transport,
    call: (call, read) => transport.call({ ...call, priority, timeoutMs: writeTimeoutMs }, read),
  };
  return createListReader(called, { read: (_question, body, translate) => readPage(body, translate) }, strict);
}

const deletedWire = z.object({ id: z.number().int().positive(), deleted: z.boolean().nullish() });

export function createLiveReadings(find: Finder): LiveReadings {
  const campaigns = (scope: WriteScope, wanted: Wanted) =>
    find(scope, '/campaigns/find', wanted, { schema: liveCampaignWire, translate: liveCampaign });
  const adGroups = (scope: WriteScope, campaignId: number, wanted: Wanted) =>
    find(scope, `/campaigns/${campaignId}/adgroups/find`, wanted, {
      schema: liveAdGroupWire,
      translate: liveAdGroup,
    });
  const keywords = (scope: WriteScope, campaignId: number, wanted: Wanted) =>
    find(scope, `/campaigns/${campaignId}/adgroups/targetingkeywords/find`, wanted, {
      schema: liveKeywordWire,
      translate: liveKeyword,
    });
  const deleted = async (scope: WriteScope, path: string, values: readonly number[]): Promise<ReadonlySet<number>> => {
    const found = await find(scope, path, { field: 'id', values }, { schema: deletedWire, translate: (wire) => wire });
    return new Set(found.flatMap((each) => (each.deleted === true ? [each.id] : [])));
  };
  const negative = { schema: liveNegativeWire, translate: liveNegative };
  return {
    readCampaigns: (scope, values) => campaigns(scope, { field: 'id', values }),
    readAdGroups: (scope, campaignId, values) => adGroups(scope, campaignId, { field: 'id', values }),
    readKeywords: (scope, campaignId, values) => keywords(scope, campaignId, { field: 'id', values }),
    deletedCampaigns: (scope, values) => deleted(scope, '/campaigns/find', values),
    deletedAdGroups: (scope, campaignId, values) => deleted(scope, `/campaigns/${campaignId}/adgroups/find`, values),
    findCampaignsByName: (scope, values) => campaigns(scope, { field: 'name', values }),
    findAdGroupsByName: (scope, campaignId, values) => adGroups(scope, campaignId, { field: 'name', values }),
    findKeywordsOf: (scope, campaignId, values) => keywords(scope, campaignId, { field: 'adGroupId', values }),
    findNegatives: async (scope, campaignId) => {
      const lists = ['negativekeywords', 'adgroups/negativekeywords'];
      const paths = lists.map((list) => `/campaigns/${campaignId}/${list}/find`);
      return (await Promise.all(paths.map((path) => find(scope, path, null, negative)))).flat();
    },
  };
}

const strict: ItemReader = (operation, schema, found, translate) =>
  found.map((each) => {
    const wire = schema.safeParse(each);
    if (wire.success) return translate(wire.data);
    throw new SearchAdsError(`${operation} sent an object that cannot be read: ${wire.error.message}`, {
      retryable: false,
    });
  });
