import { createServer } from 'node:net';
import { type EventLog, handleCommand, isRetryableLogFault, openEventLog, readLog } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SpawnedEventStore, spawnEventStore, temporaryDirectory } from '../support/engines/eventstore-node.ts';
import { asTest } from '../support/facts/settings.ts';

/** The log dies so often while many write; `KILLS=100` for the long form. */
const kills = Number(process.env.KILLS ?? 4);
const writers = 64;
/** Answers between two kills, so that the log dies amid its work and never idle. */
const answersBetween = 150;

const directory = temporaryDirectory();
let port: number;
let eventStore: SpawnedEventStore;
let log: EventLog;

const start = () => spawnEventStore(directory.path, { PORT: String(port) });

beforeAll(async () => {
  port = await freePort();
  eventStore = await start();
  log = openEventLog(`esdb://127.0.0.1:${port}?tls=false`);
});
afterAll(async () => {
  await log.close();
  await eventStore.stop('SIGTERM');
  directory.remove();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const event = (reason: string): DomainEvent => ({
  type: 'StoreNotificationRefused',
  data: { application_id: 1, reason, received_at: '2026-01-01T00:00:00.000Z' },
});

/** One command, made again with the same cause for as long as it fails as retryable. */
async function make(stream: string, cause: string, assume: 'new' | 'unknown'): Promise<bigint> {
  for (;;) {
    try {
      const { position } = await handleCommand(log, {
        stream,
        cause,
        assume,
        context: asTest,
        // Its own effect is recognized by what it writes.
        decider: {
          initialState: (): string[] => [],
          evolve: (reasons, { data }) => [...reasons, 'reason' in data ? String(data.reason) : ''],
        },
        decide: (reasons) => (reasons.includes(cause) ? [] : [event(cause), event(cause)]),
      });
      return position;
    } catch (error) {
      if (!isRetryableLogFault(error)) throw error;
    }
  }
}

/** Writes to streams of its own, new ones and one that grows, until it is stopped. @returns causes by stream. */
async function write(
  writer: number,
  isOver: () => boolean,
  onAcknowledged: () => void,
): Promise<Map<string, string[]>> {
  const made = new Map<string, string[]>([[`storeNotice-1.growing-${writer}`, []]]);
  for (let number = 0; !isOver(); number += 1) {
    const grows = number % 2 === 0;
    const stream = grows ? `storeNotice-1.growing-${writer}` : `storeNotice-1.new-${writer}-${number}`;
    const cause = `${writer}-${number}`;
    await make(stream, cause, grows ? 'unknown' : 'new');
    made.set(stream, [...(made.get(stream) ?? []), cause]);
    onAcknowledged();
  }
  return made;
}

describe('a log that is killed again and again while many write', () => {
  it(
    'has everything that was answered, once, in order and in whole appends',
    async () => {
      let acknowledged = 0;
      let over = false;
      let nextKill: { at: number; kill: () => void } | undefined;
      const onAcknowledged = (): void => {
        acknowledged += 1;
        if (nextKill !== undefined && acknowledged >= nextKill.at) nextKill.kill();
      };
      const writing = Array.from({ length: writers }, (_, writer) => write(writer, () => over, onAcknowledged));
      for (let kill = 0; kill < kills; kill += 1) {
        await new Promise<void>((resolve) => {
          nextKill = { at: acknowledged + answersBetween, kill: resolve };
        });
        nextKill = undefined;
        await eventStore.stop('SIGKILL');
        eventStore = await start();
      }
      over = true;
      const wanted = new Map((await Promise.all(writing)).flatMap((made) => [...made]));
      const recorded = new Map<string, string[]>();
      await readLog(log, { streamPrefixes: ['storeNotice-1.'] }, (events) => {
        for (const {
          stream,
          event: { data },
        } of events) {
          recorded.set(stream, [...(recorded.get(stream) ?? []), 'reason' in data ? String(data.reason) : '']);
        }
      });
      const twice = [...wanted].filter(([, causes]) => causes.length > 0);
      expect(Object.fromEntries(recorded)).toEqual(
        Object.fromEntries(twice.map(([stream, causes]) => [stream, causes.flatMap((cause) => [cause, cause])])),
      );
      expect(acknowledged).toBeGreaterThanOrEqual(kills * answersBetween);
    },
    60_000 + kills * 15_000,
  );
});
