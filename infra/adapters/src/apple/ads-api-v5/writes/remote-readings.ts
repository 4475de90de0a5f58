import { z } from 'zod';
import type { SearchAdsTransport } from '../../ad-service/calls/transport.ts';
import { createForgetfulMemory } from '../../ad-service/lists/page-memory.ts';
import { wholeItems } from '../../ad-service/lists/reading.ts';
import { strictReader } from '../../ad-service/lists/strict-reader.ts';
import {
  remoteAdGroup,
  remoteCampaign,
  remoteKeyword,
  remoteNegative,
} from '../../ad-service/writes/remote-objects.ts';
import type { RemoteReadings } from '../../ad-service/writes/remote-readings.ts';
import { onBehalfOf } from '../../ad-service/writes/write-call.ts';
import type { WriteScope } from '../../ad-service/writes/write-end.ts';
import { openEnvelope } from '../envelope.ts';
import { createFindReader, deletedToo, type FindReader } from '../finds.ts';
import { remoteAdGroupWire, remoteCampaignWire, remoteKeywordWire, remoteNegativeWire } from './remote-wire.ts';

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
export const remoteLists = (transport: SearchAdsTransport, scope: WriteScope): FindReader =>
  createFindReader(onBehalfOf(transport, scope), createForgetfulMemory(openEnvelope), strictReader(scope.currency));

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
