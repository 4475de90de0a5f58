import { Agent, request } from 'undici';
import { OutsideCallError } from '../../http/outside-call-error.ts';
import { readBounded } from '../../http/read-bounded.ts';
import { withSignal } from '../../http/with-signal.ts';
import { type RecordResponse, responseFromRecord } from './mapping.ts';
import { attributionRecordWire } from './schemas.ts';

/** Outcome of a token. Only after `no_record_yet` and `unavailable` can asking again help. */
export type AdServicesResponse =
  | RecordResponse
  | { kind: 'token_rejected' }
  | { kind: 'no_record_yet' }
  | { kind: 'unavailable'; cause: unknown };

export interface AdServicesClient {
  /**
   * Exchanges the token of an install. Never throws: whatever goes wrong on the way is `unavailable`.
   * @param options.timeoutMs For this call alone, connection and answer together.
   */
  exchange(token: string, options?: { timeoutMs?: number; signal?: AbortSignal }): Promise<AdServicesResponse>;
  close(): Promise<void>;
}

/** Real records are under 1 kB. */
const maxResponseBytes = 64 * 1024;

/**
 * Opens the attribution service.
 * @param options.url Full address of the endpoint.
 * @param options.timeoutMs Longest wait for one answer.
 * @param options.connections Calls that may be under way at once; further ones wait inside their timeout.
 */
export function createAdServicesClient(options: {
  url: string;
  timeoutMs: number;
  connections?: number;
}): AdServicesClient {
  const agent = new Agent({
    connections: options.connections ?? 64,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    connect: { timeout: Math.min(options.timeoutMs, 5000) },
  });
  return {
    exchange: async (token, call = {}) => {
      const ends = { signals: [call.signal], withinMs: call.timeoutMs ?? options.timeoutMs };
      try {
        return await withSignal(ends, (signal) => exchange(options.url, token, agent, signal));
      } catch (cause) {
        return { kind: 'unavailable', cause };
      }
    },
    close: () => agent.destroy(),
  };
}

async function exchange(url: string, token: string, agent: Agent, signal: AbortSignal): Promise<AdServicesResponse> {
  const { statusCode, body } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: token,
    dispatcher: agent,
    signal,
  });
  if (statusCode === 200) {
    const text = (await readBounded(body, maxResponseBytes)).toString('utf8');
    return responseFromRecord(attributionRecordWire.parse(JSON.parse(text)));
  }
  await body.dump({ limit: maxResponseBytes, signal });
  if (statusCode === 400) return { kind: 'token_rejected' };
  if (statusCode === 404) return { kind: 'no_record_yet' };
  const message = `The attribution service answered ${statusCode}`;
  return { kind: 'unavailable', cause: new OutsideCallError(message, { status: statusCode }) };
}
