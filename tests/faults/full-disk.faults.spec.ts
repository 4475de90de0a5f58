import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type EventLog, handleCommand, isRetryableLogFault, openEventLog, whyNoAppends } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  rejection,
  type SpawnedEventStore,
  spawnEventStore,
  temporaryDirectory,
} from '../support/engines/eventstore-node.ts';
import { asTest } from '../support/facts/settings.ts';

const directory = temporaryDirectory();
let eventStore: SpawnedEventStore;
let log: EventLog;
let output = '';
beforeAll(async () => {
  eventStore = await spawnEventStore(directory.path);
  eventStore.process.stderr?.on('data', (chunk: Buffer) => (output += String(chunk)));
  log = openEventLog(eventStore.url);
});
afterAll(async () => {
  await log.close();
  await eventStore.stop('SIGTERM');
  directory.remove();
});

const event: DomainEvent = {
  type: 'StoreNotificationRefused',
  data: { application_id: 1, reason: 'x'.repeat(50_000), received_at: '2026-01-01T00:00:00.000Z' },
};
const streamOf = (number: number): string => `storeNotice-1.full-${number}`;

const append = (number: number) =>
  handleCommand(log, {
    stream: streamOf(number),
    cause: 'full',
    context: asTest,
    assume: 'new',
    decider: { initialState: () => 0, evolve: (events: number) => events + 1 },
    decide: (events) => (events === 0 ? [event] : []),
  });

/** No file of the process may grow any more, or all may again; to it that is a disk without room. */
function limitFiles(limit: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(eventStore.process.pid), `--fsize=${limit}:`]);
}

const largestFile = (): number =>
  Math.max(...readdirSync(directory.path).map((name) => statSync(join(directory.path, name)).size));

describe.skipIf(process.platform !== 'linux')('a log whose disk has no room', () => {
  it('refuses appends as ones to repeat, says why to whoever asks, and takes them again by itself', async () => {
    await append(0);
    limitFiles(largestFile());
    let number = 1;
    let refusal: unknown;
    while (refusal === undefined) {
      refusal = await append(number).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refusal === undefined) number += 1;
    }
    expect(isRetryableLogFault(refusal)).toBe(true);
    // An append that is refused anyway must not pass for one that is taken.
    expect(whyNoAppends(await rejection(log.probeAppend()))).toBe('its disk is full');
    expect(output.match(/^The log cannot be written and refuses all appends: /gm)).toHaveLength(1);
    limitFiles('unlimited');
    await log.probeAppend();
    expect(output).toContain('The log can be written again.');
    await append(number);
    const counts = await Promise.all(
      Array.from({ length: number + 1 }, async (_, index) => (await log.readStream(streamOf(index))).length),
    );
    expect(counts.filter((count) => count !== 1)).toEqual([]);
  });
});
