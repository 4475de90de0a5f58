import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { EventStoreDBClient, jsonEvent, START } from '@eventstore/db-client';

/*
 * Speed of the node as the unmodified client sees it. The node is a process of its own with files on disk; client and
 * node share the machine, and reading is bounded by what the client can decode.
 */
const PAYLOAD = 'x'.repeat(350);
const SINGLE_WRITER_APPENDS = 1_000;
const CONCURRENT_APPENDS = 40_000;
const CONCURRENT_CALLERS = 512;
const BATCHES = 100;
const EVENTS_PER_BATCH = 500;

const newEvent = () => jsonEvent({ type: 'Measured', data: { id: randomUUID(), payload: PAYLOAD } });

async function rate(label: string, count: number, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(`${label}: ${Math.round(count / seconds)}/s (${count} in ${seconds.toFixed(2)} s)\n`);
}

async function appendConcurrently(client: EventStoreDBClient): Promise<void> {
  let left = CONCURRENT_APPENDS;
  const waits: number[] = [];
  const caller = async (number: number) => {
    while (left > 0) {
      left -= 1;
      const requestedAt = performance.now();
      await client.appendToStream(`bench-caller-${number}`, newEvent());
      waits.push(performance.now() - requestedAt);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_CALLERS }, (_, number) => caller(number)));
  waits.sort((left, right) => left - right);
  const percentile = (share: number) => waits[Math.floor(waits.length * share)]?.toFixed(1);
  process.stdout.write(`  wait for one append: p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms\n`);
}

async function readEverything(client: EventStoreDBClient): Promise<number> {
  let events = 0;
  for await (const _ of client.readAll({ fromPosition: START })) events += 1;
  return events;
}

async function followFromStart(client: EventStoreDBClient, events: number): Promise<void> {
  let seen = 0;
  for await (const _ of client.subscribeToAll({ fromPosition: START })) {
    seen += 1;
    if (seen === events) return;
  }
}

async function measure(client: EventStoreDBClient): Promise<void> {
  await client.appendToStream('bench-warm-up', newEvent());
  await rate('appends, one writer', SINGLE_WRITER_APPENDS, async () => {
    for (let index = 0; index < SINGLE_WRITER_APPENDS; index += 1) {
      await client.appendToStream('bench-single', newEvent());
    }
  });
  await rate(`appends, ${CONCURRENT_CALLERS} callers`, CONCURRENT_APPENDS, () => appendConcurrently(client));
  await rate(`events in appends of ${EVENTS_PER_BATCH}`, BATCHES * EVENTS_PER_BATCH, async () => {
    for (let index = 0; index < BATCHES; index += 1) {
      await client.appendToStream('bench-batch', Array.from({ length: EVENTS_PER_BATCH }, newEvent));
    }
  });
  const events = await readEverything(client);
  await rate('events read from $all', events, () => readEverything(client));
  await rate('events by subscription to $all', events, () => followFromStart(client, events));
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'eventstore-bench-'));
const main = path.join(import.meta.dirname, 'src/main.ts');
const node = spawn(process.execPath, ['--import', 'tsx', main], {
  env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [line] = (await once(createInterface(node.stdout), 'line')) as [string];
  const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${line.split(' ')[1]}?tls=false`);
  await measure(client);
  await client.dispose();
} finally {
  node.kill('SIGTERM');
  await once(node, 'exit');
  rmSync(dataDir, { recursive: true });
}
