import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followMoves } from '../../../../shared/server/live/live-connection.ts';
import { refreshOnNotices } from '../../../../shared/server/live/refresh-on-notices.ts';
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
    const refresh = () => {
      for (const kind of ['series', 'changes']) {
        void client.invalidateQueries({
          queryKey: [kind],
          predicate: ({ queryKey }) => (queryKey[2] as (SeriesQuestion | ChangesQuestion)['params']).to >= today,
        });
      }
    };
    const followAll = (onMove: () => void) => {
      const stops = key.split(',').map((id) => followMoves(Number(id), onMove));
      return () => {
        for (const stop of stops) stop();
      };
    };
    return refreshOnNotices(followAll, refresh, pauseMs);
  }, [active, key, today, client]);
}
