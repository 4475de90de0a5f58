import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AppleAdsConnection, AppleAdsResponse } from '@tapwise/contract/apple-ads';
import { request } from '../../../../shared/server/http/request.ts';
import { accountQueryOptions } from '../../session/index.ts';

/** One organization of an application. */
export interface ConnectionScope {
  readonly application_id: number;
  readonly asa_organization_id: number;
}

const disconnectedMs = 5_000;
const calmMs = 30_000;

/** How the organizations of an application are connected; asked again sooner while one of them is disconnected. */
export const appleAdsQuery = (application_id: number) =>
  queryOptions({
    queryKey: ['apple-ads', application_id],
    queryFn: async ({ signal }): Promise<AppleAdsResponse> => {
      const path = '/api/application/apple_ads';
      return (await request<AppleAdsResponse>({ method: 'GET', path, query: { application_id }, signal })).body;
    },
    refetchInterval: ({ state }) =>
      state.data?.organizations.some((connection) => connection.state === 'standing') ? disconnectedMs : calmMs,
  });

/** The public half of the organization's key, made where there is none, or made anew. */
export function usePublicKey(scope: ConnectionScope) {
  return useMutation({
    mutationFn: async (options: { replace?: true }): Promise<string> => {
      const call = { method: 'POST', path: '/api/application/apple_ads/key', body: { ...scope, ...options } } as const;
      return (await request<{ public_key: string }>(call)).body.public_key;
    },
  });
}

export interface CredentialNames {
  readonly client_id: string;
  readonly team_id: string;
  readonly key_id: string;
}

/** What connects an organization: its own credentials, or the account that it is. */
export type ConnectionCommand =
  | { path: '/api/application/apple_ads/credentials'; body: ConnectionScope & CredentialNames }
  | { path: '/api/application/apple_ads/account'; body: ConnectionScope & { ad_account_id: number } };

/** Sends a command; what it changed is shown before it counts as done. */
export function useConnectionCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (command: ConnectionCommand) => {
      const { connection } = (await request<{ connection: AppleAdsConnection }>({ method: 'POST', ...command })).body;
      client.setQueryData(appleAdsQuery(command.body.application_id).queryKey, (before) =>
        before === undefined ? undefined : withConnection(before, connection),
      );
      await client.invalidateQueries({ queryKey: accountQueryOptions().queryKey });
    },
  });
}

const withConnection = (response: AppleAdsResponse, changed: AppleAdsConnection): AppleAdsResponse => ({
  ...response,
  organizations: response.organizations.map((connection) =>
    connection.organization_id === changed.organization_id ? changed : connection,
  ),
});
