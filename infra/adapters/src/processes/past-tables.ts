import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type PastTablesEvent, pastTablesPrefix, pastTablesStream, statelessDecider } from '@tapwise/domain';
import type { EventLog } from '../event-log/event-log.ts';
import { followLog } from '../event-log/follow-log.ts';
import { handleCommand } from '../event-log/handle-command.ts';
import { isLeaseHeld, untilLeaseEnds, withLease } from '../event-log/leases/hold-lease.ts';
import { OutsideFault } from '../failures/outside-fault.ts';
import { type PastPoint, type PastTables, type PastTablesMaker, SharedPastTables } from './shared-past-tables.ts';

/** Databases of past instants that exist at once. */
export const pastTablesAtMost = 2;
/** How long what a silent process has asked for, or made, stays. */
const leaseSeconds = 6;
const betweenLooksMs = 200;
const betweenProgressMs = 1000;
/** What nothing is heard of is asked for again; after the longest silence nobody makes it. */
const betweenRequestsMs = 4000;
const longestSilenceMs = 30_000;

/** The caller holds this lease while it wants the tables, and the maker the other one while they are there. */
const viewLease = (id: string): string => `pastView-${id}`;
const tablesLease = (id: string): string => `pastTables-${id}`;

/** Too many are in use, or one is being made. */
export class PastTablesBusyError extends OutsideFault {
  override readonly name = 'PastTablesBusyError';

  constructor() {
    super('Tables of another instant are being made', { retry: true });
  }
}

