import type { CppReportRow } from '@tapwise/contract';
import { rangeOf } from './rate-difference.ts';

/** What one page did, by counts that ratios are made of; `null` where a count could not be read. */
export interface SideCounts {
  impressions: number | null;
  taps: number | null;
  installs: number | null;
  spend: number | null;
}

export type Ratio = 'cpt' | 'ttr' | 'cr' | 'ir';

/** A difference, page minus default, with the range it lies in with a chance of 95 %; no range where none is known. */
export interface Difference {
  value: number;
  range: { low: number; high: number } | null;
}

export type Verdict = 'better' | 'worse' | 'unclear' | 'few';

/** Both pages of one ad group, or of all together. */
export interface Comparison {
  id: number;
  name: string;
  default: SideCounts;
  cpp: SideCounts;
  verdict: Verdict;
}

/** Fewer taps than these on a side say nothing. */
const leastTaps = 30;
/** Counts are made again from the ratios that the report answers. */
function sideOf(impressions: number | null, ttr: number | null, ir: number | null, cpt: number | null): SideCounts {
  const taps = rounded(partOf(impressions, ttr));
  return { impressions, taps, installs: rounded(partOf(impressions, ir)), spend: partOf(taps, cpt) };
}

/** Of nothing there is no part; without a ratio it is not known. */
const partOf = (whole: number | null, ratio: number | null): number | null =>
  whole === 0 ? 0 : whole === null || ratio === null ? null : whole * ratio;
const rounded = (count: number | null): number | null => (count === null ? null : Math.round(count));

export function comparisonOf(row: CppReportRow): Comparison {
  return compare(row.ad_group_id, row.name, {
    default: sideOf(row.default_impressions, row.default_ttr, row.default_ir, row.default_cpt),
    cpp: sideOf(row.cpp_impressions, row.cpp_ttr, row.cpp_ir, row.cpp_cpt),
  });
}

function compare(id: number, name: string, sides: Pick<Comparison, 'default' | 'cpp'>): Comparison {
  return { id, name, ...sides, verdict: verdictOf(sides) };
}

/** All ad groups together: ratios of sums. A sum that lacks a count is not known. */
export function sumComparisons(rows: readonly Comparison[]): Comparison {
  const sum = (side: 'default' | 'cpp'): SideCounts => {
    const total: SideCounts = { impressions: 0, taps: 0, installs: 0, spend: 0 };
    for (const row of rows) {
      for (const name of counts) {
        const sum = total[name];
        const next = row[side][name];
        total[name] = sum === null || next === null ? null : sum + next;
      }
    }
    return total;
  };
  return compare(0, '', { default: sum('default'), cpp: sum('cpp') });
}

const counts = ['impressions', 'taps', 'installs', 'spend'] as const;
const parts: Readonly<Record<Ratio, readonly [keyof SideCounts, keyof SideCounts]>> = {
  cpt: ['spend', 'taps'],
  ttr: ['taps', 'impressions'],
  cr: ['installs', 'taps'],
  ir: ['installs', 'impressions'],
};

/** A ratio of one side; `null` where it is not defined. */
export function ratioOf(side: SideCounts, ratio: Ratio): number | null {
  const [part, whole] = parts[ratio];
  const count = side[part];
  const of = side[whole];
  return count === null || of === null || of === 0 ? null : count / of;
}

const hasTaps = (sides: Pick<Comparison, 'default' | 'cpp'>): boolean =>
  (sides.default.taps ?? 0) >= leastTaps && (sides.cpp.taps ?? 0) >= leastTaps;

/** Page minus default; `null` where there are too few taps, or a side has none. */
export function differenceOf(sides: Pick<Comparison, 'default' | 'cpp'>, ratio: Ratio): Difference | null {
  if (!hasTaps(sides)) return null;
  const first = ratioOf(sides.default, ratio);
  const second = ratioOf(sides.cpp, ratio);
  if (first === null || second === null) return null;
  const value = second - first;
  // The cost of single taps is not known, so neither is the error of their mean.
  if (ratio === 'cpt') return { value, range: null };
  const [part, whole] = parts[ratio];
  const rate = (side: SideCounts) => ({ count: side[part] ?? 0, of: side[whole] ?? 0 });
  return { value, range: rangeOf(rate(sides.cpp), rate(sides.default)) };
}

/** Whether a difference is larger than chance explains. */
export const isClear = ({ range }: Difference): boolean => range !== null && (range.low > 0 || range.high < 0);

function verdictOf(sides: Pick<Comparison, 'default' | 'cpp'>): Verdict {
  const difference = differenceOf(sides, 'ir');
  if (difference === null) return 'few';
  if (!isClear(difference)) return 'unclear';
  return difference.value > 0 ? 'better' : 'worse';
}
