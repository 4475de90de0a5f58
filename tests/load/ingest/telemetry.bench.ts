import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { spawnEventStore } from '../../support/engines/eventstore-node.ts';
import { addMeasuredApplication, installBody } from '../../support/facts/measured-application.ts';
import { eventually } from '../../support/product/product.ts';
import { type IngestProcess, startIngestProcess } from '../../support/services/ingest-process.ts';
import { startOtlpReceiver } from '../../support/stand-ins/otlp-receiver.ts';
import { median } from '../measuring/figures.ts';
import { postAtRate } from './post-at-rate.ts';

/** Processor time of the ingest process for one install, without OpenTelemetry, with it at 1 % and with every call traced, turn by turn. */
const perSecond = Number(process.argv[2] ?? 200);
const seconds = Number(process.argv[3] ?? 4);
const rounds = 7;
const aim = 1.03;
const path = '/sdk/v1/attribution';
const folder = mkdtempSync(join(tmpdir(), 'tapwise-bench-'));

interface Side {
  readonly name: string;
  readonly ingest: IngestProcess;
  readonly pool: Pool;
  readonly figures: number[];
}

async function startSide(name: string, eventStoreUrl: string, environment: Record<string, string>): Promise<Side> {
  const data = join(folder, name);
  mkdirSync(data);
  const ingest = await startIngestProcess(eventStoreUrl, data, environment);
  const headers = { 'content-type': 'application/json' };
  await eventually(
    () => fetch(`${ingest.url}${path}`, { method: 'POST', body: installBody(`first-${name}`), headers }),
    ({ status }) => status === 200,
  );
  return { name, ingest, pool: new Pool(ingest.url, { connections: 16 }), figures: [] };
}

async function measureRound({ name, ingest, pool, figures }: Side, round: number): Promise<void> {
  const posts = Array.from({ length: perSecond * seconds }, (_, index) => ({
    path,
    body: installBody(`${name}-${round}-${index}`),
  }));
  const before = await ingest.processorMs();
  await postAtRate(pool, posts, perSecond);
  const used = (await ingest.processorMs()) - before;
  // The first round warms up.
  if (round > 0) figures.push(used / posts.length);
}

const eventStore = await spawnEventStore(join(folder, 'eventstore'));
const receiver = await startOtlpReceiver();
const on = (share: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: share,
});
const sides: Side[] = [];
try {
  await addMeasuredApplication(eventStore.url, 1500000900);
  sides.push(await startSide('off', eventStore.url, {}));
  sides.push(await startSide('sampled', eventStore.url, on('0.01')));
  sides.push(await startSide('all', eventStore.url, on('1')));
  for (let round = 0; round <= rounds; round += 1) for (const side of sides) await measureRound(side, round);
  const [off = 0, sampled = 0, all = 0] = sides.map(({ figures }) => median(figures));
  const count = `${rounds} × ${perSecond * seconds} at ${perSecond}/s`;
  console.log(`one install without OpenTelemetry: ${off.toFixed(3)} ms of processor time (${count})`);
  console.log(`at 1 %: ${sampled.toFixed(3)} ms, ${(sampled / off).toFixed(3)} times (aim ${aim})`);
  console.log(`at 100 %: ${all.toFixed(3)} ms, ${(all / off).toFixed(3)} times; ${receiver.spans.length} spans came`);
  process.exitCode = sampled / off <= aim ? 0 : 1;
} finally {
  for (const { ingest, pool } of sides) {
    await pool.close();
    await ingest.stop();
  }
  await receiver.stop();
  await eventStore.stop('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
