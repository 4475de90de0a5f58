import { SearchAdsError, type SearchAdsWriter, type WriteEnd } from '@tapwise/adapters';
import type { Network } from '../time/network.ts';
import { type AdMarket, remoteOf } from './ad-market.ts';
import type { AdObjects } from './ad-objects.ts';

interface ObjectsAccess {
  readonly objects: AdObjects;
  readonly market: AdMarket;
  readonly network: Network;
}

type CreationsWriter = Pick<
  SearchAdsWriter,
  | 'findCampaignsByName'
  | 'findAdGroupsByName'
  | 'findKeywordsOf'
  | 'findNegatives'
  | 'readCampaigns'
  | 'readAdGroups'
  | 'createCampaign'
  | 'createAdGroup'
  | 'createKeywords'
  | 'createNegatives'
  | 'updateCampaign'
  | 'updateAdGroup'
  | 'deleteCampaign'
  | 'deleteAdGroup'
>;

const patienceMs = 30_000;

/** The ad service as a program on one machine reaches it: what creations need of it. */
export function openAdObjects({ objects, market, network }: ObjectsAccess): CreationsWriter {
  const fault = (): Error => new SearchAdsError('no answer', { retry: true });
  const read = <Result>(effect: () => Result): Promise<Result> =>
    network.call('ad service', effect, { fault, patienceMs });
  const write = <Value>(effect: () => WriteEnd<Value>): Promise<WriteEnd<Value>> =>
    read(effect).catch((error: unknown): WriteEnd<Value> => {
      return { kind: 'unknown', message: String(error), sent: true };
    });
  const without = (end: WriteEnd<unknown>): WriteEnd<null> =>
    end.kind === 'done' ? { kind: 'done', value: null } : end;
  return {
    findCampaignsByName: (_, names) => read(() => objects.campaigns.filter(({ name }) => names.includes(name))),
    findAdGroupsByName: (_, campaignId, names) =>
      read(() => objects.adGroups.filter((group) => group.campaignId === campaignId && names.includes(group.name))),
    findKeywordsOf: (_, campaignId, adGroupIds) =>
      read(() =>
        market.keywords
          .filter((keyword) => keyword.campaignId === campaignId && adGroupIds.includes(keyword.adGroupId))
          .map(remoteOf),
      ),
    findNegatives: (_, campaignId) =>
      read(() => objects.negatives.filter((negative) => negative.campaignId === campaignId)),
    readCampaigns: (_, ids) => read(() => objects.campaigns.filter(({ id }) => ids.includes(id))),
    readAdGroups: (_, _campaign, ids) => read(() => objects.adGroups.filter(({ id }) => ids.includes(id))),
    createCampaign: (_, campaign) => write(() => objects.addCampaign(campaign)),
    createAdGroup: (_, campaignId, adGroup) => write(() => objects.addAdGroup(campaignId, adGroup)),
    createKeywords: (_, campaignId, keywords) =>
      write(() => ({ kind: 'done', value: keywords.map((keyword) => objects.addKeyword(campaignId, keyword)) })),
    createNegatives: (_, campaignId, adGroupId, negatives) =>
      write(() => ({
        kind: 'done',
        value: negatives.map(({ text }) => objects.addNegative(campaignId, adGroupId, text)),
      })),
    updateCampaign: (_, campaignId, { status }) =>
      write(() => objects.changeCampaign(campaignId, status === undefined ? {} : { status })),
    updateAdGroup: (_, _campaign, adGroupId, { status }) =>
      write(() => objects.changeAdGroup(adGroupId, status === undefined ? {} : { status })),
    deleteCampaign: async (_, campaignId) =>
      without(await write(() => objects.changeCampaign(campaignId, { deleted: true }))),
    deleteAdGroup: async (_, _campaign, adGroupId) =>
      without(await write(() => objects.changeAdGroup(adGroupId, { deleted: true }))),
  };
}
