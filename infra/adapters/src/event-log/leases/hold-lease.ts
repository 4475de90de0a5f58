import { randomUUID } from 'node:crypto';
import { fold, type Lease, type LeaseEvent, leaseDecider, leaseStream, releaseLease, takeLease } from '@tapwise/domain';
import { handleCommand } from '../commands/handle-command.ts';
import type { EventLog } from '../event-log.ts';
import { isRetryableLogFault } from '../log-fault.ts';
import { watchHolder } from './holder-watch.ts';
import { type LeaseClock, processClock } from './lease-clock.ts';
import type { PartStart } from './part-start.ts';
import { joinSession, type SessionUse } from './shared-session.ts';

/*
 * What only one process may do at a time, it does while it holds a lease. All that processes share is the log:
 *
 * - `lease-<name>` says who holds a lease. It is taken and released by appends with the exact revision, so of several that want it one
 *   gets it. Each taking raises the epoch. What must not happen twice carries the epoch, so that what a late holder still sends is
 *   recognized by a lower one.
 * - `leaseHolder-<id>` says that a process is at work. One renewal keeps all leases of the process, so that a lease at rest costs nothing.
 *
 * Clocks of machines may differ by any amount. A process that wants a lease waits until it has itself seen no renewal for as long as the
 * holder holds, then ends the holder by an append that expects the revision it watched: a renewal that came first refuses it, and one
 * that comes later is refused. A holder ends itself a sixth of its time earlier. What is assumed is that two machines measure
 * a few seconds alike within that sixth. Where that fails, as after a machine was suspended, the epoch still holds late work off.
 *
 * What starts a part again after it saw its process end numbers the starts. Nobody waits for a holder of an earlier one.
 */

export interface LeaseOptions {
  /** What the lease is for. */
  readonly name: string;
  /** What runs here, such as `projections`. Processes, and what acts as one, may use the same: ids are made of it. */
  readonly holder: string;
  /** Which start of its part this process is, where what started it says so. */
  readonly start?: PartStart | undefined;
  /** How long the lease stays with a process that is silent. Whoever waits gets it about two seconds later than that at most. */
  readonly seconds: number;
  /** Ends waiting and work. */
  readonly signal: AbortSignal;
  /** Notified of faults of the log that are waited out. */
  readonly onFault?: (error: unknown) => void;
  readonly clock?: LeaseClock;
}

/** A lease while it is held. */
export interface HeldLease {
  readonly name: string;
  /** Higher than that of every earlier holder. Goes with every effect that must not happen twice. */
  readonly epoch: number;
  /** Aborts when the lease is lost, when it can no longer be known to be held, and when work is to end. */
  readonly signal: AbortSignal;
  /**
   * For the moment before an effect: a process that was stopped for a while goes on before any timer tells it how late it is.
   * @throws LeaseLostError when the lease is lost, or can no longer be known to be held.
   */
  throwIfLost(): void;
}

/**
 * Does work whenever this process holds a lease, until the signal aborts: waits for the lease, works, releases it, and waits again.
 * Work is expected to last until its signal aborts. What it throws after that is passed over.
 * @throws whatever work throws while the lease is held, after releasing it; the log's error when that does not pass.
 */
export async function holdLease(
  log: EventLog,
  options: LeaseOptions,
  work: (lease: HeldLease) => Promise<void>,
): Promise<void> {
  const { signal, clock = processClock } = options;
  while (!signal.aborted) {
    await withLease(log, options, work).catch((error: unknown) => {
      if (!(error instanceof LeaseLostError) && !signal.aborted) throw error;
    });
    await clock.sleep(lookMs(options), signal);
  }
}

/** The lease was lost, or work was to end, before work ended. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/**
 * Does work once, as soon as this process holds a lease, and then releases it.
 * @throws LeaseLostError when the signal aborts, or the lease is lost before work has ended; whatever work throws otherwise.
 */
export async function withLease<T>(
  log: EventLog,
  options: LeaseOptions,
  work: (lease: HeldLease) => Promise<T>,
): Promise<T> {
  const taken = await waitForLease(log, options);
  const { epoch, use } = taken;
  const { lost } = use.session;
  const throwIfLost = (): void => {
    if (!use.session.isCurrent()) throw new LeaseLostError(`The lease ${name} was lost`);
  };
  const { name } = options;
  const signal = AbortSignal.any([lost, options.signal]);
  try {
    // The end may have come while the lease was being taken; work that waits for its signal would never hear of it.
    if (signal.aborted) throw new LeaseLostError(`The lease ${name} is no longer wanted`);
    const result = await work({ name, epoch, signal, throwIfLost });
    throwIfLost();
    return result;
  } catch (error) {
    if (!signal.aborted || error instanceof LeaseLostError) throw error;
    throw new LeaseLostError(`The lease ${name} ended before its work`, { cause: error });
  } finally {
    await release(log, options, taken);
  }
}

