import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { scheduleCommit } from '../../../shared/live/commit-scheduler.ts';
import { watchReport } from '../../../shared/live/live-connection.ts';
import { joinUpdates, type RowStore, type RowsUpdate } from '../model/row-store.ts';
import { type ReportQuestion, reportQueryOptions } from './report-api.ts';

/**
 * Lets pushed rows flow into the rows on the screen, while `active`. What comes in between two commits is joined; when
 * the server cannot go on from where the screen stands, the report is asked anew.
 */
export function useLiveRows(question: ReportQuestion | null, store: RowStore | null, active: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!active || question === null || store === null) return;
    let waiting: RowsUpdate | null = null;
    const stop = watchReport({
      call: question.call,
      params: watchParams(question),
      since: store.position,
      onRows: (message) => {
        waiting = joinUpdates(waiting, message);
        scheduleCommit('rows', () => {
          if (waiting !== null) store.apply(waiting, performance.now());
          waiting = null;
        });
      },
      onRefused: () => void client.invalidateQueries({ queryKey: reportQueryOptions(question).queryKey }),
    });
    return () => {
      waiting = null;
      stop();
    };
  }, [active, question, store, client]);
}

function watchParams({ params }: ReportQuestion): Record<string, string | number> {
  const given = Object.entries(params).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
  return Object.fromEntries(given);
}
