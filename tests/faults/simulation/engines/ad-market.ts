import { type RemoteKeyword, SearchAdsError, type SearchAdsWriter } from '@tapwise/adapters';
import { decimalStringFromMicros, microsFromDecimalString } from '@tapwise/domain';
import type { Network } from '../time/network.ts';

/** A keyword at the ad service; its bid in micros. */
export interface MarketKeyword {
  readonly campaignId: number;
  readonly adGroupId: number;
  readonly keywordId: number;
  /** Absent: one of its own. */
  readonly text?: string;
  /** Absent: exact. */
  readonly matchType?: string;
  bid: number;
}

const patienceMs = 30_000;

/** A keyword and the bid that a row sets. */
export const rowOf = (keywordId: number, bid: number): string => `${keywordId} ${bid}`;

/** A bid that was set. */
interface SetBid {
  readonly keywordId: number;
  /** See `rowOf`. */
  readonly row: string;
  readonly before: number;
  readonly bid: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The ad service: keywords with bids, and who set them in which order. */
export class AdMarket {
  readonly #keywords: Map<number, MarketKeyword>;
  readonly #isOpen: (row: string) => boolean;
  readonly #now: () => number;
  /** Bids that were set, in order. */
  readonly writes: SetBid[] = [];
  /** What should not have happened. */
  readonly violations: string[] = [];

  /** @param isOpen Whether a row of a change that sets a keyword to a bid has no outcome in the log. */
  constructor(keywords: readonly MarketKeyword[], isOpen: (row: string) => boolean, now: () => number) {
    this.#keywords = new Map(keywords.map((keyword) => [keyword.keywordId, keyword]));
    this.#isOpen = isOpen;
    this.#now = now;
  }

  get keywords(): readonly MarketKeyword[] {
    return [...this.#keywords.values()];
  }

  /** A keyword that was made at the service. */
  add(keyword: MarketKeyword): void {
    this.#keywords.set(keyword.keywordId, keyword);
  }

  bidOf(keywordId: number): number | undefined {
    return this.#keywords.get(keywordId)?.bid;
  }

  /** The bid that a keyword had at an instant. @param first Before any was set. */
  bidAt(keywordId: number, at: number, first: number): number {
    return this.writes.findLast((write) => write.keywordId === keywordId && write.at <= at)?.bid ?? first;
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
    const row = rowOf(id, bid);
    if (!this.#isOpen(row)) this.violations.push(`the bid ${row} was set after its row had its outcome`);
    this.writes.push({ keywordId: id, row, before: keyword.bid, bid, at: this.#now() });
    keyword.bid = bid;
    return remoteOf(keyword);
  }
}

/** A keyword as the service shows it. */
export const remoteOf = ({ keywordId, adGroupId, bid, text, matchType }: MarketKeyword): RemoteKeyword => ({
  id: keywordId,
  adGroupId,
  text: text ?? `word ${keywordId}`,
  matchType: matchType ?? 'EXACT',
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
