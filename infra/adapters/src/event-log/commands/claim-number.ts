import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { NO_STREAM } from '@eventstore/db-client';
import { numbersStream } from '@tapwise/domain';
import type { EventLog } from '../event-log.ts';
import { isRetryableLogFault, LogTimeoutError, StreamMovedError } from '../log-fault.ts';
import { within } from '../within.ts';
import { appendToLog } from './append-to-log.ts';
import type { CommandContext } from './command-context.ts';

/** Passing faults after which a number is given up, and other takers that may come first. */
const most = { faults: 8, moves: 100 };

/** Longest wait for a number, in milliseconds: for those before it and for the log. */
const defaultTimeoutMs = 20_000;

/** What takes a number now, by log and stream: one after the other, so that a process does not compete with itself. */
const taking = new WeakMap<EventLog, Map<string, Promise<unknown>>>();

/**
 * Reserves a number that is given out once: the revision of an event in a stream kept for the purpose. Gaps are possible.
 * @param first The number of the first event.
 * @throws the log's own error when it stays away; LogTimeoutError when the number is not claimed in time.
 */
export async function claimNumber(
  log: EventLog,
  context: CommandContext,
  { purpose, first, timeoutMs = defaultTimeoutMs }: { purpose: string; first: number; timeoutMs?: number },
): Promise<number> {
  const expiry = { over: false };
  const queue = taking.get(log) ?? new Map<string, Promise<unknown>>();
  taking.set(log, queue);
  const before = queue.get(purpose);
  const claim = (before ?? Promise.resolve()).then(() => claimRevision(log, context, purpose, expiry));
  const settled = claim.catch(() => undefined);
  queue.set(purpose, settled);
  try {
    const revision = await within(timeoutMs, claim, () => {
      expiry.over = true;
      return new LogTimeoutError(`The log has not given a number of ${purpose} in time`);
    });
    return first + Number(revision);
  } finally {
    void settled.then(() => {
      if (queue.get(purpose) === settled) queue.delete(purpose);
    });
  }
}

/** A repeat expects the revision that its first attempt did, so that it is recognized as the same append. */
async function claimRevision(
  log: EventLog,
  context: CommandContext,
  purpose: string,
  expiry: { readonly over: boolean },
): Promise<bigint> {
  const stream = numbersStream(purpose);
  const id = randomUUID();
  let faults = 0;
  let moves = 0;
  let expectedRevision: bigint | typeof NO_STREAM | undefined;
  for (;;) {
    if (expiry.over) throw new LogTimeoutError(`A number of ${purpose} is no longer waited for`);
    try {
      expectedRevision ??= (await log.readLast(stream))?.revision ?? NO_STREAM;
      const events = [{ id, event: { type: 'NumberTaken' as const, data: { purpose } } }];
      return (await appendToLog(log, { stream, expectedRevision, events, cause: id, context })).revision;
    } catch (error) {
      const moved = error instanceof StreamMovedError;
      if (moved) moves += 1;
      else faults += 1;
      if (moves >= most.moves || faults >= most.faults || !(moved || isRetryableLogFault(error))) throw error;
      if (moved) expectedRevision = undefined;
      await pause(moved ? Math.random() * Math.min(50, moves * 2) : faults * 100);
    }
  }
}
