import { queryOptions } from '@tanstack/react-query';
import type { Collaborator } from '@tapwise/contract';
import type { AlertChannel, ChannelResponse, ChannelsResponse, ChannelTestResponse } from '@tapwise/contract/alerts';
import { request } from '../../../../shared/server/http/request.ts';

const path = '/api/asa/alert_channels';

/** Channels of the team. */
export const channelsOptions = () =>
  queryOptions({
    queryKey: ['alert-channels'],
    queryFn: async ({ signal }): Promise<AlertChannel[]> =>
      (await request<ChannelsResponse>({ method: 'GET', path, signal })).body.channels,
  });

/** People of the team; invitations that are open are left out. */
export const membersOptions = () =>
  queryOptions({
    queryKey: ['collaborators'],
    queryFn: async ({ signal }): Promise<Collaborator[]> => {
      const call = { method: 'GET', path: '/api/account/collaborators', signal } as const;
      return (await request<{ collaborators: Collaborator[] }>(call)).body.collaborators;
    },
  });

/** What a person enters of a channel; an address that is absent stays. */
export interface ChannelContent {
  name: string;
  url?: string;
  account_ids?: number[];
  quiet: AlertChannel['quiet'];
  digest: string | null;
  without_amounts: boolean;
}

export const createChannel = async (kind: AlertChannel['kind'], content: ChannelContent) =>
  (await request<ChannelResponse>({ method: 'POST', path, body: { kind, ...content } })).body;

export const changeChannel = async (id: string, content: ChannelContent) =>
  (await request<ChannelResponse>({ method: 'PUT', path, body: { id, ...content } })).body;

export async function deleteChannel(id: string): Promise<void> {
  await request({ method: 'DELETE', path, body: { id } });
}

export const testChannel = async (id: string): Promise<ChannelTestResponse> =>
  (await request<ChannelTestResponse>({ method: 'POST', path: `${path}/test`, body: { id } })).body;
