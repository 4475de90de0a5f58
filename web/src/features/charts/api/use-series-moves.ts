import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followMoves } from '../../../shared/live/live-connection.ts';
import type { SeriesQuestion } from './series-api.ts';

/** Buckets are asked again at most this often, in milliseconds: an answer is whole, and the tables move many times a second. */
const pauseMs = 5_000;

/** Asks buckets that hold today again after the tables of their applications moved, while `active`. */
export function useSeriesMoves(applicationIds: readonly number[], active: boolean, today: string): void {
  const client = useQueryClient();
  const key = [...new Set(applicationIds)].join();
  useEffect(() => {
    if (!active || key === '') return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const ask = () => {
      timer = null;
      void client.invalidateQueries({
        queryKey: ['series'],
        predicate: ({ queryKey }) => (queryKey[2] as SeriesQuestion['params']).to >= today,
      });
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
