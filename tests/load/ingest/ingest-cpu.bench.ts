import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { spawnEventStore } from '../../support/engines/eventstore-node.ts';
import { addMeasuredApplication, installBody, measuredKey } from '../../support/facts/measured-application.ts';
import { eventually } from '../../support/product/product.ts';
import { type IngestProcess, startIngestProcess } from '../../support/services/ingest-process.ts';
import { median } from '../measuring/figures.ts';
import { type MeasuredPost, postAtRate } from './post-at-rate.ts';

/** Processor time of the ingest process for one install and for one notification, at a steady rate. Median of three rounds. */
const perSecond = Number(process.argv[2] ?? 100);
const seconds = Number(process.argv[3] ?? 4);
const rounds = 3;
const folder = mkdtempSync(join(tmpdir(), 'tapwise-bench-'));

async function measure(ingest: IngestProcess, name: string, inputs: (round: number) => MeasuredPost[]): Promise<void> {
  const pool = new Pool(ingest.url, { connections: 16 });
  const figures: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const made = inputs(round);
    const before = await ingest.processorMs();
    await postAtRate(pool, made, perSecond);
    const used = (await ingest.processorMs()) - before;
    // The first round warms up.
    if (round > 0) figures.push(used / made.length);
  }
  await pool.close();
  const count = perSecond * seconds;
  console.log(`${name}: ${median(figures).toFixed(2)} ms of processor time (${rounds} × ${count} at ${perSecond}/s)`);
}

const eventStore = await spawnEventStore(join(folder, 'eventstore'));
const ingest = await startIngestProcess(eventStore.url, folder);
try {
  await addMeasuredApplication(eventStore.url, ingest.app.adamId);
  const path = `/store/notifications/${measuredKey}`;
  await eventually(
    () =>
      fetch(`${ingest.url}${path}`, {
        method: 'POST',
        body: ingest.notification(0),
        headers: { 'content-type': 'application/json' },
      }),
    ({ ok }) => ok,
  );
  const numbers = (round: number) =>
    Array.from({ length: perSecond * seconds }, (_, index) => 1 + round * perSecond * seconds + index);
  await measure(ingest, 'one install', (round) =>
    numbers(round).map((number) => ({ path: '/sdk/v1/attribution', body: installBody(`measured-${number}`) })),
  );
  await measure(ingest, 'one notification', (round) =>
    numbers(round).map((number) => ({ path, body: ingest.notification(number) })),
  );
} finally {
  await ingest.stop();
  await eventStore.stop('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