/** Resolves when nobody holds a lease any more, or the signal aborts. A holder that is silent for too long is ended. */
export async function untilLeaseEnds(log: EventLog, options: LeaseOptions): Promise<void> {
  const { name, holder, start, seconds, signal, clock = processClock, onFault = passOver } = options;
  const watch = watchHolder(log, { by: holder, start, clock, fallbackSeconds: seconds });
  while (!signal.aborted) {
    try {
      const { state } = await readLease(log, name);
      if (state.holder === undefined || (await watch.hasEnded(state.holder))) return;
    } catch (error) {
      if (!isRetryableLogFault(error)) throw error;
      onFault(error);
    }
    await clock.sleep(lookMs(options), signal);
  }
}

/** Whether a process holds a lease, by the log. A holder that died a moment ago counts. */
export async function isLeaseHeld(log: EventLog, name: string): Promise<boolean> {
  return (await readLease(log, name)).state.holder !== undefined;
}

async function readLease(log: EventLog, name: string): Promise<SeenLease> {
  const last = await log.readLast(leaseStream(name));
  return { state: fold(leaseDecider, last === undefined ? [] : [last.event as LeaseEvent]), revision: last?.revision };
}

/** Looks about every second. @returns milliseconds. */
const lookMs = ({ seconds }: LeaseOptions): number => Math.min(1000, (seconds * 1000) / 6);

const passOver = (): void => undefined;

/** Whoever waits for a lease that could not be released gets it a little later; an end is not held up for that. */
const longestReleaseMs = 2000;

/** A lease as it was read. */
interface SeenLease {
  readonly state: Lease;
  readonly revision: bigint | undefined;
}

interface TakenLease {
  readonly use: SessionUse;
  readonly epoch: number;
}

async function waitForLease(log: EventLog, options: LeaseOptions): Promise<TakenLease> {
  const { name, holder, start, seconds, signal, clock = processClock, onFault = passOver } = options;
  const watch = watchHolder(log, { by: holder, start, clock, fallbackSeconds: seconds });
  while (!signal.aborted) {
    try {
      const lease = await readLease(log, name);
      const { holder: other } = lease.state;
      if (other === undefined || (await watch.hasEnded(other))) {
        const taken = await take(log, options, lease);
        if (taken !== undefined) return taken;
      }
    } catch (error) {
      if (!isRetryableLogFault(error)) throw error;
      onFault(error);
    }
    await clock.sleep(lookMs(options), signal);
  }
  throw new LeaseLostError(`The lease ${name} is no longer waited for`);
}

/** @returns `undefined` when another has taken the lease first. */
async function take(log: EventLog, options: LeaseOptions, seen: SeenLease): Promise<TakenLease | undefined> {
  const { name, holder, start, seconds, clock = processClock, onFault = passOver } = options;
  const use = await joinSession(log, { holder, start, seconds, clock, onFault });
  const { session } = use;
  let epoch: number | undefined;
  // Another task of this process may be taking it at this moment, under the same holder.
  if (session.reserve(name)) {
    epoch = await takeAs(log, options, session.id, seen).catch(async (error: unknown) => {
      session.free(name);
      await use.leave();
      throw error;
    });
    if (epoch !== undefined) return { use, epoch };
    session.free(name);
  }
  await use.leave();
  return undefined;
}

async function takeAs(
  log: EventLog,
  { name, holder }: LeaseOptions,
  id: string,
  { state, revision }: SeenLease,
): Promise<number | undefined> {
  const { state: after } = await handleCommand<Lease, LeaseEvent>(log, {
    stream: leaseStream(name),
    decider: leaseDecider,
    decide: (current) => takeLease(current, { name, holder: id, endedHolder: state.holder }),
    cause: randomUUID(),
    context: { actor: { kind: 'system', id: holder } },
    ...(revision === undefined ? {} : { assume: 'current' as const, since: { state, revision } }),
  });
  return after.holder === id ? after.epoch : undefined;
}

/** A lease that was lost belongs to another already, or to whoever comes first. */
async function release(
  log: EventLog,
  { name, holder, onFault = passOver }: LeaseOptions,
  { use, epoch }: TakenLease,
): Promise<void> {
  const { session } = use;
  if (!session.lost.aborted) {
    await handleCommand<Lease, LeaseEvent>(log, {
      stream: leaseStream(name),
      decider: leaseDecider,
      decide: (state) => releaseLease(state, { name, holder: session.id, epoch }),
      cause: randomUUID(),
      context: { actor: { kind: 'system', id: holder } },
      timeoutMs: longestReleaseMs,
    }).catch(onFault);
  }
  session.free(name);
  await use.leave();
}
