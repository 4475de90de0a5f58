import { metricsRegistry } from '@tapwise/adapters';
import { deliveryAttempts, waitingDeliveries } from '@tapwise/projections/queries';
import { Gauge } from 'prom-client';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { inTime } from './in-time.ts';

const registers = [metricsRegistry];
const labelNames = ['attempt'];
const waiting = new Gauge({
  name: 'tapwise_webhook_deliveries_waiting',
  help: 'Deliveries to customers that wait, for their first attempt or for another one.',
  labelNames,
  registers,
});
const late = new Gauge({
  name: 'tapwise_webhook_delivery_late_seconds',
  help: 'How long ago the delivery that is due longest was due; 0 where none is. A first attempt may wait a day for a price.',
  labelNames,
  registers,
});

/** Sets the figures of deliveries to customers, by the tables. Without the tables they are left out. */
export async function measureDeliveries({ tables, now }: Pick<ApiDependencies, 'tables' | 'now'>): Promise<void> {
  for (const gauge of [waiting, late]) gauge.reset();
  const nowMs = now().getTime();
  const rows = await inTime(waitingDeliveries(tables, nowMs)).catch(() => undefined);
  if (rows === undefined) return;
  for (const attempt of deliveryAttempts) {
    const row = rows.find((candidate) => candidate.attempt === attempt);
    waiting.set({ attempt }, row?.deliveries ?? 0);
    late.set({ attempt }, (nowMs - (row?.due_since_ms ?? nowMs)) / 1000);
  }
}
