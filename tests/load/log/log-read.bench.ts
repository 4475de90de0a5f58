import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventLog, readLog } from '@tapwise/adapters';
import { spawnEventStore } from '../../support/engines/eventstore-node.ts';
import { median } from '../measuring/figures.ts';
import { printMachine, processorSecondsOf } from '../measuring/machine.ts';
import { fillLog } from './long-log.ts';

/**
 * Processor time for one event that is read from the log, decoded and parsed, in the reader and in the event store; by both ways to the
 * log, alternating. Usage: `log-read.bench.ts [events] [repetitions]`.
 */
const wanted = Number(process.argv[2] ?? 100_000);
const repetitions = Number(process.argv[3] ?? 3);
const ways = ['direct', 'library'] as const;
/** Reader in microseconds for one event, whole log, as the ways are aimed at. */
const aims = { direct: 'aim ≤ 5 + 3', library: 'no aim' };

interface Cost {
  readonly reader: number;
  readonly node: number;
  readonly perSecond: number;
}

await printMachine();
const folder = mkdtempSync(join(tmpdir(), 'tapwise-bench-'));
const eventStore = await spawnEventStore(join(folder, 'eventstore'));
const pid = eventStore.process.pid ?? 0;

async function readAll(transport: (typeof ways)[number]): Promise<Cost> {
  const log = openEventLog(eventStore.url, { transport });
  await log.lastPosition();
  const before = { reader: process.cpuUsage(), node: processorSecondsOf(pid), at: performance.now() };
  let events = 0;
  await readLog(log, {}, (batch) => {
    events += batch.length;
  });
  const reader = process.cpuUsage(before.reader);
  const cost = {
    reader: (reader.user + reader.system) / events,
    node: ((processorSecondsOf(pid) - before.node) / events) * 1e6,
    perSecond: (events / (performance.now() - before.at)) * 1000,
  };
  await log.close();
  return cost;
}

try {
  const events = await fillLog(eventStore.url, wanted);
  const costs = new Map<string, Cost[]>(ways.map((way) => [way, []]));
  for (let round = 0; round <= repetitions; round += 1) {
    for (const way of ways) {
      const cost = await readAll(way);
      // The first round warms up.
      if (round > 0) costs.get(way)?.push(cost);
    }
  }
  for (const way of ways) {
    const of = (what: keyof Cost) => median((costs.get(way) ?? []).map((cost) => cost[what]));
    console.log(
      `${way}: ${of('reader').toFixed(1)} µs in the reader and ${of('node').toFixed(1)} µs in the event store for one of ` +
        `${events} events (${aims[way]}), ${of('perSecond').toFixed(0)} events/s`,
    );
  }
} finally {
  await eventStore.stop('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
