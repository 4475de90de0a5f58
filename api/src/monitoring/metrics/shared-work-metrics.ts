import { metricsRegistry } from '@tapwise/adapters';
import { leaseStates, queueStates } from '@tapwise/projections/queries';
import { Gauge } from 'prom-client';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { inTime } from './in-time.ts';

const registers = [metricsRegistry];
const epoch = new Gauge({
  name: 'tapwise_lease_epoch',
  help: 'How many times the lease was taken.',
  labelNames: ['lease'],
  registers,
});
const held = new Gauge({
  name: 'tapwise_lease_held',
  help: '1 while a process keeps the lease.',
  labelNames: ['lease'],
  registers,
});
const lag = new Gauge({
  name: 'tapwise_queue_lag_events',
  help: 'Events of the log that what starts processes, mails or deliveries has not read yet; counted up to 1000.',
  labelNames: ['queue'],
  registers,
});

/** Sets the figures of what processes share through the log. What does not answer in time is left out. */
export async function measureSharedWork({ log, tables: client, now }: ApiDependencies): Promise<void> {
  for (const gauge of [epoch, held, lag]) gauge.reset();
  const sources = { log, client, now: now().getTime() };
  const [leases, queues] = await Promise.all([orNone(leaseStates(sources)), orNone(queueStates(sources))]);
  for (const lease of leases) {
    epoch.set({ lease: lease.name }, lease.epoch);
    held.set({ lease: lease.name }, lease.isHeld ? 1 : 0);
  }
  for (const { name, events } of queues) lag.set({ queue: name }, events);
}

const orNone = <Result>(reading: Promise<Result[]>): Promise<Result[]> => inTime(reading).catch((): Result[] => []);
