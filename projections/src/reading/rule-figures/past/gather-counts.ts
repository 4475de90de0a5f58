import type { NumberColumns } from '@tapwise/adapters';
import { type CountedDays, type DayRange, downloadNames, type PastCounts, type ReportLevel } from '@tapwise/domain';
import type { FigurePlan } from '../figure-plan.ts';
import type { FiguredUnit } from '../rule-figures.ts';
import { countedNames, downloadSumNames, unratedBit } from '../sums/ads-sums.queries.ts';
import { GatheredSums, type LevelSums, parentLevels } from '../sums/gathered-sums.ts';
import type { AskedColumns } from '../sums/sums-question.ts';
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
  const { units, plan, parentsOf } = scope;
  const gathered = new GatheredSums(units, parentsOf);
  const { unitLevel } = plan;
  if (unitLevel !== null && unitLevel !== 'all') fillLevel(counts, unitLevel, gathered.units, scope);
  for (const level of parentLevels) fillLevel(counts, level, gathered.parents[level], scope);
  return gathered;
}

function fillLevel(
  counts: PastCounts,
  level: ReportLevel,
  sums: LevelSums,
  { ranges, columns, plan: { needsDownloads } }: CountsScope,
): void {
  const size = { objects: sums.indexes.size, width: columns.base.ranges.length };
  const ads = emptyColumns(countedNames, size);
  const downloads = needsDownloads ? emptyColumns(downloadSumNames, size) : null;
  for (const [key, index] of sums.indexes) {
    const object = counts.objectOf(level, key);
    if (object === undefined) continue;
    for (const range of rangesOf(ranges, key)) {
      const column = columns.base.indexOf(range);
      if (column === undefined) continue;
      const counted = object.over(range);
      const at = index * size.width + column;
      fillCounts(ads, at, counted);
      if (downloads !== null) fillDownloads(downloads, at, counted);
    }
    sums.put(sums.ads, key, { sums: ads, index });
    if (downloads !== null) sums.put(sums.downloads, key, { sums: downloads, index });
  }
}

function emptyColumns<Name extends string>(
  names: readonly Name[],
  { objects, width }: { readonly objects: number; readonly width: number },
): NumberColumns<Name> {
  const columns = names.map((name) => [name, { values: new Float64Array(objects * width), width }]);
  return Object.fromEntries(columns);
}

/** Sums of all units together have the days of the whole. */
const rangesOf = (ranges: readonly WindowRanges[], key: string): DayRange[] =>
  ranges.flatMap((range) => {
    const ofObject = rangeOf(range, key);
    const ofAll = rangeOf(range, scopeKey);
    return [ofObject, ofObject === ofAll ? null : ofAll].filter((days) => days !== null);
  });

const added = ['impressions', 'taps', 'tap_installs', 'view_installs', 'micros'] as const;

/** @param at Of the object and the time range. */
function fillCounts(columns: NumberColumns<(typeof countedNames)[number]>, at: number, counted: CountedDays): void {
  for (const name of added) columns[name].values[at] = counted[name];
  columns.unread.values[at] = counted.unread | (counted.isUnrated ? unratedBit : 0);
}

function fillDownloads(
  columns: NumberColumns<(typeof downloadSumNames)[number]>,
  at: number,
  counted: CountedDays,
): void {
  for (const name of downloadNames) columns[name].values[at] = counted[name];
  columns.without_downloads.values[at] = counted.without_downloads;
}