export interface ServedPastTables {
  /** Name of the database of the current tables: what is asked about others is for other processes. */
  readonly tables: string;
  readonly maker: PastTablesMaker;
  readonly onFault: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/**
 * Makes the tables of past instants that callers on any machine ask for in the log, until the signal aborts, and drops what exists
 * then. Of all processes the one that writes the current tables does this.
 */
export async function servePastTables(log: EventLog, served: ServedPastTables): Promise<void> {
  const { tables, signal, onFault } = served;
  const after = await log.lastPosition();
  const shared = new SharedPastTables(served.maker, pastTablesAtMost, signal);
  const open = new Map<string, OpenRequest>();
  const answer = async ({ id, point }: { id: string; point: PastPoint }): Promise<void> => {
    const request = open.get(id);
    // Who asks again wants to know that this process is at work.
    if (request !== undefined) {
      await record(log, { type: 'PastTablesProgressed', data: { id, part: request.part } });
      return;
    }
    // What was asked for before this process began may be read again; who asked has left then.
    if (!(await isLeaseHeld(log, viewLease(id)))) return;
    if (!shared.hasRoomFor(point)) {
      await record(log, { type: 'PastTablesRefused', data: { id, reason: 'busy' } });
      return;
    }
    open.set(
      id,
      beginRequest({ log, served, shared, id, point }, () => open.delete(id)),
    );
  };
  let answering: Promise<void> = Promise.resolve();
  await followLog(log, {
    after: () => after,
    streamPrefixes: [pastTablesPrefix],
    maxBatch: 100,
    signal,
    onFault,
    onUnreadable: (_, error) => onFault(error),
    onBatch: (events) => {
      for (const { event } of events) {
        if (event.type !== 'PastTablesRequested' || event.data.tables !== tables) continue;
        const { id, at, position } = event.data;
        const point = { at: new Date(at), position: position === undefined ? undefined : BigInt(position) };
        const request = { id, point };
        answering = answering.then(() => answer(request)).catch(onFault);
      }
    },
  });
  await answering;
  await Promise.all([...open.values()].map(({ ended }) => ended));
}

/** A request that is being served. */
interface OpenRequest {
  /** Part of the log that has been read, 0 to 1. */
  part: number;
  readonly ended: Promise<void>;
}

interface ServedRequest {
  readonly log: EventLog;
  readonly served: ServedPastTables;
  readonly shared: SharedPastTables;
  readonly id: string;
  readonly point: PastPoint;
}

function beginRequest(served: ServedRequest, onEnd: () => void): OpenRequest {
  const onPart = (part: number): void => {
    request.part = part;
  };
  // Begins when the request is there.
  const ended = Promise.resolve()
    .then(() => serveOne(served, onPart))
    .catch(served.served.onFault)
    .finally(onEnd);
  const request: OpenRequest = { part: 0, ended };
  return request;
}

async function serveOne(
  { log, served: { signal, onFault }, shared, id, point }: ServedRequest,
  onPart: (part: number) => void,
): Promise<void> {
  const over = new AbortController();
  const gone = AbortSignal.any([signal, over.signal]);
  const lease = { holder: 'projections', seconds: leaseSeconds, onFault };
  const left = untilLeaseEnds(log, { ...lease, name: viewLease(id), signal: gone })
    .catch(onFault)
    .then(() => over.abort());
  let progressAt = 0;
  let progressed: Promise<unknown> = Promise.resolve();
  const onProgress = (part: number): void => {
    onPart(part);
    if (part < 1 && performance.now() - progressAt < betweenProgressMs) return;
    progressAt = performance.now();
    progressed = progressed
      .then(() => record(log, { type: 'PastTablesProgressed', data: { id, part } }))
      .catch(onFault);
  };
  // Wanted from now on, so that nobody who leaves meanwhile has them dropped.
  const use = shared.use(point, onProgress);
  try {
    await withLease(log, { ...lease, name: tablesLease(id), signal: gone }, async () => {
      const made = await Promise.race([use.made, left]);
      if (made === undefined) return;
      await progressed;
      const { database, position } = made;
      await record(log, { type: 'PastTablesMade', data: { id, database, position: position.toString() } });
      await left;
      await use.leave();
    });
  } catch (error) {
    if (gone.aborted) return;
    over.abort();
    await record(log, { type: 'PastTablesRefused', data: { id, reason: 'failed' } });
    throw error;
  } finally {
    await use.leave();
  }
}

/** Tables that are there until they are given back, or until the process that made them ends. */
export interface LeasedTables extends PastTables {
  /** Resolves when they are no longer there. */
  readonly ended: Promise<void>;
}

/**
 * Has tables of an instant, or of a position, made and keeps them until the signal aborts.
 * @param tables Name of the database of the current tables.
 * @param onProgress called with the part of the log that has been read, 0 to 1.
 * @throws PastTablesBusyError; Error when they could not be made.
 */
export async function leasePastTables(
  log: EventLog,
  { tables, at, position }: PastPoint & { readonly tables: string },
  { signal, onProgress }: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<LeasedTables> {
  const id = randomUUID();
  const lease = { holder: 'api', seconds: leaseSeconds };
  return await new Promise<LeasedTables>((resolve, reject) => {
    const kept = withLease(log, { ...lease, name: viewLease(id), signal }, async (view) => {
      const data = { id, tables, at: at.toISOString(), ...(position === undefined ? {} : { position: `${position}` }) };
      const request = { type: 'PastTablesRequested', data } as const;
      const made = await outcomeOf(log, request, { signal: view.signal, onProgress });
      const dropped = untilLeaseEnds(log, { ...lease, name: tablesLease(id), signal: view.signal });
      resolve({ ...made, ended: dropped.catch(() => undefined) });
      await dropped;
    });
    kept.catch(reject);
  });
}

/**
 * Notifies of each request for tables of an instant that was refused because there is no room, whoever made it, until the signal aborts.
 * Who holds tables that it does not use can give them back then.
 */
export async function followBusyPastTables(
  log: EventLog,
  { onBusy, onFault, signal }: { onBusy: () => void; onFault: (error: unknown) => void; signal: AbortSignal },
): Promise<void> {
  const after = await log.lastPosition();
  await followLog(log, {
    after: () => after,
    streamPrefixes: [pastTablesPrefix],
    maxBatch: 100,
    signal,
    onFault,
    onUnreadable: (_, error) => onFault(error),
    onBatch: (events) => {
      if (events.some(({ event }) => event.type === 'PastTablesRefused' && event.data.reason === 'busy')) onBusy();
    },
  });
}

/**
 * Asks, and asks again while nothing is heard: the process that made tables may have died, and its successor knows of no earlier request.
 * @throws PastTablesBusyError; Error when nothing came of a request, or the signal aborts.
 */
async function outcomeOf(
  log: EventLog,
  request: Extract<PastTablesEvent, { type: 'PastTablesRequested' }>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<PastTables> {
  const stream = pastTablesStream(request.data.id);
  let fromRevision = 0n;
  let heardAt = performance.now();
  let requestAt = heardAt;
  while (performance.now() - heardAt < longestSilenceMs) {
    signal.throwIfAborted();
    if (performance.now() >= requestAt) {
      await record(log, request);
      requestAt = performance.now() + betweenRequestsMs;
    }
    for (const { event: recorded, revision } of await log.readStream(stream, { fromRevision })) {
      const event = recorded as PastTablesEvent;
      fromRevision = revision + 1n;
      if (event.type === 'PastTablesRequested') continue;
      heardAt = performance.now();
      requestAt = heardAt + betweenRequestsMs;
      if (event.type === 'PastTablesProgressed') onProgress(event.data.part);
      if (event.type === 'PastTablesMade')
        return { database: event.data.database, position: BigInt(event.data.position) };
      if (event.type !== 'PastTablesRefused') continue;
      if (event.data.reason === 'busy') throw new PastTablesBusyError();
      throw new Error('The tables could not be made');
    }
    await pause(betweenLooksMs, undefined, { signal });
  }
  throw new Error('Nobody makes tables of the past');
}

async function record(log: EventLog, event: PastTablesEvent): Promise<void> {
  await handleCommand<null, PastTablesEvent>(log, {
    stream: pastTablesStream(event.data.id),
    decider: statelessDecider,
    decide: () => [event],
    cause: randomUUID(),
    context: { actor: { kind: 'system', id: 'past-tables' } },
  });
}
