import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedSqlQuery, SqlExample, SqlView } from '@tapwise/contract/sql';
import { failureOf, attempt as sendOnce } from '../../../../shared/server/http/http-client.ts';
import { endSession, request } from '../../../../shared/server/http/request.ts';
import { tokenStore } from '../../../../shared/storage/token-store.ts';
import { type EngineResponse, engineError } from '../model/result.ts';

/** Views that can be asked, and statements to begin with. */
export interface SqlViews {
  views: SqlView[];
  examples: SqlExample[];
}

export const viewsOptions = () =>
  queryOptions({
    queryKey: ['sql', 'views'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<SqlViews> =>
      (await request<SqlViews>({ method: 'GET', path: '/api/sql_views', signal })).body,
  });

/** One's own, and what others of the team share. */
export const savedOptions = () =>
  queryOptions({
    queryKey: ['sql', 'saved'],
    queryFn: async ({ signal }): Promise<SavedSqlQuery[]> =>
      (await request<{ queries: SavedSqlQuery[] }>({ method: 'GET', path: '/api/sql_saved_queries', signal })).body
        .queries,
  });

export type SavedCommand =
  | { method: 'POST'; body: { id?: string; name: string; text: string; shared: boolean } }
  | { method: 'DELETE'; body: { id: string } };

/** Saves or deletes. @returns the id of what was saved. */
export function useSavedCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (command: SavedCommand): Promise<string> => {
      const { body } = await request<{ id: string }>({ ...command, path: '/api/sql_saved_query' });
      await client.invalidateQueries({ queryKey: savedOptions().queryKey });
      return body.id;
    },
  });
}

export interface RunCall {
  user: string;
  query: string;
  /** ClickHouse's name of a format. */
  format: string;
  max_rows?: number;
  signal?: AbortSignal;
}

/**
 * Runs a statement, once. Ending the signal ends it at the engine.
 * @throws ApiError for what the product refuses, Error with the engine's words for what the engine does.
 */
export async function runStatement({ signal, ...body }: RunCall): Promise<EngineResponse> {
  const token = tokenStore.get();
  const call = { method: 'POST', path: '/api/sql_query', body, ...(signal && { signal }) } as const;
  const response = await sendOnce(call, token);
  const code = response.headers.get('x-clickhouse-exception-code');
  if (code !== null) throw engineError(await response.text());
  if (!response.ok) {
    if (response.status === 401) endSession(token);
    const refusal = (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined;
    throw failureOf(response, refusal, false);
  }
  return {
    blob: await response.blob(),
    summary: response.headers.get('x-clickhouse-summary'),
    position: response.headers.get('x-log-position'),
  };
}
