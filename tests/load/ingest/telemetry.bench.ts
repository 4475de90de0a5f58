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

/**
 * Processor time of the ingest process for one install, without OpenTelemetry, with it at 1 % and with every call traced, turn by turn. The
 * ratios are those of rounds beside each other, in the middle.
 */
const perSecond = Number(process.argv[2] ?? 200);
const seconds = Number(process.argv[3] ?? 2);
const warmUps = 3;
const rounds = 21;
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
  if (round >= warmUps) figures.push(used / posts.length);
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
  const off = await startSide('off', eventStore.url, {});
  const sampled = await startSide('sampled', eventStore.url, on('0.01'));
  const all = await startSide('all', eventStore.url, on('1'));
  sides.push(off, sampled, all);
  // Each side is the first of a round as often as the last: what else the machine does changes meanwhile.
  for (let round = 0; round < warmUps + rounds; round += 1)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await measureRound(side, round);
  const ratio = ({ figures }: Side) => median(figures.map((figure, round) => figure / (off.figures[round] ?? 0)));
  const count = `${rounds} × ${perSecond * seconds} at ${perSecond}/s`;
  const milliseconds = ({ figures }: Side) => `${median(figures).toFixed(3)} ms`;
  console.log(`one install without OpenTelemetry: ${milliseconds(off)} of processor time (${count})`);
  console.log(`at 1 %: ${milliseconds(sampled)}, ${ratio(sampled).toFixed(3)} times (aim ${aim})`);
  console.log(`at 100 %: ${milliseconds(all)}, ${ratio(all).toFixed(3)} times; ${receiver.spans.length} spans came`);
  process.exitCode = ratio(sampled) <= aim ? 0 : 1;
} finally {
  for (const { ingest, pool } of sides) {
    await pool.close();
    await ingest.stop();
  }
  await receiver.stop();
  await eventStore.stop('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
