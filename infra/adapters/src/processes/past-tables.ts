import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type PastTablesEvent, pastTablesPrefix, pastTablesStream } from '@tapwise/domain';
import type { EventLog } from '../event-log/event-log.ts';
import { untilLeaseEnds, withLease } from '../event-log/leases/hold-lease.ts';
import { followLog } from '../event-log/reading/follow-log.ts';
import { OutsideFault } from '../failures/outside-fault.ts';
import { leaseSeconds, recordPastTables, tablesLease, viewLease } from './past-tables-log.ts';
import type { PastPoint, PastTables } from './shared-past-tables.ts';

const betweenLooksMs = 200;
/** Continuing is short. */
const betweenStepLooksMs = 50;
/** What nothing is heard of is asked for again; after the longest silence nobody makes it. */
const betweenRequestsMs = 4000;
const longestSilenceMs = 30_000;

/** Too many are in use, or one is being made. */
export class PastTablesBusyError extends OutsideFault {
  override readonly name = 'PastTablesBusyError';

  constructor() {
    super('Tables of another instant are being made', { retry: true });
  }
}

/** Tables that are there until they are given back, or until the process that made them ends. */
export interface LeasedTables extends Pick<PastTables, 'database' | 'position'> {
  /** Resolves when they are no longer there. */
  readonly ended: Promise<void>;
}

interface LeaseOptions {
  /** Gives the tables back when it aborts. */
  readonly signal: AbortSignal;
  /** Called with the part of the log that has been read, 0 to 1. */
  readonly onProgress: (part: number) => void;
}

interface WantedTables extends Omit<PastPoint, 'own'> {
  /** Name of the database of the current tables. */
  readonly tables: string;
}

/**
 * Has tables of an instant, or of a position, made and keeps them until the signal aborts.
 * @throws PastTablesBusyError; Error when they could not be made.
 */
export async function leasePastTables(
  log: EventLog,
  wanted: WantedTables,
  options: LeaseOptions,
): Promise<LeasedTables> {
  const id = randomUUID();
  return await keepTables(log, id, requestOf(id, wanted), options);
}

/** Tables for one caller, who has them continued. */
export interface OwnTables extends LeasedTables {
  /**
   * Makes them what they were at a later point.
   * @returns the position of the last event that they hold then. @throws Error when that is not possible, or the signal aborts.
   */
  continueTo(point: Omit<PastPoint, 'own'>): Promise<bigint>;
}

/** The same for this caller alone. @throws PastTablesBusyError; Error when they could not be made. */
export async function leaseOwnTables(log: EventLog, wanted: WantedTables, options: LeaseOptions): Promise<OwnTables> {
  const id = randomUUID();
  const { type, data } = requestOf(id, wanted);
  const leased = await keepTables(log, id, { type, data: { ...data, own: true } }, options);
  const heard: Heard = { fromRevision: 0n };
  const gone = new AbortController();
  void leased.ended.then(() => gone.abort());
  const signal = AbortSignal.any([options.signal, gone.signal]);
  let step = 0;
  return {
    ...leased,
    continueTo: async ({ at, position }) => {
      step += 1;
      const later = { id, step, at: at.toISOString(), ...(position === undefined ? {} : { position: `${position}` }) };
      const made = await outcomeOf(log, { type: 'PastTablesContinued', data: later }, { ...options, signal, heard });
      return made.position;
    },
  };
}

const requestOf = (id: string, { tables, at, position }: WantedTables) => ({
  type: 'PastTablesRequested' as const,
  data: { id, tables, at: at.toISOString(), ...(position === undefined ? {} : { position: `${position}` }) },
});

async function keepTables(
  log: EventLog,
  id: string,
  request: WantingEvent,
  { signal, onProgress }: LeaseOptions,
): Promise<LeasedTables> {
  const lease = { holder: 'api', seconds: leaseSeconds };
  return await new Promise<LeasedTables>((resolve, reject) => {
    const kept = withLease(log, { ...lease, name: viewLease(id), signal }, async (view) => {
      const heard: Heard = { fromRevision: 0n };
      const made = await outcomeOf(log, request, { signal: view.signal, onProgress, heard });
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

type WantingEvent = Extract<PastTablesEvent, { type: 'PastTablesRequested' | 'PastTablesContinued' }>;

/** Up to where the answers in a stream are read. */
interface Heard {
  fromRevision: bigint;
}

/**
 * Asks, and asks again while nothing is heard: the process that made tables may have died, and its successor knows of no earlier request.
 * @throws PastTablesBusyError; Error when nothing came of a request, or the signal aborts.
 */
async function outcomeOf(
  log: EventLog,
  request: WantingEvent,
  { signal, onProgress, heard }: LeaseOptions & { readonly heard: Heard },
): Promise<Pick<PastTables, 'database' | 'position'>> {
  const stream = pastTablesStream(request.data.id);
  const step = stepOf(request);
  let heardAt = performance.now();
  let requestAt = heardAt;
  while (performance.now() - heardAt < longestSilenceMs) {
    signal.throwIfAborted();
    if (performance.now() >= requestAt) {
      await recordPastTables(log, request);
      requestAt = performance.now() + betweenRequestsMs;
    }
    for (const { event: recorded, revision } of await log.readStream(stream, heard)) {
      const event = recorded as PastTablesEvent;
      heard.fromRevision = revision + 1n;
      if (event.type === 'PastTablesRequested' || event.type === 'PastTablesContinued') continue;
      if (event.type === 'PastTablesMade' && stepOf(event) !== step) continue;
      heardAt = performance.now();
      requestAt = heardAt + betweenRequestsMs;
      if (event.type === 'PastTablesProgressed') onProgress(event.data.part);
      if (event.type === 'PastTablesMade')
        return { database: event.data.database, position: BigInt(event.data.position) };
      if (event.type !== 'PastTablesRefused') continue;
      if (event.data.reason === 'busy') throw new PastTablesBusyError();
      throw new Error('The tables could not be made');
    }
    await pause(step === 0 ? betweenLooksMs : betweenStepLooksMs, undefined, { signal });
  }
  throw new Error('Nobody makes tables of the past');
}

/** How often tables had been continued by then. */
const stepOf = ({ data }: WantingEvent | Extract<PastTablesEvent, { type: 'PastTablesMade' }>): number =>
  'step' in data ? (data.step ?? 0) : 0;
