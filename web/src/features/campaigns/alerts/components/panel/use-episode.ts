import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AlertEpisode } from '@tapwise/contract/alerts';
import { episodesOfAlertOptions, openEpisodesOptions } from '../../api/alerts-api.ts';

interface FoundEpisode {
  /** `undefined`: not there, or not yet. */
  episode: AlertEpisode | undefined;
  pending: boolean;
}

/** An incident by its id: among the open ones, or those of its alert, where the address names one. */
export function useEpisode(applicationId: number, id: string, alertId: number | null): FoundEpisode {
  const open = useQuery(openEpisodesOptions(applicationId));
  const history = useInfiniteQuery({
    ...episodesOfAlertOptions(applicationId, alertId ?? 0),
    enabled: alertId !== null,
  });
  const all = [...(open.data ?? []), ...(history.data?.pages.flat() ?? [])];
  return {
    episode: all.find((episode) => episode.id === id),
    pending: open.isPending || (alertId !== null && history.isPending),
  };
}
