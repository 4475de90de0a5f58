import type { z } from 'zod';
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
import { openEnvelope } from '../lists/envelope.ts';
import { among, createQueryReader, deletedToo, equals, type Filter, type QueryReader } from '../lists/queries.ts';
import { deletedWire, keywordWire, negativeWire, remoteAdGroupWire, remoteCampaignWire } from '../schemas.ts';

/** Values of one condition. */
const mostValues = 1000;

/** Reads lists on behalf of a scope; nothing is remembered, and nothing left out. */
export const remoteLists = (transport: SearchAdsTransport, scope: WriteScope): QueryReader =>
  createQueryReader(onBehalfOf(transport, scope), createForgetfulMemory(openEnvelope), strictReader(scope.currency), {
    deletedHoldMs: 0,
  });

interface Form<Schema extends z.ZodType, Item> {
  readonly schema: Schema;
  readonly translate: (wire: z.infer<Schema>) => Item;
}

export function createRemoteReadings(transport: SearchAdsTransport): RemoteReadings {
  /** Objects by the values of one field, deleted ones too, in as many queries as that takes. */
  const byValues = async <Schema extends z.ZodType, Item>(
    scope: WriteScope,
    path: string,
    { field, values }: { readonly field: string; readonly values: readonly (string | number)[] },
    form: Form<Schema, Item>,
  ): Promise<readonly Item[]> => {
    const lists = remoteLists(transport, scope);
    const { orgId, signal } = scope;
    const items: Item[] = [];
    for (let from = 0; from < values.length; from += mostValues) {
      const wanted = among(field, values.slice(from, from + mostValues));
      const query = { path, orgId, filters: [wanted], signal };
      const isCampaigns = path === campaignsPath;
      const reading = isCampaigns
        ? await lists.query({ ...query, filters: [wanted, deletedToo] }, form)
        : await lists.queryBoth(query, form);
      items.push(...wholeItems(reading));
    }
    return items;
  };
  const ofCampaign = async <Schema extends z.ZodType, Item>(
    scope: WriteScope,
    path: string,
    filters: readonly Filter[],
    form: Form<Schema, Item>,
  ): Promise<readonly Item[]> => {
    const { orgId, signal } = scope;
    return wholeItems(await remoteLists(transport, scope).query({ path, orgId, filters, signal }, form));
  };
  const campaign = { schema: remoteCampaignWire, translate: remoteCampaign };
  const adGroup = { schema: remoteAdGroupWire, translate: remoteAdGroup };
  const keyword = { schema: keywordWire, translate: remoteKeyword };
  const negative = { schema: negativeWire, translate: remoteNegative };
  const deleted = async (scope: WriteScope, path: string, values: readonly number[]): Promise<ReadonlySet<number>> => {
    const objects = await byValues(scope, path, { field: 'id', values }, { schema: deletedWire, translate: same });
    return new Set(objects.flatMap((object) => (object.deleted === true ? [object.id] : [])));
  };
  return {
    readCampaigns: (scope, values) => byValues(scope, campaignsPath, { field: 'id', values }, campaign),
    readAdGroups: (scope, _campaignId, values) => byValues(scope, adGroupsPath, { field: 'id', values }, adGroup),
    readKeywords: (scope, _campaignId, values) => byValues(scope, keywordsPath, { field: 'id', values }, keyword),
    deletedCampaigns: (scope, values) => deleted(scope, campaignsPath, values),
    deletedAdGroups: (scope, _campaignId, values) => deleted(scope, adGroupsPath, values),
    findCampaignsByName: (scope, values) => byValues(scope, campaignsPath, { field: 'name', values }, campaign),
    // There is no condition on several names.
    findAdGroupsByName: async (scope, campaignId, names) => {
      const { orgId, signal } = scope;
      const query = { path: adGroupsPath, orgId, filters: [equals('campaignId', campaignId)], signal };
      const adGroups = wholeItems(await remoteLists(transport, scope).queryBoth(query, adGroup));
      const wanted = new Set(names);
      return adGroups.filter(({ name }) => wanted.has(name));
    },
    findKeywordsOf: (scope, _campaignId, values) =>
      byValues(scope, keywordsPath, { field: 'adGroupId', values }, keyword),
    findNegatives: async (scope, campaignId) => {
      const lists = negativeScopes.map((condition) =>
        ofCampaign(scope, negativesPath, [equals('campaignId', campaignId), condition], negative),
      );
      return (await Promise.all(lists)).flat();
    },
  };
}

const same = <Wire>(wire: Wire): Wire => wire;
const campaignsPath = '/campaigns/query';
const adGroupsPath = '/adgroups/query';
const keywordsPath = '/keywords/query';
const negativesPath = '/negative-keywords/query';

/** A query for negatives must say of which ad groups: those of the whole campaign have none. */
export const ofWholeCampaign: Filter = { field: 'adGroupId', operator: 'IS_NULL' };
export const ofAdGroups: Filter = { field: 'adGroupId', operator: 'IS_NOT_NULL' };
const negativeScopes = [ofWholeCampaign, ofAdGroups];
