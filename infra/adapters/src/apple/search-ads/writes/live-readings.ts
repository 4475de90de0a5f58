import type { z } from 'zod';
import { SearchAdsError } from '../errors.ts';
import type { ItemReader } from '../item-reader.ts';
import { createListReader, deletedToo } from '../list-reader.ts';
import { readPage } from '../page-memory.ts';
import type { SearchAdsTransport } from '../transport.ts';
import {
  type LiveAdGroup,
  type LiveCampaign,
  type LiveKeyword,
  liveAdGroup,
  liveAdGroupWire,
  liveCampaign,
  liveCampaignWire,
  liveKeyword,
  liveKeywordWire,
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
}

/** Finds objects by the values of one field, as many calls as that takes. */
export type Finder = <Schema extends z.ZodType, Item>(
  scope: WriteScope,
  path: string,
  wanted: { readonly field: string; readonly values: readonly (string | number)[] },
  form: { readonly schema: Schema; readonly translate: (wire: z.infer<Schema>) => Item },
) => Promise<readonly Item[]>;

/** Values of one condition. */
const mostValues = 1000;

export function createFinder(transport: SearchAdsTransport): Finder {
  return async ({ orgId, priority, signal }, path, { field, values }, form) => {
    const called: SearchAdsTransport = {
      ...transport,
      call: (call, read) => transport.call({ ...call, priority, timeoutMs: writeTimeoutMs }, read),
    };
    const lists = createListReader(called, { read: (_question, body, translate) => readPage(body, translate) }, strict);
    const items = [];
    for (let from = 0; from < values.length; from += mostValues) {
      const among = { field, operator: 'IN', values: values.slice(from, from + mostValues).map(String) };
      items.push(...(await lists.find({ path, orgId, conditions: [among, deletedToo], signal }, form)));
    }
    return items;
  };
}

export function createLiveReadings(find: Finder): LiveReadings {
  return {
    readCampaigns: (scope, values) =>
      find(scope, '/campaigns/find', { field: 'id', values }, { schema: liveCampaignWire, translate: liveCampaign }),
    readAdGroups: (scope, campaignId, values) =>
      find(
        scope,
        `/campaigns/${campaignId}/adgroups/find`,
        { field: 'id', values },
        { schema: liveAdGroupWire, translate: liveAdGroup },
      ),
    readKeywords: (scope, campaignId, values) =>
      find(
        scope,
        `/campaigns/${campaignId}/adgroups/targetingkeywords/find`,
        { field: 'id', values },
        { schema: liveKeywordWire, translate: liveKeyword },
      ),
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
