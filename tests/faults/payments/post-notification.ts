import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SentPayment } from './payment-history.ts';

/** Whether something of a run has failed, so that the rest of it ends. */
interface Run {
  readonly failed: boolean;
}

export async function rest(run: Run, ms: number): Promise<void> {
  await pause(ms);
  if (run.failed) throw new Error('The run has failed.');
}

/** Sends notifications as the payment provider does: signed over their bytes, and again until they are answered with 200. */
export interface Notifier {
  until(notification: SentPayment, run: Run): Promise<void>;
  repeats(): number;
}

const longestMs = 180_000;
const responseTimeoutMs = 5000;

export function createNotifier(url: string, secret: string): Notifier {
  let repeats = 0;
  const post = async (body: string): Promise<number> => {
    const ts = Math.floor(Date.now() / 1000);
    const h1 = createHmac('sha256', secret).update(`${ts}:${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'paddle-signature': `ts=${ts};h1=${h1}` };
    const signal = AbortSignal.timeout(responseTimeoutMs);
    const response = await fetch(url, { method: 'POST', headers, body, signal });
    await response.arrayBuffer();
    return response.status;
  };
  return {
    repeats: () => repeats,
    until: async (notification, run) => {
      const body = JSON.stringify({ notification_id: `ntf_${notification.event_id}`, ...notification });
      let last: unknown;
      for (const began = Date.now(); Date.now() - began < longestMs; repeats += 1) {
        last = await post(body).catch((error: unknown) => error);
        if (last === 200) return;
        await rest(run, 100);
      }
      throw new Error(`${notification.event_id} was not taken: ${String(last)}`);
    },
  };
}
