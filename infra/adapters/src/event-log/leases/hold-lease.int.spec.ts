import { randomUUID } from 'node:crypto';
import type { LeaseEvent } from '@tapwise/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../../tests/support/engines/eventstore-node.ts';
import type { EventLog } from '../event-log.ts';
import { openEventLog } from '../open-event-log.ts';
import { followLog } from '../reading/follow-log.ts';
import { type HeldLease, holdLease, LeaseLostError, type LeaseOptions, withLease } from './hold-lease.ts';
import type { LeaseClock } from './lease-clock.ts';
import type { PartStart } from './part-start.ts';

let server: EventStoreUnderTest;
let reader: EventLog;
beforeAll(async () => {
  server = await startEventStore();
  reader = openEventLog(server.url);
});
afterAll(async () => {
  await reader.close();
  await server.stop();
});

const until = (isSo: () => boolean): Promise<boolean> => vi.waitUntil(isSo, { timeout: 20_000, interval: 2 });

/** A clock that goes when it is told to, and knows when everything that was waiting for it waits again. */
class HandClock implements LeaseClock {
  #now: number;
  #sleepers = new Set<{ until: number; wake: () => void }>();

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const sleeper = {
        until: this.#now + ms,
        wake: () => {
          this.#sleepers.delete(sleeper);
          signal.removeEventListener('abort', sleeper.wake);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      signal.addEventListener('abort', sleeper.wake, { once: true });
      if (signal.aborted) sleeper.wake();
    });
  }

  /** Goes on by so many milliseconds, a little at a time, and waits after each step until whoever was woken sleeps again. */
  async advance(ms: number, sleepers: number): Promise<void> {
    for (const end = this.#now + ms; this.#now < end; ) {
      this.#now += 250;
      for (const sleeper of [...this.#sleepers]) if (sleeper.until <= this.#now) sleeper.wake();
      await until(() => this.#sleepers.size >= sleepers);
    }
  }
}

interface Process {
  readonly log: EventLog;
  readonly clock: HandClock;
  readonly stop: AbortController;
  readonly epochs: number[];
  held: HeldLease | undefined;
  readonly ended: Promise<void>;
}

const processes: Process[] = [];
afterEach(async () => {
  for (const { stop } of processes) stop.abort();
  await Promise.all(processes.map(({ ended, log }) => ended.then(() => log.close())));
  processes.length = 0;
});

const optionsOf = (name: string, { clock, stop }: Pick<Process, 'clock' | 'stop'>): LeaseOptions => ({
  name,
  holder: 'test',
  seconds: 6,
  signal: stop.signal,
  clock,
});

/** What acts as a process: a log and a clock of its own, which says nothing about those of others. */
function startProcess(name: string, began: number, start?: PartStart): Process {
  const log = openEventLog(server.url);
  const clock = new HandClock(began);
  const stop = new AbortController();
  const process: Process = {
    log,
    clock,
    stop,
    epochs: [],
    held: undefined,
    ended: holdLease(log, { ...optionsOf(name, { clock, stop }), start }, async (lease) => {
      process.epochs.push(lease.epoch);
      process.held = lease;
      await new Promise((resolve) => lease.signal.addEventListener('abort', resolve, { once: true }));
    }),
  };
  processes.push(process);
  return process;
}

const newName = (): string => `test-${randomUUID()}`;
const eventsOf = async (name: string): Promise<LeaseEvent[]> =>
  (await reader.readStream(`lease-${name}`)).map(({ event }) => event as LeaseEvent);
/** Sleepers of a process that holds a lease (its renewal and its end) and of one that waits. */
const holding = 2;
const waiting = 1;

describe('a lease', () => {
  it('stays with a holder that renews, however long another waits and whatever their clocks show', async () => {
    const name = newName();
    const first = startProcess(name, 5_000_000);
    await until(() => first.held !== undefined);
    const second = startProcess(name, 0);
    for (let round = 0; round < 20; round += 1) {
      await first.clock.advance(1000, holding);
      await second.clock.advance(1000, waiting);
    }
    expect(first.held?.signal.aborted).toBe(false);
    expect([first.epochs, second.epochs]).toEqual([[1], []]);
  });

  it('goes to another within eight seconds when its holder is silent, and the holder ends before that by its own clock', async () => {
    const name = newName();
    const frozen = startProcess(name, 0);
    await until(() => frozen.held !== undefined);
    const second = startProcess(name, 0);
    await second.clock.advance(5750, waiting);
    expect(second.epochs).toEqual([]);
    void second.clock.advance(2250, waiting);
    await until(() => second.epochs.length > 0);
    expect(second.epochs).toEqual([2]);
    await frozen.clock.advance(5250, 0);
    expect(frozen.held?.signal.aborted).toBe(true);
    expect(second.held?.signal.aborted).toBe(false);
  });

  it('goes at once to a later start of the part that held it, and to no other', async () => {
    const name = newName();
    const series = randomUUID();
    const ended = startProcess(name, 0, { series, number: 1 });
    await until(() => ended.held !== undefined);
    const other = startProcess(name, 0, { series: randomUUID(), number: 2 });
    const unnumbered = startProcess(name, 0);
    await Promise.all([other, unnumbered].map(({ clock }) => clock.advance(3000, waiting)));
    expect([other.epochs, unnumbered.epochs]).toEqual([[], []]);
    const successor = startProcess(name, 0, { series, number: 3 });
    await until(() => successor.epochs.length > 0);
    expect(successor.epochs).toEqual([2]);
    // Should its process go on nevertheless, it finds that it is ended.
    void ended.clock.advance(2250, 0);
    await until(() => ended.held?.signal.aborted === true);
    expect(successor.held?.signal.aborted).toBe(false);
    expect([other.epochs, unnumbered.epochs]).toEqual([[], []]);
  });

  it('is lost by a holder whose renewal comes after another has taken it', async () => {
    const name = newName();
    const frozen = startProcess(name, 0);
    await until(() => frozen.held !== undefined);
    const second = startProcess(name, 0);
    void second.clock.advance(8000, waiting);
    await until(() => second.epochs.length > 0);
    void frozen.clock.advance(2250, 0);
    await until(() => frozen.held?.signal.aborted === true);
    expect(frozen.held?.signal.reason).toEqual(new Error('Another process has ended this one as a holder of leases'));
    await frozen.clock.advance(4000, waiting);
    expect(frozen.epochs).toEqual([1]);
  });

  it('is lost in time when the log is away, although nobody takes it', async () => {
    const other = await startEventStore();
    const log = openEventLog(other.url);
    const clock = new HandClock(0);
    const stop = new AbortController();
    let held: HeldLease | undefined;
    const work = withLease(log, optionsOf(newName(), { clock, stop }), async (lease) => {
      held = lease;
      await new Promise((resolve) => lease.signal.addEventListener('abort', resolve, { once: true }));
    });
    await until(() => held !== undefined);
    await other.stop();
    await clock.advance(4750, 0);
    expect(held?.signal.aborted).toBe(false);
    await clock.advance(250, 0);
    await expect(work).rejects.toBeInstanceOf(LeaseLostError);
    expect(held?.signal.reason).toEqual(new Error('No renewal of the leases has succeeded in time'));
    await log.close();
  });

  it('is free at once when work has ended, and every holder has a higher epoch', async () => {
    const name = newName();
    const options = optionsOf(name, { clock: new HandClock(0), stop: new AbortController() });
    for (const expected of [1, 2, 3]) {
      expect(await withLease(reader, options, async ({ epoch }) => epoch)).toBe(expected);
    }
    await expect(withLease(reader, options, () => Promise.reject(new TypeError('of the work')))).rejects.toThrow(
      TypeError,
    );
    expect((await eventsOf(name)).at(-1)).toMatchObject({ type: 'LeaseReleased', data: { epoch: 4 } });
  });

  it('is given back unused when the end comes while it is being taken', async () => {
    const name = newName();
    const stop = new AbortController();
    const seen: string[] = [];
    // The session that takes it asks what time it is.
    class EndingClock extends HandClock {
      override now(): number {
        stop.abort();
        return super.now();
      }
    }
    const options = { ...optionsOf(name, { clock: new EndingClock(0), stop }), holder: 'ending' };
    const work = withLease(reader, options, async () => void seen.push('worked'));
    await expect(work).rejects.toBeInstanceOf(LeaseLostError);
    expect(seen).toEqual([]);
    expect((await eventsOf(name)).map(({ type }) => type)).toEqual(['LeaseTaken', 'LeaseReleased']);
  });

  it('goes to one of many who want it at once', async () => {
    const name = newName();
    const all = Array.from({ length: 5 }, () => startProcess(name, 0));
    await until(() => all.some(({ held }) => held !== undefined));
    await Promise.all(all.map(({ clock, held }) => clock.advance(3000, held === undefined ? waiting : holding)));
    expect(all.flatMap(({ epochs }) => epochs)).toEqual([1]);
    const holder = all.find(({ held }) => held !== undefined);
    holder?.stop.abort();
    await holder?.ended;
    const others = all.filter((process) => process !== holder);
    // Who looked just before the release looks again a second later.
    while (others.every(({ held }) => held === undefined)) {
      await Promise.all(others.map(({ clock }) => clock.advance(250, waiting)));
    }
    // Its clock may run ahead of its renewals, and then it loses the lease again.
    const [first, second, third] = (await eventsOf(name)).map(({ type, data }) => `${type} ${data.epoch}`);
    expect([first, second, third]).toEqual(['LeaseTaken 1', 'LeaseReleased 1', 'LeaseTaken 2']);
  });
});

describe('the leases of one process', () => {
  it('are kept by one renewal, of which the log keeps the newest', async () => {
    const log = openEventLog(server.url);
    const clock = new HandClock(0);
    const stop = new AbortController();
    const names = Array.from({ length: 8 }, newName);
    const held: HeldLease[] = [];
    const work = names.map((name) =>
      holdLease(log, optionsOf(name, { clock, stop }), async (lease) => {
        held.push(lease);
        await new Promise((resolve) => lease.signal.addEventListener('abort', resolve, { once: true }));
      }),
    );
    await until(() => held.length === names.length);
    await clock.advance(10_000, holding);
    const [taken] = await eventsOf(names[0] ?? '');
    const renewals = await reader.readStream(`leaseHolder-${taken?.data.holder}`);
    expect(renewals.map(({ revision }) => revision)).toEqual([5n]);
    stop.abort();
    await Promise.all(work);
    await log.close();
  });

  it('are not seen by who follows the whole log', async () => {
    const name = newName();
    const after = await reader.lastPosition();
    const process = startProcess(name, 0);
    await until(() => process.held !== undefined);
    await process.clock.advance(4000, holding);
    const seen: string[] = [];
    const stop = new AbortController();
    await followLog(reader, {
      after: () => after,
      maxBatch: 100,
      onBatch: (events) => void seen.push(...events.map(({ stream }) => stream)),
      onCaughtUp: () => stop.abort(),
      onUnreadable: (_, error) => expect.fail(String(error)),
      signal: stop.signal,
    });
    expect(seen).toEqual([]);
  });
});
