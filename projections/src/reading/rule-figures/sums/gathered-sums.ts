import type { DayRange } from '@tapwise/domain';
import type { FactParams } from '../../reports/facts/fact-params.ts';
import type { MoneyContext } from '../../reports/values/ask-money.ts';
import type { ValuedSubscription } from '../../reports/values/value-subscriptions.ts';
import type { FigurePlan } from '../figure-plan.ts';
import type { AdsSums, DownloadSums } from './ads-sums.queries.ts';
import type { IncomeSums } from './income-sums.queries.ts';
import type { PeopleSums, PurchaseSums } from './people-sums.queries.ts';
import type { MatchSums, ShareSums } from './share-sums.queries.ts';
import type { SumColumns, SummedLevel } from './sum-columns.ts';
import type { TermSums } from './term-sums.queries.ts';

/** What the ad service counted of an object or a search term. */
export type CountedSums = Pick<AdsSums, Extract<keyof AdsSums, keyof TermSums>>;

/** What all statements said of one object, by column. */
export interface ObjectSums {
  ads: CountedSums | undefined;
  /** Of a search term over its year, in one column. */
  year: CountedSums | undefined;
  downloads: DownloadSums | undefined;
  people: PeopleSums | undefined;
  purchases: PurchaseSums | undefined;
  readonly income: IncomeSums[];
  readonly live: ValuedSubscription[];
  shares: ShareSums | undefined;
  matches: MatchSums | undefined;
}

/** Which time ranges are asked for. */
export interface AskedColumns {
  readonly base: SumColumns;
  /** Of income also those of closed cohorts. */
  readonly income: SumColumns;
  readonly shares: SumColumns;
  /** Whether the year of search terms is asked for. */
  readonly year: boolean;
}

/** What statements are asked with. */
export interface SumsQuestion {
  readonly context: MoneyContext;
  readonly plan: FigurePlan;
  readonly columns: AskedColumns;
  /** Shares of the first thirty days' income at ages of 0 … 30 days; none where the history says too little. */
  readonly maturity: readonly number[];
  /** Parameters of the objects asked for, over all these days. */
  readonly factParams: (level: SummedLevel, ranges: readonly DayRange[]) => FactParams;
}

/** Puts together what statements say of the same objects. */
export class GatheredSums {
  /** By key of a unit or a parent; '' of the application as a whole. */
  readonly objects = new Map<string, ObjectSums>();
  private readonly positions = new Set<string>();

  of(key: string): ObjectSums {
    const existing = this.objects.get(key);
    if (existing !== undefined) return existing;
    const created: ObjectSums = {
      ads: undefined,
      year: undefined,
      downloads: undefined,
      people: undefined,
      purchases: undefined,
      income: [],
      live: [],
      shares: undefined,
      matches: undefined,
    };
    this.objects.set(key, created);
    return created;
  }

  see({ position }: { readonly position: string }): void {
    this.positions.add(position);
  }

  /** The newest event that a row follows from. Most rows are of the same few pulls. */
  get newest(): bigint {
    return [...this.positions].reduce((most, position) => (BigInt(position) > most ? BigInt(position) : most), 0n);
  }
}
