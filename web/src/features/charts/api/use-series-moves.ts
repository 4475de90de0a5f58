import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followMoves } from '../../../shared/live/live-connection.ts';
import type { ChangesQuestion } from './changes-api.ts';
import type { SeriesQuestion } from './series-api.ts';

/** Buckets are asked again at most this often, in milliseconds: an answer is whole, and the tables move many times a second. */
const pauseMs = 5_000;

/** Asks buckets that hold today, and what was changed in them, again after the tables of their applications moved, while `active`. */
export function useSeriesMoves(applicationIds: readonly number[], active: boolean, today: string): void {
  const client = useQueryClient();
  const key = [...new Set(applicationIds)].join();
  useEffect(() => {
    if (!active || key === '') return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const ask = () => {
      timer = null;
      for (const kind of ['series', 'changes']) {
        void client.invalidateQueries({
          queryKey: [kind],
          predicate: ({ queryKey }) => (queryKey[2] as (SeriesQuestion | ChangesQuestion)['params']).to >= today,
        });
      }
    };
    const stops = key.split(',').map((id) =>
      followMoves(Number(id), () => {
        timer ??= setTimeout(ask, pauseMs);
      }),
    );
    return () => {
      for (const stop of stops) stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [active, key, today, client]);
}
