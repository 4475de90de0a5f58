import { Counter } from 'prom-client';
import { metricsRegistry } from '../observability/metrics.ts';
import type { SignatureVerdict } from './notification-signature.ts';

const verdicts: readonly SignatureVerdict[] = ['ok', 'malformed', 'stale', 'wrong'];
const notifications = new Counter({
  name: 'tapwise_payment_notifications_total',
  help: 'Notifications that came from the payment provider, or claimed to, by what their signature is.',
  labelNames: ['signature'],
  registers: [metricsRegistry],
});
// A rise from nothing is seen only where nothing was shown before.
for (const signature of verdicts) notifications.inc({ signature }, 0);

/** Counts a notification by what its signature is, in the figures of this process. */
export const countNotification = (signature: SignatureVerdict): void => notifications.inc({ signature });

const keyNotices = new Counter({
  name: 'tapwise_payment_key_notices_total',
  help: 'Notifications of the payment provider about our key: that it lapses, has lapsed, was revoked or exposed.',
  registers: [metricsRegistry],
});

export const countKeyNotice = (): void => keyNotices.inc();
