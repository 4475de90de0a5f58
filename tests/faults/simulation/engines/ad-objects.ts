import {
  duplicateKeyword,
  type NewAdGroup,
  type RemoteAdGroup,
  type RemoteCampaign,
  type RemoteKeyword,
  type RemoteNegative,
  type RowEnd,
  type SearchAdsWriter,
  type WriteEnd,
} from '@tapwise/adapters';
import { microsFromDecimalString } from '@tapwise/domain';
import { type AdMarket, remoteOf } from './ad-market.ts';

/** The service refuses keywords and negatives that begin so. */
export const refusedPrefix = 'refused ';
const firstId = 9001;
const badRequest = 400;

type NewCampaign = Parameters<SearchAdsWriter['createCampaign']>[1];
type NewKeyword = Parameters<SearchAdsWriter['createKeywords']>[2][number];
type Refused = Extract<WriteEnd<never>, { kind: 'refused' }>;

/** Campaigns, ad groups and negatives that were made at the ad service; keywords are with those of the market. */
export class AdObjects {
  readonly #market: AdMarket;
  readonly #now: () => number;
  readonly campaigns: RemoteCampaign[] = [];
  readonly adGroups: RemoteAdGroup[] = [];
  readonly negatives: (RemoteNegative & { readonly campaignId: number })[] = [];
  #nextId = firstId;

  constructor(market: AdMarket, now: () => number) {
    this.#market = market;
    this.#now = now;
  }

  addCampaign({ adamId, name, countries, status, dailyBudget, totalBudget }: NewCampaign): WriteEnd<RemoteCampaign> {
    if (this.campaigns.some((campaign) => !campaign.deleted && campaign.name === name)) return refused('name taken');
    const campaign: RemoteCampaign = {
      id: this.#id(),
      adamId,
      name,
      status,
      deleted: false,
      countries: [...countries].sort(),
      dailyBudget,
      totalBudget,
      biddingStrategy: 'MANUAL_CPT',
      targetCpa: null,
      paymentModel: 'PAYG',
      servingReasons: [],
      createdAt: this.#instant(),
    };
    this.campaigns.push(campaign);
    return { kind: 'done', value: campaign };
  }

  /** Names of deleted ad groups stay taken. */
  addAdGroup(
    campaignId: number,
    { name, status, defaultBid, cpaGoal, searchMatch }: NewAdGroup,
  ): WriteEnd<RemoteAdGroup> {
    if (this.adGroups.some((adGroup) => adGroup.campaignId === campaignId && adGroup.name === name))
      return refused('name taken');
    const adGroup: RemoteAdGroup = {
      id: this.#id(),
      campaignId,
      name,
      status,
      deleted: false,
      defaultBid,
      cpaGoal,
      searchMatch,
      createdAt: this.#instant(),
    };
    this.adGroups.push(adGroup);
    return { kind: 'done', value: adGroup };
  }

  addKeyword(campaignId: number, { adGroupId, text, matchType, bid }: NewKeyword): RowEnd<RemoteKeyword> {
    if (text.startsWith(refusedPrefix)) return { kind: 'refused', message: 'not allowed', code: 'INVALID' };
    const isThere = this.#market.keywords.some(
      (keyword) => keyword.adGroupId === adGroupId && keyword.text === text && keyword.matchType === matchType,
    );
    if (isThere) return duplicate;
    const keyword = {
      campaignId,
      adGroupId,
      keywordId: this.#id(),
      text,
      matchType,
      bid: microsFromDecimalString(bid ?? '0'),
    };
    this.#market.add(keyword);
    return { kind: 'done', value: remoteOf(keyword) };
  }

  addNegative(campaignId: number, adGroupId: number | null, text: string): RowEnd<RemoteNegative> {
    if (text.startsWith(refusedPrefix)) return { kind: 'refused', message: 'not allowed', code: 'INVALID' };
    const isThere = this.negatives.some(
      (negative) => negative.campaignId === campaignId && negative.adGroupId === adGroupId && negative.text === text,
    );
    if (isThere) return duplicate;
    const identity = { id: this.#id(), campaignId, adGroupId };
    const negative = { ...identity, text, matchType: 'EXACT', status: 'ENABLED' as const, deleted: false };
    this.negatives.push(negative);
    return { kind: 'done', value: negative };
  }

  changeCampaign(id: number, change: Partial<Pick<RemoteCampaign, 'status' | 'deleted'>>): WriteEnd<RemoteCampaign> {
    return changed<RemoteCampaign>(this.campaigns, id, change);
  }

  changeAdGroup(id: number, change: Partial<Pick<RemoteAdGroup, 'status' | 'deleted'>>): WriteEnd<RemoteAdGroup> {
    return changed<RemoteAdGroup>(this.adGroups, id, change);
  }

  #id(): number {
    const id = this.#nextId;
    this.#nextId += 1;
    return id;
  }

  #instant(): string {
    return new Date(this.#now()).toISOString();
  }
}

const duplicate = { kind: 'refused', message: 'is there already', code: duplicateKeyword } as const;

const refused = (message: string): Refused => ({ kind: 'refused', status: badRequest, message, items: [] });

/** What was deleted is not changed any more. */
function changed<Remote extends { readonly id: number; readonly deleted: boolean }>(
  objects: Remote[],
  id: number,
  change: Partial<Remote>,
): WriteEnd<Remote> {
  const index = objects.findIndex((object) => object.id === id && !object.deleted);
  const object = objects[index];
  if (object === undefined) return refused('not found');
  const value = Object.assign({}, object, change);
  objects[index] = value;
  return { kind: 'done', value };
}
