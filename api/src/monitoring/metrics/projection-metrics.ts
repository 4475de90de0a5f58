import { metricsRegistry } from '@tapwise/adapters';
import { projectionsState } from '@tapwise/projections/queries';
import { Gauge } from 'prom-client';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { inTime } from './in-time.ts';

const registers = [metricsRegistry];
const labelNames = ['projection'];
const parkedStreams = new Gauge({
  name: 'projection_parked_streams',
  help: 'Streams whose events are not projected until an operator decides.',
  labelNames,
  registers,
});
const position = new Gauge({
  name: 'projection_position',
  help: 'Position of the log up to which the tables of the projection are complete.',
  labelNames,
  registers,
});
const filling = new Gauge({
  name: 'projection_first_fill',
  help: '1 until the tables of the projection were complete for the first time.',
  labelNames,
  registers,
});
const unhealthy = new Gauge({
  name: 'projection_rebuild_failed',
  help: '1 when the tables of the projection could not be rebuilt.',
  labelNames,
  registers,
});

/** Sets the figures of projections. Without the tables they are left out: the last known ones would look like present ones. */
export async function measureProjections(deps: ApiDependencies): Promise<void> {
  for (const gauge of [parkedStreams, position, filling, unhealthy]) gauge.reset();
  const state = await inTime(projectionsState({ log: deps.log, client: deps.tables })).catch(() => undefined);
  for (const projection of state?.projections ?? []) {
    const labels = { projection: projection.name };
    parkedStreams.set(labels, projection.parked);
    if (projection.position !== undefined) position.set(labels, Number(projection.position));
    filling.set(labels, projection.wasComplete ? 0 : 1);
    unhealthy.set(labels, projection.state === 'failed' ? 1 : 0);
  }
}
