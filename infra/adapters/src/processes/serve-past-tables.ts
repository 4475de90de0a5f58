import { type PastTablesEvent, pastTablesPrefix } from '@tapwise/domain';
import type { EventLog } from '../event-log/event-log.ts';
import { isLeaseHeld, untilLeaseEnds, withLease } from '../event-log/leases/hold-lease.ts';
import { followLog } from '../event-log/reading/follow-log.ts';
import { leaseSeconds, pastTablesAtMost, recordPastTables, tablesLease, viewLease } from './past-tables-log.ts';
import { type PastPoint, type PastTables, type PastTablesMaker, SharedPastTables } from './shared-past-tables.ts';

const betweenProgressMs = 1000;

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
      await recordPastTables(log, { type: 'PastTablesProgressed', data: { id, part: request.part } });
      return;
    }
    // What was asked for before this process began may be read again; who asked has left then.
    if (!(await isLeaseHeld(log, viewLease(id)))) return;
    if (!shared.hasRoomFor(point)) {
      await recordPastTables(log, { type: 'PastTablesRefused', data: { id, reason: 'busy' } });
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
        if (event.type === 'PastTablesContinued') {
          const { id, step } = event.data;
          const point = pointOf(event.data);
          answering = answering.then(() => open.get(id)?.continueTo(step, point)).catch(onFault);
        }
        if (event.type !== 'PastTablesRequested' || event.data.tables !== tables) continue;
        const { id, own } = event.data;
        const request = { id, point: { ...pointOf(event.data), own: own === undefined ? undefined : id } };
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
  /** Has the tables continued, unless that was begun; resolves when it is. */
  continueTo(step: number, point: PastPoint): Promise<void>;
}

interface ServedRequest {
  readonly log: EventLog;
  readonly served: ServedPastTables;
  readonly shared: SharedPastTables;
  readonly id: string;
  readonly point: PastPoint;
}

function beginRequest(served: ServedRequest, onEnd: () => void): OpenRequest {
  const { log, id } = served;
  const { onFault } = served.served;
  let made: PastTables | undefined;
  let begun = 0;
  const continueMade = async (step: number, point: PastPoint): Promise<void> => {
    try {
      if (made === undefined) return;
      if (made.continueTo === undefined) throw new Error('Shared tables cannot be continued');
      const position = await made.continueTo(point);
      const { database } = made;
      await recordPastTables(log, {
        type: 'PastTablesMade',
        data: { id, database, position: position.toString(), step },
      });
    } catch (error) {
      // Given back meanwhile: nobody waits for the answer.
      if (made === undefined) return;
      await recordPastTables(log, { type: 'PastTablesRefused', data: { id, reason: 'failed' } });
      throw error;
    }
  };
  const request: OpenRequest = {
    part: 0,
    // Begins when the request is there.
    ended: Promise.resolve()
      .then(() =>
        serveOne(served, {
          onPart: (part) => {
            request.part = part;
          },
          onChange: (tables) => {
            made = tables;
          },
        }),
      )
      .catch(onFault)
      .finally(onEnd),
    continueTo: async (step, point) => {
      // Asked again: it is at work.
      if (step <= begun) return await recordPastTables(log, { type: 'PastTablesProgressed', data: { id, part: 1 } });
      begun = step;
      void continueMade(step, point).catch(onFault);
    },
  };
  return request;
}

async function serveOne(
  { log, served: { signal, onFault }, shared, id, point }: ServedRequest,
  { onPart, onChange }: { onPart: (part: number) => void; onChange: (made: PastTables | undefined) => void },
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
      .then(() => recordPastTables(log, { type: 'PastTablesProgressed', data: { id, part } }))
      .catch(onFault);
  };
  // Wanted from now on, so that nobody who leaves meanwhile has them dropped.
  const use = shared.use(point, onProgress);
  try {
    await withLease(log, { ...lease, name: tablesLease(id), signal: gone }, async () => {
      const made = await Promise.race([use.made, left]);
      if (made === undefined) return;
      await progressed;
      onChange(made);
      const { database, position } = made;
      await recordPastTables(log, { type: 'PastTablesMade', data: { id, database, position: position.toString() } });
      await left;
      onChange(undefined);
      await use.leave();
    });
  } catch (error) {
    if (gone.aborted) return;
    over.abort();
    await recordPastTables(log, { type: 'PastTablesRefused', data: { id, reason: 'failed' } });
    throw error;
  } finally {
    await use.leave();
  }
}

type PointData = Extract<PastTablesEvent, { type: 'PastTablesRequested' | 'PastTablesContinued' }>['data'];

const pointOf = ({ at, position }: Pick<PointData, 'at' | 'position'>): PastPoint => ({
  at: new Date(at),
  position: position === undefined ? undefined : BigInt(position),
});
