import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** An app whose users report their first launch, each until it is answered, as the SDK does. */
export interface Poster {
  /** Ids that the product has answered 200, and how it answered others before. */
  readonly acknowledged: ReadonlySet<string>;
  readonly refusals: ReadonlyMap<string, number>;
  /** Resolves when a first launch that was reported after this call is answered. */
  nextAnswer(): Promise<void>;
  /** Reports no more, and resolves when all are answered. */
  end(): Promise<void>;
}

const everyMs = 100;
const againMs = 500;
const responseTimeoutMs = 8000;
const knownAtOnce = 40;

export function startPoster(url: string, apiKey: string): Poster {
  const acknowledged = new Set<string>();
  const refusals = new Map<string, number>();
  const waiting = new Set<Promise<void>>();
  let ended = false;
  const post = async (id: string): Promise<void> => {
    const first_launch_at = new Date().toISOString();
    for (;;) {
      const how = await attempt(`${url}/sdk/v1/attribution`, {
        api_key: apiKey,
        install_id: id,
        first_launch_at,
        sent_at: new Date().toISOString(),
      });
      if (how === '200') break;
      refusals.set(how, (refusals.get(how) ?? 0) + 1);
      await pause(againMs);
    }
    acknowledged.add(id);
  };
  const begin = (): Promise<void> => {
    const posting = post(randomUUID()).finally(() => waiting.delete(posting));
    waiting.add(posting);
    return posting;
  };
  const running = (async () => {
    while (!ended) {
      if (waiting.size < knownAtOnce) void begin();
      await pause(everyMs);
    }
  })();
  return {
    acknowledged,
    refusals,
    nextAnswer: begin,
    end: async () => {
      ended = true;
      await running;
      await Promise.all(waiting);
    },
  };
}

/** @returns the status of the answer, or that there was none. */
async function attempt(address: string, body: object): Promise<string> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch {
    return 'no answer';
  }
}
