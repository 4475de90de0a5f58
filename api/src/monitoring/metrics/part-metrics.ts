import { metricsRegistry } from '@tapwise/adapters';
import type { Readiness } from '@tapwise/contract';
import { Gauge } from 'prom-client';

const registers = [metricsRegistry];
const states = ['ok', 'starting', 'degraded', 'down'] as const;
const state = new Gauge({
  name: 'tapwise_part_state',
  help: '1 for the state that a part is in, as /readyz says it.',
  labelNames: ['part', 'state'],
  registers,
});
const lag = new Gauge({
  name: 'tapwise_projection_lag_events',
  help: 'Events of the log that are not in the tables yet; counted up to 1000.',
  registers,
});

/** Sets the figures of parts and of the tables by what `/readyz` says. What it does not say now is left out. */
export function measureParts({ parts }: Pick<Readiness, 'parts'>): void {
  for (const gauge of [state, lag]) gauge.reset();
  for (const [part, { status, lag_events }] of Object.entries(parts)) {
    for (const name of states) state.set({ part, state: name }, name === status ? 1 : 0);
    if (lag_events !== undefined) lag.set(lag_events);
  }
}
