import { setTimeout as pause } from 'node:timers/promises';

/** Posts of an app that come all the time, whether the product answers or not. */
export interface SteadyPosts {
  /** Ids of installs that were answered with 2xx. */
  readonly acknowledged: ReadonlySet<string>;
  stop(): Promise<void>;
}

const everyMs = 100;
const answerMs = 5000;

/** Reports one first launch after the other; one that is not acknowledged is sent again, as the SDK does. */
export function startPosting(ingestUrl: string, apiKey: string): SteadyPosts {
  const acknowledged = new Set<string>();
  const stopping = new AbortController();
  const post = async (installId: string): Promise<boolean> => {
    const body = { api_key: apiKey, install_id: installId, first_launch_at: new Date().toISOString(), locale: 'en_US' };
    try {
      const response = await fetch(`${ingestUrl}/sdk/v1/attribution`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerMs),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      // Nothing listens while the versions change.
      return false;
    }
  };
  const posting = (async () => {
    for (let number = 0; !stopping.signal.aborted; ) {
      const installId = `upgrade-${number}`;
      if (await post(installId)) {
        acknowledged.add(installId);
        number += 1;
      }
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    acknowledged,
    stop: async () => {
      stopping.abort();
      await posting;
    },
  };
}
