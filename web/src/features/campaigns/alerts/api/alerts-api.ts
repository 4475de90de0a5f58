import { queryOptions } from '@tanstack/react-query';
import type { Alert, AlertChannel, AlertEpisode } from '@tapwise/contract/alerts';
import { request } from '../../../../shared/server/http/request.ts';

const path = '/api/asa/alerts';
const channelsPath = '/api/asa/alert_channels';

/** What all answers about the alerts of an application are kept under. */
export const alertsKey = (applicationId: number) => ['alerts', applicationId];

export const alertsOptions = (applicationId: number) =>
  queryOptions({
    queryKey: [...alertsKey(applicationId), 'list'],
    queryFn: async ({ signal }): Promise<Alert[]> => {
      const query = { application_id: applicationId };
      return (await request<{ alerts: Alert[] }>({ method: 'GET', path, query, signal })).body.alerts;
    },
  });

/** Incidents that are not over. */
export const openEpisodesOptions = (applicationId: number) =>
  queryOptions({
    queryKey: [...alertsKey(applicationId), 'open'],
    queryFn: async ({ signal }): Promise<AlertEpisode[]> => {
      const query = { application_id: applicationId, open: 'true' };
      const call = { method: 'GET', path: `${path}/episodes`, query, signal } as const;
      return (await request<{ episodes: AlertEpisode[] }>(call)).body.episodes;
    },
  });

/** Where alerts of the team are sent to. */
export const channelsOptions = queryOptions({
  queryKey: ['alert-channels'],
  queryFn: async ({ signal }): Promise<AlertChannel[]> =>
    (await request<{ channels: AlertChannel[] }>({ method: 'GET', path: channelsPath, signal })).body.channels,
});

export interface AlertUpdates {
  readonly on?: boolean;
  readonly mail?: boolean;
  readonly channels?: readonly string[];
}

export async function updateAlert(applicationId: number, id: number, updates: AlertUpdates): Promise<Alert> {
  const body = { application_id: applicationId, id, updates };
  return (await request<{ alert: Alert }>({ method: 'PUT', path, body })).body.alert;
}

export async function acknowledge(applicationId: number, episodeId: string): Promise<void> {
  const body = { application_id: applicationId, episode_ids: [episodeId] };
  await request({ method: 'POST', path: `${path}/acknowledge`, body });
}

/** @param until ISO 8601; `null` ends the snooze. */
export async function snooze(applicationId: number, episode: AlertEpisode, until: string | null): Promise<void> {
  const body = { application_id: applicationId, alert_id: episode.alert_id, key: episode.key, until };
  await request({ method: 'POST', path: `${path}/snooze`, body });
}

export interface NewChannel {
  readonly kind: AlertChannel['kind'];
  readonly name: string;
  readonly url?: string;
  readonly account_ids?: readonly number[];
}

export async function addChannel(channel: NewChannel): Promise<{ readonly webhook_secret?: string }> {
  return (await request<{ webhook_secret?: string }>({ method: 'POST', path: channelsPath, body: channel })).body;
}

export async function removeChannel(id: string): Promise<void> {
  await request({ method: 'DELETE', path: channelsPath, body: { id } });
}

export interface ChannelTest {
  readonly delivered: boolean;
  readonly answer: string;
}

export const testChannel = async (id: string): Promise<ChannelTest> =>
  (await request<ChannelTest>({ method: 'POST', path: `${channelsPath}/test`, body: { id } })).body;
