import type { ReportRow, ReportTotals } from '@tapwise/contract';
import { useMemo } from 'react';
import { formatDayRange } from '../../../calendar/day-texts.ts';
import { type ReportQuestion, useReport } from '../../api/report-api.ts';
import { reportMessages as words } from '../../messages.ts';
import { maturityOf, meanMaturity } from '../../model/rows/maturity.ts';
import { type CompareChoice, differInMaturity, earlierPeriod } from '../../model/scope/compare-periods.ts';
import type { DayRange } from '../../model/scope/range.ts';
import type { ReportRows } from './use-report-rows.ts';

/** The earlier period of a report. */
export interface Compared {
  days: DayRange;
  rowOf: (row: ReportRow) => ReportRow | undefined;
  totals: ReportTotals;
  rows: readonly ReportRow[];
}

/** The same report over the earlier period; `null` while nothing is compared, or until it has come. */
export function useCompared(question: ReportQuestion | null, choice: CompareChoice) {
  const { from, to } = question?.params ?? {};
  const days = from === undefined || to === undefined ? null : earlierPeriod({ from, to }, choice);
  const earlier = question === null || days === null ? null : { ...question, params: { ...question.params, ...days } };
  const query = useReport(earlier);
  const response = query.isPlaceholderData || earlier === null ? undefined : query.data?.response;
  const first = days?.from;
  const last = days?.to;
  const compared = useMemo((): Compared | null => {
    if (response === undefined || first === undefined || last === undefined) return null;
    const byId = new Map(response.rows.map((row) => [row.id, row]));
    const rowOf = (row: ReportRow) => byId.get(row.id);
    return { days: { from: first, to: last }, rowOf, totals: response.totals, rows: response.rows };
  }, [response, first, last]);
  return { compared, error: query.isError && earlier !== null ? query.error : null, retry: query.refetch };
}

/** What must be known before two periods are compared: that one of them has had longer to earn; `null` when both have. */
export function useMaturityGap(
  question: ReportQuestion | null,
  rows: ReportRows,
  choice: CompareChoice,
): string | null {
  const { compared } = useCompared(question, choice);
  const gap = compared === null || rows.report === null ? null : maturityGap(rows.report.response, compared);
  if (gap === null || compared === null) return null;
  const { from, to } = compared.days;
  const percent = (part: number) => Math.round(part * 100);
  return words.periodsDiffer(formatDayRange(from, to, to), percent(gap.now), percent(gap.before));
}

/** Maturity of each period's cohorts, when it differs so much that their incomes do not compare. */
function maturityGap(
  now: { rows: readonly ReportRow[]; totals: ReportTotals },
  before: Compared,
): { now: number; before: number } | null {
  const far = ({ rows, totals }: typeof now) => maturityOf(totals) ?? meanMaturity(rows);
  const here = far(now);
  const there = far(before);
  return here !== null && there !== null && differInMaturity(here, there) ? { now: here, before: there } : null;
}
