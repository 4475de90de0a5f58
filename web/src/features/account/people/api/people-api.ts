import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Account, Collaborator, ListedSession } from '@tapwise/contract';
import { request } from '../../../../shared/server/http/request.ts';
import { accountQueryOptions } from '../../session/index.ts';

export type Access = Account['access'];

/** Members by the day they joined, then invitations that are open. */
export const collaboratorsQuery = () =>
  queryOptions({
    queryKey: ['collaborators'],
    queryFn: async ({ signal }): Promise<Collaborator[]> => {
      const path = '/api/account/collaborators';
      return (await request<{ collaborators: Collaborator[] }>({ method: 'GET', path, signal })).body.collaborators;
    },
  });

/** Where the account is signed in. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }): Promise<ListedSession[]> => {
      const path = '/api/sessions';
      return (await request<{ sessions: ListedSession[] }>({ method: 'GET', path, signal })).body.sessions;
    },
  });

/** One group of fields a call; `null`: unchanged. */
export type AccountChange =
  | { name: string | null; organizationName: string | null; password: string | null }
  | { receive_product_updates: boolean }
  | { share_usage: boolean }
  | { mail_switches: Account['mail_switches'] };

/** A command about people: the address it goes to, its body, and what has to be read again. */
export type PeopleCommand =
  | { method: 'PUT'; path: '/api/account'; body: AccountChange }
  | { method: 'POST'; path: '/api/account/email'; body: { email: string; password: string } }
  | { method: 'POST'; path: '/api/account/verification'; body: object }
  | { method: 'POST'; path: '/api/account/collaborator'; body: { email: string; access: Access } }
  | { method: 'PUT'; path: '/api/account/collaborator'; body: { account_id: number; access: Access } }
  | {
      method: 'DELETE';
      path: '/api/account/collaborator';
      body: { account_id: number | null; collaborator_token: string | null };
    }
  | { method: 'DELETE'; path: '/api/sessions'; body: { session_id: string } | { others: true } }
  | { method: 'POST'; path: '/api/account/export'; body: object };

/** Sends a command; what it changed is read again before it counts as done. */
export function usePeopleCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (command: PeopleCommand) => {
      await request(command);
      const changed = changedBy(command);
      if (changed !== undefined) await client.invalidateQueries({ queryKey: changed });
    },
  });
}

function changedBy({ path }: PeopleCommand): readonly unknown[] | undefined {
  if (path === '/api/account/collaborator') return collaboratorsQuery().queryKey;
  if (path === '/api/sessions') return sessionsQuery().queryKey;
  const isAccount = path === '/api/account' || path === '/api/account/export';
  return isAccount ? accountQueryOptions().queryKey : undefined;
}

/** Deletes the account. @returns when, if that takes its time; then the account says so from here on. */
export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (password: string) => {
      const call = { method: 'DELETE', path: '/api/account', body: { password } } as const;
      const { deletes_at } = (await request<{ deletes_at: string | null }>(call)).body;
      if (deletes_at !== null) await client.invalidateQueries({ queryKey: accountQueryOptions().queryKey });
      return deletes_at;
    },
  });
}
