import type { SummedRow } from '@tapwise/adapters';
import type { FiguredUnit } from '../rule-figures.ts';
import type { CountedName, DownloadSum } from './ads-sums.queries.ts';
import type { IncomeSum } from './income-sums.queries.ts';
import { type LiveGroup, LiveSums } from './live-sums.ts';
import type { PeopleSum, PurchaseSum } from './people-sums.queries.ts';
import type { MatchSum, ShareSum } from './share-sums.queries.ts';
import { StatementSums } from './statement-sums.ts';
import type { SummedLevel } from './sum-columns.ts';

/** What all statements say of the objects of one level, each of which has an index. */
export class LevelSums {
  /** By key. */
  readonly indexes: ReadonlyMap<string, number>;
  readonly ads: StatementSums<CountedName>;
  /** Of search terms over their year, in one column. */
  readonly year: StatementSums<CountedName>;
  readonly downloads: StatementSums<DownloadSum>;
  readonly people: StatementSums<PeopleSum>;
  readonly purchases: StatementSums<PurchaseSum>;
  readonly income: StatementSums<IncomeSum>;
  readonly shares: StatementSums<ShareSum>;
  readonly matches: StatementSums<MatchSum>;
  private liveSums: LiveSums;
  /** 1 of an object that some row is about. */
  private readonly seen: Uint8Array;

  constructor(keys: ReadonlySet<string>) {
    const { size } = keys;
    this.indexes = new Map([...keys].map((key, index) => [key, index]));
    this.ads = new StatementSums<CountedName>(size, 'unread');
    this.year = new StatementSums<CountedName>(size, 'unread');
    this.downloads = new StatementSums(size);
    this.people = new StatementSums(size);
    this.purchases = new StatementSums(size);
    this.income = new StatementSums(size);
    this.shares = new StatementSums(size);
    this.matches = new StatementSums(size);
    this.liveSums = new LiveSums(size, []);
    this.seen = new Uint8Array(size);
  }

  /** The index of an object that some row is about; `undefined` for others. */
  indexOf(key: string): number | undefined {
    const object = this.indexes.get(key);
    return object === undefined || this.seen[object] === 0 ? undefined : object;
  }

  /** Rows that are about none of the objects are left out. */
  put<Name extends string>(statement: StatementSums<Name>, key: string, row: SummedRow<Name>): void {
    const object = this.see(key);
    if (object !== undefined) statement.put(object, row);
  }

  /** Groups of none of the objects are left out. */
  putLive<Group extends Omit<LiveGroup, 'object'>>(groups: readonly Group[], keyOf: (group: Group) => string): void {
    const ofObjects = groups.flatMap((group): LiveGroup[] => {
      const object = this.see(keyOf(group));
      if (object === undefined) return [];
      const { bucket, remaining, activeCount, grade } = group;
      return [{ object, bucket, remaining, activeCount, grade }];
    });
    this.liveSums = new LiveSums(this.indexes.size, ofObjects);
  }

  get live(): LiveSums {
    return this.liveSums;
  }

  private see(key: string): number | undefined {
    const object = this.indexes.get(key);
    if (object !== undefined) this.seen[object] = 1;
    return object;
  }
}

export const parentLevels = ['ad_group', 'campaign'] as const;
export type ParentLevel = (typeof parentLevels)[number];

/** Puts together what statements say of units and of their parents. */
export class GatheredSums {
  readonly units: LevelSums;
  readonly parents: Readonly<Record<ParentLevel, LevelSums>>;
  private readonly positions = new Set<string>();

  constructor(units: readonly FiguredUnit[], parentsOf: (unit: FiguredUnit) => readonly string[]) {
    const keys: Record<ParentLevel, Set<string>> = { ad_group: new Set(), campaign: new Set() };
    for (const unit of units) for (const key of parentsOf(unit)) keys[levelOf(key)].add(key);
    this.units = new LevelSums(new Set(units.map(({ key }) => key)));
    this.parents = { ad_group: new LevelSums(keys.ad_group), campaign: new LevelSums(keys.campaign) };
  }

  /** @param level Of parents, or that of the units. */
  of(level: SummedLevel, unitLevel: SummedLevel | null): LevelSums {
    return level === unitLevel || level === 'keyword' || level === 'all' ? this.units : this.parents[level];
  }

  see({ position }: { readonly position: string }): void {
    this.positions.add(position);
  }

  /** The newest event that a row follows from. Most rows are of the same few pulls. */
  get newest(): bigint {
    return [...this.positions].reduce((most, position) => (BigInt(position) > most ? BigInt(position) : most), 0n);
  }
}

const levelOf = (parent: string): ParentLevel => (parent.includes(':') ? 'ad_group' : 'campaign');
