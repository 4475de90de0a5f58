import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Alert, AlertEpisode, ChangedAlertResponse, EpisodesResponse } from '@tapwise/contract/alerts';
import { alertsKey } from '../../../../shared/campaigns/alerts/alerts-query.ts';
import { request } from '../../../../shared/server/http/request.ts';

const path = '/api/asa/alerts';
const episodes = `${path}/episodes`;
const pageSize = 50;

/** All incidents of an application that are not over. */
export const openEpisodesOptions = (applicationId: number) =>
  queryOptions({
    queryKey: [...alertsKey(applicationId), 'open'],
    queryFn: async ({ signal }): Promise<AlertEpisode[]> => {
      const open: AlertEpisode[] = [];
      for (;;) {
        const last = open.at(-1);
        const before = last === undefined ? {} : { before: last.id };
        const query = { application_id: applicationId, open: 'true', ...before };
        const { body } = await request<EpisodesResponse>({ method: 'GET', path: episodes, query, signal });
        open.push(...body.episodes);
        if (body.episodes.length < pageSize) return open;
      }
    },
  });

/** Incidents of one alert, newest first, a page at a time. */
export const episodesOfAlertOptions = (applicationId: number, alertId: number) =>
  infiniteQueryOptions({
    queryKey: [...alertsKey(applicationId), 'episodes', alertId],
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }): Promise<AlertEpisode[]> => {
      const before = pageParam === null ? {} : { before: pageParam };
      const query = { application_id: applicationId, alert_id: alertId, ...before };
      return (await request<EpisodesResponse>({ method: 'GET', path: episodes, query, signal })).body.episodes;
    },
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.id),
  });

/** What of an alert a person may change on this page. */
export type AlertUpdates = Partial<Pick<Alert, 'on' | 'severity' | 'for' | 'clear' | 'channels' | 'mail'>> & {
  settings?: NonNullable<Alert['settings']>;
};

/** @returns what the server warns of */
export async function updateAlert(
  applicationId: number,
  { id, version }: Pick<Alert, 'id' | 'version'>,
  updates: AlertUpdates,
): Promise<readonly string[]> {
  const body = { application_id: applicationId, id, based_on: version, updates };
  return (await request<ChangedAlertResponse>({ method: 'PUT', path, body })).body.warnings;
}

export async function deleteAlert(applicationId: number, id: number): Promise<void> {
  await request({ method: 'DELETE', path, body: { application_id: applicationId, id } });
}

/** @returns the incidents as they then are */
export async function acknowledge(
  applicationId: number,
  episodeIds: readonly string[],
  note: string,
): Promise<AlertEpisode[]> {
  const body = { application_id: applicationId, episode_ids: episodeIds, ...(note === '' ? {} : { note }) };
  return (await request<EpisodesResponse>({ method: 'POST', path: `${path}/acknowledge`, body })).body.episodes;
}

/** An alert, or one of its objects. */
export interface SnoozeSubject {
  alertId: number;
  key?: string;
}

/** @param until `null` ends the snooze. */
export async function snooze(applicationId: number, subject: SnoozeSubject, until: string | null): Promise<void> {
  const { alertId, key } = subject;
  const body = { application_id: applicationId, alert_id: alertId, ...(key === undefined ? {} : { key }), until };
  await request({ method: 'POST', path: `${path}/snooze`, body });
}
