import { compareValues, type TableSort } from '../../../../shared/tables/table/table-sort.ts';
import type { Term } from './decisions.ts';

/** How the rows are narrowed. */
export interface TermFilter {
  text: string;
  /** Least impressions; terms under 10 never come. */
  least: number;
}

export const leastImpressions = 10;

const columns: Readonly<Record<string, (term: Term) => string | number | null>> = {
  text: ({ text }) => text,
  adGroup: ({ adGroupName }) => adGroupName,
  keyword: ({ keyword, source }) => keyword ?? source,
  impressions: ({ impressions }) => impressions,
  taps: ({ taps }) => taps,
  installs: ({ installs }) => installs,
  spend: ({ spend }) => spend,
  ttr: ({ ttr }) => ttr,
  cr: ({ cr }) => cr,
  note: ({ note }) => note,
};

/** Terms that pass the filter: known ones first, then as the answer has them, until a person sorts. */
export function termOrder(terms: readonly Term[], filter: TermFilter, sort: TableSort | null): number[] {
  const wanted = filter.text.trim().toLowerCase();
  const matching = terms.filter(
    (term) =>
      // Impressions that could not be read are not few.
      (term.impressions ?? filter.least) >= filter.least &&
      (wanted === '' ||
        [term.text, term.adGroupName, term.keyword ?? term.source].some((name) =>
          name?.toLowerCase().includes(wanted),
        )),
  );
  const value = sort === null ? undefined : columns[sort.column];
  if (sort !== null && value !== undefined) {
    matching.sort((first, other) => compareValues(value(first), value(other), sort.descending) || first.id - other.id);
  } else matching.sort((first, other) => Number(other.known) - Number(first.known) || first.id - other.id);
  return matching.map(({ id }) => id);
}

const summed = ['impressions', 'taps', 'installs', 'spend'] as const;

/** Sums of rows, without what could not be read; ratios of those sums. */
export function termTotals(terms: readonly Term[], order: readonly number[]) {
  const sums: Record<(typeof summed)[number], number | null> = {
    impressions: null,
    taps: null,
    installs: null,
    spend: null,
  };
  for (const id of order) {
    const term = terms[id];
    if (term === undefined) continue;
    for (const name of summed) if (term[name] !== null) sums[name] = (sums[name] ?? 0) + term[name];
  }
  if (order.length === 0) for (const name of summed) sums[name] = 0;
  const ratio = (part: number | null, whole: number | null) =>
    part === null || whole === null || whole === 0 ? null : part / whole;
  return { ...sums, ttr: ratio(sums.taps, sums.impressions), cr: ratio(sums.installs, sums.taps) };
}
export type TermTotals = ReturnType<typeof termTotals>;
