import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

/** What the product said to a post. `retryAfterMs` is its own wish, if it has one. */
export interface ProductResponse {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfterMs: number | null;
  /** Where in its log the product wrote what was posted, as it says in `x-log-position`. */
  readonly logPosition: string | null;
}

/** Posts JSON to one address of the product over kept-alive connections. */
export interface ProductClient {
  /** One attempt. @throws when the connection fails or no answer comes within 20 s */
  post(path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<ProductResponse>;
  /** Posts until the product has an opinion: repeats after connection errors, 5xx and 429. Ends early on close. */
  postUntilAnswered(path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<ProductResponse>;
  close(): Promise<void>;
}

/** Status of an answer that never came because the client was closed. */
export const CLOSED = 0;

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;

/** @param onRefusal called with the pause (ms) after each answer 429 or 503 */
export function createProductClient(
  baseUrl: string,
  connections: number,
  onRefusal: (waitMs: number) => void = () => {},
): ProductClient {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const pool = new Pool(base.origin, { connections, pipelining: 1, headersTimeout: 20_000, bodyTimeout: 20_000 });
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const post: ProductClient['post'] = async (path, body, headers = {}) => {
    const response = await pool.request({
      path: `${prefix}${path}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    const text = await response.body.text();
    return {
      status: response.statusCode,
      body: readJson(text),
      retryAfterMs: secondsHeader(response.headers['retry-after']),
      logPosition: first(response.headers['x-log-position']) ?? null,
    };
  };
  return {
    post,
    async postUntilAnswered(path, body, headers) {
      for (let pause = FIRST_PAUSE_MS; !closing.signal.aborted; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
        const response = await post(path, body, headers).catch(() => null);
        if (response !== null && response.status < 500 && response.status !== 429) return response;
        const wait = response?.retryAfterMs ?? pause * (0.75 + Math.random() / 2);
        if (response?.status === 429 || response?.status === 503) onRefusal(wait);
        await sleep(wait, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      }
      return { status: CLOSED, body: null, retryAfterMs: null, logPosition: null };
    },
    async close() {
      closing.abort();
      await pool.destroy();
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function secondsHeader(value: string | string[] | undefined): number | null {
  const seconds = Number(first(value));
  return value === undefined || Number.isNaN(seconds) ? null : seconds * 1000;
}

const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
