import { type CountedDays, type DayRange, downloadNames, type PastCounts } from '@tapwise/domain';
import type { FigurePlan } from '../figure-plan.ts';
import type { FiguredUnit } from '../rule-figures.ts';
import { unratedBit } from '../sums/ads-sums.queries.ts';
import { type AskedColumns, GatheredSums, type ObjectSums } from '../sums/gathered-sums.ts';
import { rangeOf, scopeKey, type WindowRanges } from '../window-ranges.ts';

interface CountsScope {
  readonly units: readonly FiguredUnit[];
  readonly plan: FigurePlan;
  readonly ranges: readonly WindowRanges[];
  readonly columns: AskedColumns;
  readonly parentsOf: (unit: FiguredUnit) => readonly string[];
}

/** What statements would say of the units and their parents; of each only the columns that are read of it. */
export function gatherCounts(counts: PastCounts, scope: CountsScope): GatheredSums {
  const { units, plan, ranges, columns, parentsOf } = scope;
  const gathered = new GatheredSums();
  const put = (level: 'campaign' | 'ad_group' | 'keyword', key: string): void => {
    const object = counts.objectOf(level, key);
    if (object === undefined) return;
    const row = emptyRow();
    for (const range of rangesOf(ranges, key)) {
      const column = columns.base.indexOf(range);
      if (column !== undefined) fill(row, column, object.over(range));
    }
    const sums: ObjectSums = gathered.of(key);
    sums.ads = row;
    if (plan.needsDownloads) sums.downloads = row;
  };
  const { unitLevel } = plan;
  if (unitLevel !== null && unitLevel !== 'all') for (const { key } of units) put(unitLevel, key);
  for (const key of new Set(units.flatMap(parentsOf))) put(key.includes(':') ? 'ad_group' : 'campaign', key);
  return gathered;
}

/** Sums of all units together have the days of the whole. */
const rangesOf = (ranges: readonly WindowRanges[], key: string): DayRange[] =>
  ranges.flatMap((range) => {
    const ofObject = rangeOf(range, key);
    const ofAll = rangeOf(range, scopeKey);
    return [ofObject, ofObject === ofAll ? null : ofAll].filter((days) => days !== null);
  });

type Row = NonNullable<ObjectSums['ads']> & NonNullable<ObjectSums['downloads']>;

const emptyRow = (): Row => ({
  campaign: 0,
  ad_group: 0,
  keyword: 0,
  position: '0',
  impressions: [],
  taps: [],
  tap_installs: [],
  view_installs: [],
  micros: [],
  unread: [],
  unrated: [],
  tap_new_downloads: [],
  view_new_downloads: [],
  tap_redownloads: [],
  view_redownloads: [],
  tap_pre_orders: [],
  view_pre_orders: [],
  without_downloads: [],
});

const counted = ['impressions', 'taps', 'tap_installs', 'view_installs', 'micros', 'without_downloads'] as const;

/** @param column As in `SumColumns`. */
function fill(row: Row, column: number, sums: CountedDays): void {
  for (const name of counted) row[name][column] = sums[name];
  for (const name of downloadNames) row[name][column] = sums[name];
  row.unread[column] = sums.unread | (sums.isUnrated ? unratedBit : 0);
}
