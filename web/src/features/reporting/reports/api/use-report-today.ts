import { useMemo, useSyncExternalStore } from 'react';
import { type ReportQuestion, useReport } from '../../../../shared/report/api/report-api.ts';
import { useLiveRows } from '../../../../shared/report/api/use-live-rows.ts';
import { createRowStore } from '../../../../shared/report/model/rows/row-store.ts';
import { type Today, todayOf } from '../model/scope/today.ts';

/**
 * Today's totals of the report on the screen: asked for, then as they are pushed.
 * @param question `null` asks nothing
 * @returns `undefined` until the first answer, `null` when there was none
 */
export function useReportToday(question: ReportQuestion | null, flowing: boolean): Today | null | undefined {
  const query = useReport(question);
  const report = query.isPlaceholderData ? undefined : query.data;
  const store = useMemo(() => {
    if (report === undefined) return null;
    const { rows, totals, as_of } = report.response;
    return createRowStore({ rows, totals, asOf: as_of, position: report.position });
  }, [report]);
  useLiveRows(question, store, flowing && !query.isFetching);
  const totals = useSyncExternalStore(store?.subscribe ?? noUpdates, () => store?.totals().row ?? null);
  const asOf = useSyncExternalStore(store?.subscribe ?? noUpdates, () => store?.asOf() ?? null);
  if (totals !== null && asOf !== null) return { figures: todayOf(totals), asOf };
  return query.isError ? null : undefined;
}

const noUpdates = () => () => undefined;
