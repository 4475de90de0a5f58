import type { ClickHouseClient, EventLog } from '@tapwise/adapters';
import {
  fold,
  followerNames,
  followerStream,
  type LeaseEvent,
  leaseDecider,
  leaseHolderStream,
  leaseStream,
  processesLease,
  tableWriterLease,
} from '@tapwise/domain';
import { currentDatabase } from '../../tables/current-database.queries.ts';

/** Where it is read what processes share through the log. */
export interface SharedWork {
  readonly log: Pick<EventLog, 'readLast' | 'countAfter'>;
  readonly client: ClickHouseClient;
  /** Milliseconds. */
  readonly now: number;
}

/** A lease that was taken at least once: which process does what only one may do. */
export interface LeaseState {
  readonly name: 'tables' | 'processes';
  readonly epoch: number;
  /** The last one; `undefined` when it has ended or let go. */
  readonly holder: string | undefined;
  /** Until when the holder said that it is at work, ISO 8601. */
  readonly until: string | undefined;
  readonly isHeld: boolean;
}

/** Something that reads the whole log, and how many events it is behind. */
export interface QueueState {
  readonly name: string;
  /** Counted up to `mostEventsCounted`. */
  readonly events: number;
}

export const mostEventsCounted = 1000;

/** Clocks of machines differ; a lease that ended less than this ago may have been renewed. */
const slackMs = 10_000;

/** @throws the log's or the engine's error. */
export async function leaseStates(sources: SharedWork): Promise<LeaseState[]> {
  const tables = tableWriterLease(await currentDatabase(sources.client));
  const states = [leaseState(sources, 'tables', tables), leaseState(sources, 'processes', processesLease)];
  return (await Promise.all(states)).filter(({ epoch }) => epoch > 0);
}

async function leaseState({ log, now }: SharedWork, name: LeaseState['name'], lease: string): Promise<LeaseState> {
  const last = (await log.readLast(leaseStream(lease)))?.event as LeaseEvent | undefined;
  const { epoch, holder } = fold(leaseDecider, last === undefined ? [] : [last]);
  const renewal = holder === undefined ? undefined : (await log.readLast(leaseHolderStream(holder)))?.event;
  if (renewal?.type !== 'LeaseHolderRenewed')
    return { name, epoch, holder: undefined, until: undefined, isHeld: false };
  const { until } = renewal.data;
  return { name, epoch, holder, until, isHeld: Date.parse(until) + slackMs >= now };
}

/** @throws the log's error. */
export async function queueStates({ log }: Pick<SharedWork, 'log'>): Promise<QueueState[]> {
  const states = Object.values(followerNames).map(async (name): Promise<QueueState[]> => {
    const last = (await log.readLast(followerStream(name)))?.event;
    if (last?.type !== 'FollowerAdvanced') return [];
    return [{ name, events: await log.countAfter(BigInt(last.data.position), mostEventsCounted) }];
  });
  return (await Promise.all(states)).flat();
}
