import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { scheduleCommit } from '../../server/live/commit-scheduler.ts';
import { watchReport } from '../../server/live/live-connection.ts';
import { joinUpdates, type RowStore, type RowsUpdate } from '../model/rows/row-store.ts';
import { type ReportQuestion, reportQueryOptions } from './report-api.ts';

/** A refused watch leads to a new question at most this often, so that a lasting refusal is no loop. */
const refusalPauseMs = 30_000;

/**
 * Lets pushed rows flow into the rows on the screen, while `active`. What comes in between two commits is joined; when
 * the server cannot go on from the position of the screen, the report is asked again.
 */
export function useLiveRows(question: ReportQuestion | null, store: RowStore | null, active: boolean): void {
  const client = useQueryClient();
  // A page may follow several reports: each has commits of its own.
  const commitKey = useId();
  useEffect(() => {
    if (!active || question === null || store === null) return;
    let waiting: RowsUpdate | null = null;
    const stop = watchReport({
      call: question.call,
      params: watchParams(question),
      since: store.position,
      onRows: (message) => {
        waiting = joinUpdates(waiting, message);
        scheduleCommit(commitKey, () => {
          if (waiting !== null) store.apply(waiting, performance.now());
          waiting = null;
        });
      },
      onRefused: () => {
        const { queryKey } = reportQueryOptions(question);
        const requestedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
        if (Date.now() - requestedAt > refusalPauseMs) void client.invalidateQueries({ queryKey });
      },
    });
    return () => {
      waiting = null;
      stop();
    };
  }, [active, question, store, client, commitKey]);
}

function watchParams({ params }: ReportQuestion): Record<string, string | number> {
  const definedParams = Object.entries(params).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  );
  return Object.fromEntries(definedParams);
}
