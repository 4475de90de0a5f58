import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectedApp } from './demo-session.ts';
import { isRefusal } from './phones/replies.ts';
import type { ProductClient, ProductResponse } from './product-client.ts';

/** Numbers of deliveries since the simulator's world began. */
export interface DeliveryCounts {
  installs: number;
  notifications: number;
  links: number;
  /** Answers that no repetition will change (4xx). */
  refused: number;
}

export interface SenderTools {
  readonly counts: DeliveryCounts;
  readonly signal: AbortSignal;
  /** Called when the product no longer knows the app's key. */
  readonly keyRefused: () => void;
}

/** Posts what is made with the app's key, to a path that may hold it. */
export type Sender = (
  path: string,
  body: (apiKey: string) => string,
  headers?: Readonly<Record<string, string>>,
) => Promise<ProductResponse>;

const AGAIN_MS = 5_000;

/** Sends under the app's present key; a refused key is asked for again, since the product may have made another. */
export function createSender(
  connection: () => ConnectedApp,
  post: ProductClient['post'],
  { counts, signal, keyRefused }: SenderTools,
): Sender {
  return async (path, body, headers) => {
    for (;;) {
      const { apiKey } = connection();
      const response = await post(path.replace('{api_key}', apiKey), body(apiKey), headers);
      if (response.status !== 401) {
        if (isRefusal(response.status)) counts.refused += 1;
        return response;
      }
      keyRefused();
      await sleep(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
}
