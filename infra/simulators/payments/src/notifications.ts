import { createHmac } from 'node:crypto';
import type { PaymentsOptions } from './environment.ts';
import { type Books, instant } from './world.ts';

export const deliveryModes = [
  'normal',
  'hold',
  'drop',
  'duplicate',
  'shuffle',
  'two_h1',
  'wrong_signature',
  'stale',
] as const;
export type DeliveryMode = (typeof deliveryModes)[number];

interface Notification {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  /** The same bytes in every attempt. */
  readonly body: string;
  status: 'waiting' | 'held' | 'dropped' | 'delivered' | 'failed';
  attempts: number;
  due: number;
}

export interface Notifications {
  /** Notifies what happened at an instant of the simulated clock. */
  emit(type: string, data: object, at: number): void;
  setMode(mode: DeliveryMode): void;
  list(): readonly { id: string; event_id: string; event_type: string; status: string; attempts: number }[];
  /** All events so far, oldest first. */
  events(): readonly unknown[];
  stop(): Promise<void>;
}

/** Seconds until the next attempt; the last one goes on. */
const pauses = [1, 2, 5, 10, 30, 60] as const;
const mostAttempts = 60;
const responseTimeoutMs = 5000;
const shuffleMs = 150;

/** Signed notifications in an order and a timetable of their own. */
export function createNotifications(books: Books, { notifyUrl, webhookSecret }: PaymentsOptions): Notifications {
  const all: Notification[] = [];
  const running = new Set<Promise<void>>();
  let mode: DeliveryMode = 'normal';
  let count = 0;
  let stopped = false;
  const deliver = async (notification: Notification): Promise<void> => {
    const copies = mode === 'duplicate' ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      notification.attempts += 1;
      const isGood = await post(notifyUrl ?? '', notification.body, webhookSecret, mode);
      if (isGood) notification.status = 'delivered';
    }
    if (notification.status === 'delivered') return;
    notification.due = Date.now() + (pauses[notification.attempts - 1] ?? 60) * 1000;
    notification.status = notification.attempts >= mostAttempts ? 'failed' : 'waiting';
  };
  const look = (): void => {
    const ready = all.filter(({ status, due }) => status === 'waiting' && due <= Date.now());
    if (mode === 'shuffle') ready.sort((a, b) => (a.id < b.id ? 1 : -1));
    for (const notification of ready) {
      notification.due = Number.POSITIVE_INFINITY;
      const work: Promise<void> = deliver(notification).finally(() => running.delete(work));
      running.add(work);
    }
  };
  const timer = setInterval(() => !stopped && look(), 100);
  return {
    emit: (type, data, at) => {
      count += 1;
      const event_id = books.newId('evt');
      const id = books.newId('ntf');
      // Several events of one instant get different microseconds, as the provider does.
      const occurred_at = instant(at).replace('Z', `${String(count % 1000).padStart(3, '0')}Z`);
      const body = JSON.stringify({ event_id, event_type: type, occurred_at, notification_id: id, data });
      const status = notifyUrl === null || mode === 'drop' ? 'dropped' : mode === 'hold' ? 'held' : 'waiting';
      const due = Date.now() + (mode === 'shuffle' ? shuffleMs : 0);
      all.push({ id, event_id, event_type: type, body, status, attempts: 0, due });
      if (mode !== 'shuffle') look();
    },
    setMode: (next) => {
      mode = next;
      if (mode === 'hold' || mode === 'drop') return;
      for (const notification of all) {
        if (notification.status === 'held') notification.status = 'waiting';
        if (notification.status === 'waiting') notification.due = Math.min(notification.due, Date.now());
      }
      look();
    },
    list: () =>
      all.map(({ id, event_id, event_type, status, attempts }) => ({ id, event_id, event_type, status, attempts })),
    events: () => all.map(({ body }) => JSON.parse(body) as unknown),
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await Promise.allSettled(running);
    },
  };
}

async function post(url: string, body: string, secret: string, mode: DeliveryMode): Promise<boolean> {
  const now = Math.floor(Date.now() / 1000);
  const ts = mode === 'stale' ? now - 600 : now;
  const sign = (key: string) => createHmac('sha256', key).update(`${ts}:`).update(body).digest('hex');
  const good = sign(mode === 'wrong_signature' ? `${secret}x` : secret);
  const signature = mode === 'two_h1' ? `h1=${good};h1=${sign(`${secret}-old`)}` : `h1=${good}`;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'paddle-signature': `ts=${ts};${signature}` },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
