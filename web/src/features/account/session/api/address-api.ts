import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../../shared/server/http/request.ts';
import { tokenStore } from '../../../../shared/storage/token-store.ts';
import { accountQueryOptions } from './session-api.ts';

/** What an invitation says to who opens it. */
export interface Invitation {
  organization_name: string;
  email: string;
}

/** Whom an invitation is for. @throws ApiError 404 when it is used, expired or unknown. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }): Promise<Invitation> => {
      const call = {
        method: 'GET',
        path: '/api/account/collaborator',
        query: { token },
        signIn: true,
        signal,
      } as const;
      return (await request<Invitation>(call)).body;
    },
    retry: false,
  });

/** Asks for a link that sets a new password. The answer is the same for unknown addresses. */
export function useRequestReset() {
  return useMutation({
    mutationFn: (email: string) =>
      request({ method: 'POST', path: '/api/account/password_reset', body: { email }, signIn: true }),
  });
}

/** Confirms an address with the secret of a mailed link. @returns the address. */
export function useVerify() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (verification_token: string) => {
      const body = { verification_token };
      const call = { method: 'POST', path: '/api/account/verify', body, signIn: true } as const;
      const response = await request<{ email: string }>(call);
      if (tokenStore.get() !== null) await client.invalidateQueries({ queryKey: accountQueryOptions().queryKey });
      return response.body.email;
    },
  });
}

/** Takes back that the account is to be deleted, with the secret of the mailed link. @returns the address. */
export function useKeepAccount() {
  return useMutation({
    mutationFn: async (keep_token: string) => {
      const call = { method: 'POST', path: '/api/account/keep', body: { keep_token }, signIn: true } as const;
      return (await request<{ email: string }>(call)).body.email;
    },
  });
}

/** Does what the link of a mail says; done twice it is the same. @throws ApiError 404 for a link that is none of ours. */
export function useUnsubscribe() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (token: string) => {
      const path = `/unsubscribe/${encodeURIComponent(token)}`;
      await request({ method: 'POST', path, body: {}, signIn: true });
      if (tokenStore.get() !== null) await client.invalidateQueries({ queryKey: accountQueryOptions().queryKey });
    },
  });
}
