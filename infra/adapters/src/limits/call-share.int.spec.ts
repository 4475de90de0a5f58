import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import { createLimiter } from '../apple/ad-service/calls/limiter.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { type LeaseClock, processClock } from '../event-log/leases/lease-clock.ts';
import { openEventLog } from '../event-log/open-event-log.ts';
import { openCallShare } from './call-share.ts';

let server: EventStoreUnderTest;
const logs: EventLog[] = [];
beforeAll(async () => {
  server = await startEventStore();
});
afterAll(async () => {
  for (const log of logs) await log.close();
  await server.stop();
});

const total = 5;
/** What all processes of a test have under way, by the service. */
const service = { running: 0, most: 0 };

interface Calls {
  made: number;
  running: number;
  isOver: boolean;
  /** Calls that begin end with it. */
  held: Promise<void> | undefined;
}

/** Looks ten times as often, and counts its looks. */
class HastyClock implements LeaseClock {
  looks = 0;
  now = (): number => processClock.now();

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (ms === 2000) this.looks += 1;
    return processClock.sleep(ms / 10, signal);
  }
}

/** A process that keeps calling, as often as it may. */
function startProcess(subject: string, clock?: LeaseClock) {
  const log = openEventLog(server.url);
  logs.push(log);
  const faults: unknown[] = [];
  const share = openCallShare(log, {
    subject,
    total,
    holder: 'test',
    seconds: 2,
    onFault: (error) => faults.push(error),
    ...(clock === undefined ? {} : { clock }),
  });
  const limiter = createLimiter(share);
  const calls: Calls = { made: 0, running: 0, isOver: false, held: undefined };
  const call = async (): Promise<void> => {
    service.running += 1;
    calls.running += 1;
    service.most = Math.max(service.most, service.running);
    await (calls.held ?? pause(5));
    calls.made += 1;
    calls.running -= 1;
    service.running -= 1;
  };
  const callers = Array.from({ length: 8 }, async () => {
    while (!calls.isOver) await limiter.run('organization', 'pull', call);
  });
  const stop = async (): Promise<void> => {
    calls.isOver = true;
    // Calls that still wait for their turn would wait for ever.
    await Promise.all(callers);
    await share.leave();
  };
  return { share, calls, stop, faults };
}

const has = (process: ReturnType<typeof startProcess>, calls: number) =>
  vi.waitUntil(() => process.share.atOnce() === calls, { timeout: 30_000, interval: 5 });

describe('a limit of calls that processes share', () => {
  it('is all of one that is alone, never exceeded by two, and returns from one that leaves', async () => {
    const subject = randomUUID();
    const first = startProcess(subject);
    await has(first, 5);
    let release = (): void => undefined;
    first.calls.held = new Promise((resolve) => {
      release = resolve;
    });
    await vi.waitUntil(() => first.calls.running === total, { timeout: 30_000, interval: 5 });
    const clock = new HastyClock();
    const second = startProcess(subject, clock);
    await has(first, 3);
    const { looks } = clock;
    await vi.waitUntil(() => clock.looks >= looks + 3, { timeout: 30_000, interval: 5 });
    expect([first.calls.running, second.share.atOnce()]).toEqual([total, 0]);
    first.calls.held = undefined;
    release();
    await Promise.all([has(first, 3), has(second, 2)]);
    const before = second.calls.made;
    await vi.waitUntil(() => second.calls.made > before + 10, { timeout: 30_000 });
    await first.stop();
    await has(second, 5);
    await second.stop();
    expect(service.most).toBe(total);
    expect([...first.faults, ...second.faults]).toEqual([]);
  });

  it('returns from one that fell silent, which begins no more calls itself', async () => {
    const subject = randomUUID();
    // Its timers never fire again, as in a process that is stopped.
    const frozen = { isFrozen: false };
    const clock: LeaseClock = {
      now: () => processClock.now(),
      sleep: (ms, signal) =>
        processClock.sleep(ms, signal).then(() => (frozen.isFrozen ? new Promise(() => {}) : undefined)),
    };
    const first = startProcess(subject, clock);
    await has(first, 5);
    const second = startProcess(subject);
    frozen.isFrozen = true;
    await has(second, 5);
    expect(first.share.atOnce()).toBe(0);
    expect(service.most).toBe(total);
    await second.stop();
  });
});
