import type { ChangeResponse } from '@tapwise/contract';
import { ApiError } from '../../server/http/api-error.ts';
import type { HttpCall } from '../../server/http/http-client.ts';
import { request } from '../../server/http/request.ts';

/** One limit a write goes over, by the row that does. */
export interface GuardrailRow {
  key: string;
  field: string;
  guardrail: string;
  limit: number;
  value: number;
}

const settled = new Set(['partial', 'error']);

/**
 * Sends a write. An answer with the outcome of each row is no failure, even where no row was changed.
 * @throws ApiError for everything else; `guardrailRows` reads what a guardrail refused.
 */
export async function sendWrite(call: Pick<HttpCall, 'method' | 'path' | 'body'>): Promise<ChangeResponse> {
  try {
    return (await request<ChangeResponse>(call)).body;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { response } = error;
    if (!settled.has(String(response.status)) || !Array.isArray(response.results)) throw error;
    return response as unknown as ChangeResponse;
  }
}

/** The rows a guardrail refused; `null` for any other failure. */
export function guardrailRows(error: unknown): readonly GuardrailRow[] | null {
  if (!(error instanceof ApiError) || error.code !== 'guardrail') return null;
  return Array.isArray(error.response.rows) ? (error.response.rows as GuardrailRow[]) : [];
}

/** The state of a change by now. */
export async function readChange(applicationId: number, changeId: string): Promise<ChangeResponse> {
  const query = { application_id: applicationId, change_id: changeId };
  try {
    return (await request<ChangeResponse>({ method: 'GET', path: '/api/asa/changes', query })).body;
  } catch (error) {
    if (error instanceof ApiError && Array.isArray(error.response.results))
      return error.response as unknown as ChangeResponse;
    throw error;
  }
}

export interface UndoWish {
  application_id: number;
  change_id: string;
  /** Only these rows. */
  keys?: readonly string[];
  force_keys?: readonly string[];
  dry_run?: boolean;
}

export const undoChange = (body: UndoWish): Promise<ChangeResponse> =>
  sendWrite({ method: 'POST', path: '/api/asa/undo', body });
