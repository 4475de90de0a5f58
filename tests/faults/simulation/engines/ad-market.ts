import { type RemoteKeyword, SearchAdsError, type SearchAdsWriter } from '@tapwise/adapters';
import { decimalStringFromMicros, microsFromDecimalString } from '@tapwise/domain';
import type { Network } from '../time/network.ts';

/** A keyword at the ad service; its bid in micros. */
export interface MarketKeyword {
  readonly campaignId: number;
  readonly adGroupId: number;
  readonly keywordId: number;
  bid: number;
}

const patienceMs = 30_000;

/** The ad service: keywords with bids, and who set them in which order. */
export class AdMarket {
  readonly #keywords: ReadonlyMap<number, MarketKeyword>;
  readonly #isSettled: (bid: number) => boolean;
  /** Bids that were set, in order. */
  readonly writes: number[] = [];
  /** What should not have happened. */
  readonly violations: string[] = [];

  /** @param isSettled Whether the log has an outcome for the row that sets a bid, which no other row does. */
  constructor(keywords: readonly MarketKeyword[], isSettled: (bid: number) => boolean) {
    this.#keywords = new Map(keywords.map((keyword) => [keyword.keywordId, keyword]));
    this.#isSettled = isSettled;
  }

  bidOf(keywordId: number): number | undefined {
    return this.#keywords.get(keywordId)?.bid;
  }

  read(ids: readonly number[]): RemoteKeyword[] {
    return ids.flatMap((id) => {
      const keyword = this.#keywords.get(id);
      return keyword === undefined ? [] : [remoteOf(keyword)];
    });
  }

  setBid(id: number, amount: string | null | undefined): RemoteKeyword {
    const keyword = this.#keywords.get(id);
    if (keyword === undefined || amount === null || amount === undefined)
      throw new Error(`Only bids of keywords are simulated, not ${id} ${amount}`);
    const bid = microsFromDecimalString(amount);
    if (this.#isSettled(bid)) this.violations.push(`the bid ${bid} was set after its row had its outcome`);
    this.writes.push(bid);
    keyword.bid = bid;
    return remoteOf(keyword);
  }
}

const remoteOf = ({ keywordId, adGroupId, bid }: MarketKeyword): RemoteKeyword => ({
  id: keywordId,
  adGroupId,
  text: `word ${keywordId}`,
  matchType: 'EXACT',
  status: 'ENABLED',
  deleted: false,
  bid: decimalStringFromMicros(bid),
});

/** The ad service as a program on one machine reaches it: what changes of bids need of it. */
export function openAdMarket(market: AdMarket, network: Network): SearchAdsWriter {
  const fault = (): Error => new SearchAdsError('no answer', { retry: true });
  const call = <Result>(effect: () => Result): Promise<Result> =>
    network.call('ad service', effect, { fault, patienceMs });
  const writer: Pick<
    SearchAdsWriter,
    'limits' | 'readKeywords' | 'deletedCampaigns' | 'deletedAdGroups' | 'updateKeywords'
  > = {
    limits: {
      mostRows: 1000,
      mixesAdGroups: true,
      bidsFollowAgain: false,
      showsInheritedBids: false,
      listsEveryPage: false,
      totalBudgets: false,
      barsInNames: false,
    },
    readKeywords: (_scope, _campaign, ids) => call(() => market.read(ids)),
    deletedCampaigns: () => call(() => new Set<number>()),
    deletedAdGroups: () => call(() => new Set<number>()),
    updateKeywords: async (_scope, _campaign, _adGroup, changes) => {
      try {
        const value = await call(() =>
          changes.map(({ id, bid }) => ({ kind: 'done' as const, value: market.setBid(id, bid) })),
        );
        return { kind: 'done', value };
      } catch (error) {
        return { kind: 'unknown', message: String(error), sent: true };
      }
    },
  };
  return writer as SearchAdsWriter;
}
