import type { CreationResponse } from '@tapwise/contract';
import { ApiError } from '../../server/http/api-error.ts';

interface Following {
  /** Asks for its progress beyond an offset; throws where it has failed or was cancelled. */
  ask: (progress: { campaign_id: number | null; offset: number }) => Promise<CreationResponse>;
  /** Waits until there may be something new; `false` ends the following. */
  wait: () => Promise<boolean>;
  /** Hears of each answer that is not the last. */
  onProgress: (response: CreationResponse) => void;
}

/**
 * Sends a request again until no offset comes back. The server drives the work: an answer that is lost, or never asked for,
 * changes nothing and is asked for again.
 * @returns the last answer; `null` when the following was ended before
 */
export async function followCreation(
  begun: { campaign_id: number | null; offset: number },
  { ask, wait, onProgress }: Following,
): Promise<CreationResponse | null> {
  let progress = begun;
  while (await wait()) {
    const response = await ask(progress).catch(lostOnly);
    if (response === null) continue;
    if (response.offset === undefined) return response;
    progress = { campaign_id: response.campaign_id, offset: Math.max(progress.offset, response.offset) };
    onProgress(response);
  }
  return null;
}

/** No answer, or one that says nothing about the creation. */
function lostOnly(error: unknown): null {
  if (error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)) return null;
  throw error;
}
