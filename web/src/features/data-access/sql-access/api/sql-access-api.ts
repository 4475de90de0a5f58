import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AuditedSqlQuery, SqlUserResponse, SqlUsersResponse } from '@tapwise/contract/sql';
import { request } from '../../../../shared/server/http/request.ts';

/** Users of SQL, with where SQL is asked. */
export const sqlUsersOptions = () =>
  queryOptions({
    queryKey: ['sql', 'users'],
    queryFn: async ({ signal }): Promise<SqlUsersResponse> =>
      (await request<SqlUsersResponse>({ method: 'GET', path: '/api/sql_users', signal })).body,
  });

export interface HistoryFilter {
  user: string | null;
  /** Days (UTC), both included. */
  from: string;
  to: string;
}

/** What users asked on some days, the newest first. */
export const auditedQueriesOptions = ({ user, from, to }: HistoryFilter) =>
  queryOptions({
    queryKey: ['sql', 'asked', user, from, to],
    queryFn: async ({ signal }): Promise<AuditedSqlQuery[]> => {
      const query = { from, to, ...(user === null ? {} : { user }) };
      const call = { method: 'GET', path: '/api/sql_queries', query, signal } as const;
      return (await request<{ queries: AuditedSqlQuery[] }>(call)).body.queries;
    },
    placeholderData: keepPreviousData,
  });

/** Applications (`null`: all, later ones too) and addresses a user is limited to. */
export interface UserFields {
  label: string;
  application_ids: number[] | null;
  addresses: string[];
}

export type UserCommand =
  | { method: 'POST'; path: '/api/sql_user'; body: UserFields }
  | { method: 'PUT'; path: '/api/sql_user'; body: UserFields & { user: string } }
  | { method: 'POST'; path: '/api/sql_user/rotate'; body: { user: string; keep_hours: number } }
  | { method: 'DELETE'; path: '/api/sql_user'; body: { user: string } };

/** A password that is shown once; `null` for commands that make none. */
export type NewPassword = Pick<SqlUserResponse, 'user' | 'password'> | null;

/** Sends a command; the list is read again before it counts as done. */
export function useUserCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (command: UserCommand): Promise<NewPassword> => {
      const { body } = await request<Partial<SqlUserResponse>>(command);
      await client.invalidateQueries({ queryKey: sqlUsersOptions().queryKey });
      const { user, password } = body;
      return user === undefined || password === undefined ? null : { user, password };
    },
  });
}
