import { z } from 'zod';
import { SearchAdsError } from '../errors.ts';
import { type ItemReader, readItems } from '../lists/item-reader.ts';
import { createListReader, deletedToo, type ListReader } from '../lists/list-reader.ts';
import { type PageMemory, readPage } from '../lists/page-memory.ts';
import { wholeItems } from '../lists/reading.ts';
import { isSameCurrency } from '../mapping.ts';
import type { SearchAdsTransport } from '../transport.ts';
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
} from './remote.ts';
import { type WriteScope, writeTimeoutMs } from './write-call.ts';

/**
 * What holds at the service right now, deleted objects too. An object that is not in the answer does not exist there.
 * Readings are repeated like all readings; they throw SearchAdsError, also for an answer that is not whole and an object that cannot be
 * read in full: before a write, a missing one would pass for one that was deleted.
 */
export interface RemoteReadings {
  readCampaigns(scope: WriteScope, ids: readonly number[]): Promise<readonly RemoteCampaign[]>;
  readAdGroups(scope: WriteScope, campaignId: number, ids: readonly number[]): Promise<readonly RemoteAdGroup[]>;
  readKeywords(scope: WriteScope, campaignId: number, ids: readonly number[]): Promise<readonly RemoteKeyword[]>;
  /** Those of these that are deleted, whatever else of them cannot be read. */
  deletedCampaigns(scope: WriteScope, ids: readonly number[]): Promise<ReadonlySet<number>>;
  deletedAdGroups(scope: WriteScope, campaignId: number, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Campaigns of any app in the organization with exactly these names. */
  findCampaignsByName(scope: WriteScope, names: readonly string[]): Promise<readonly RemoteCampaign[]>;
  findAdGroupsByName(
    scope: WriteScope,
    campaignId: number,
    names: readonly string[],
  ): Promise<readonly RemoteAdGroup[]>;
  /** All keywords of these ad groups. */
  findKeywordsOf(
    scope: WriteScope,
    campaignId: number,
    adGroupIds: readonly number[],
  ): Promise<readonly RemoteKeyword[]>;
  /** Negative keywords of a campaign and of its ad groups; no deleted ones. */
  findNegatives(scope: WriteScope, campaignId: number): Promise<readonly RemoteNegative[]>;
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
    const lists = remoteLists(transport, scope);
    const { orgId, signal } = scope;
    if (wanted === null) return wholeItems(await lists.find({ path, orgId, conditions: [], signal }, form));
    const { field, values } = wanted;
    const items = [];
    for (let from = 0; from < values.length; from += mostValues) {
      const among = { field, operator: 'IN', values: values.slice(from, from + mostValues).map(String) };
      const reading = await lists.find({ path, orgId, conditions: [among, deletedToo], signal }, form);
      items.push(...wholeItems(reading));
    }
    return items;
  };
}

/** Reads lists on behalf of a scope; nothing is remembered, and nothing left out. */
export function remoteLists(transport: SearchAdsTransport, { priority, currency }: WriteScope): ListReader {
  const called: SearchAdsTransport = {
    ...transport,
    call: (call, read) => transport.call({ ...call, priority, timeoutMs: writeTimeoutMs }, read),
  };
  const memory: PageMemory = {
    read: ({ operation }, body, translate) => readPage(operation, body, translate),
  };
  return createListReader(called, memory, strictIn(currency));
}

const deletedWire = z.object({ id: z.number().int().positive(), deleted: z.boolean().nullish() });

export function createRemoteReadings(find: Finder): RemoteReadings {
  const campaigns = (scope: WriteScope, wanted: Wanted) =>
    find(scope, '/campaigns/find', wanted, { schema: remoteCampaignWire, translate: remoteCampaign });
  const adGroups = (scope: WriteScope, campaignId: number, wanted: Wanted) =>
    find(scope, `/campaigns/${campaignId}/adgroups/find`, wanted, {
      schema: remoteAdGroupWire,
      translate: remoteAdGroup,
    });
  const keywords = (scope: WriteScope, campaignId: number, wanted: Wanted) =>
    find(scope, `/campaigns/${campaignId}/adgroups/targetingkeywords/find`, wanted, {
      schema: remoteKeywordWire,
      translate: remoteKeyword,
    });
  const deleted = async (scope: WriteScope, path: string, values: readonly number[]): Promise<ReadonlySet<number>> => {
    const objects = await find(
      scope,
      path,
      { field: 'id', values },
      { schema: deletedWire, translate: (wire) => wire },
    );
    return new Set(objects.flatMap((object) => (object.deleted === true ? [object.id] : [])));
  };
  const negative = { schema: remoteNegativeWire, translate: remoteNegative };
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

/** Reads objects in full, in the currency of the organization: what is compared with a wish must be what it seems to be. */
const strictIn =
  (currency: string): ItemReader =>
  (operation, objects, { schema, translate }) => {
    const items = objects.map((object) => {
      const read = readItems([object], { schema, translate });
      const foreign = read.notes.length === 0 ? foreignCurrency(schema.parse(object), currency) : undefined;
      const [item] = read.items;
      const note = foreign === undefined ? read.notes[0] : foreign;
      if (item !== undefined && note === undefined) return item;
      const { reason, detail } = note ?? { reason: 'unreadable_row' as const, detail: 'it is empty' };
      const message = `${operation} sent an object that cannot be read: ${detail}`;
      throw new SearchAdsError(message, { retry: false, reason, operation });
    });
    return { items, notes: [], unread: new Map() };
  };

function foreignCurrency(wire: unknown, currency: string) {
  const amounts = Object.values(wire ?? {}) as readonly ({ currency?: unknown } | null | undefined)[];
  const other = amounts
    .map((amount) => amount?.currency)
    .find((amountCurrency) => typeof amountCurrency === 'string' && !isSameCurrency(amountCurrency, currency));
  return other === undefined
    ? undefined
    : { reason: 'other_currency' as const, detail: `An amount is in ${other} instead of ${currency}` };
}
