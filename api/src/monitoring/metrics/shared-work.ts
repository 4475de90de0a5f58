import { type ClickHouseClient, type EventLog, within } from '@tapwise/adapters';
import {
  fold,
  followerStream,
  type Lease,
  type LeaseEvent,
  leaseDecider,
  leaseHolderStream,
  leaseStream,
} from '@tapwise/domain';
import { currentDatabase } from '@tapwise/projections/queries';

export interface SharedWorkSources {
  readonly log: Pick<EventLog, 'readLast' | 'countAfter'>;
  readonly client: ClickHouseClient;
  /** Milliseconds. */
  readonly now: number;
}

/** A lease that was taken at least once. */
export interface LeaseState extends Lease {
  readonly name: 'tables' | 'processes';
  /** Whether its holder has said in time that it is at work. */
  readonly isHeld: boolean;
}

/** Something that reads the whole log, and how many events it is behind. */
export interface QueueState {
  readonly name: string;
  /** Counted up to 1000. */
  readonly events: number;
}

const responseMs = 1500;
/** Clocks of machines differ; a lease that ended less than this ago may have been renewed. */
const slackMs = 10_000;
const countedLag = 1000;
const queues = ['requests', 'mail-causes', 'queued-webhooks'];

/** What processes share through the log. What does not answer in time is left out. */
export async function sharedWork(
  sources: SharedWorkSources,
): Promise<{ readonly leases: readonly LeaseState[]; readonly queues: readonly QueueState[] }> {
  const [tables, processes, ...lags] = await Promise.all([
    inTime(tablesLease(sources)),
    inTime(leaseState(sources, 'processes', 'processes')),
    ...queues.map((name) => inTime(queueState(sources, name))),
  ]);
  return { leases: [...tables, ...processes], queues: lags.flat() };
}

const inTime = <Result>(reading: Promise<Result[]>): Promise<Result[]> =>
  within(responseMs, reading, () => new Error('No answer in time')).catch((): Result[] => []);

const tablesLease = async (sources: SharedWorkSources): Promise<LeaseState[]> =>
  leaseState(sources, 'tables', `projections-${await currentDatabase(sources.client)}`);

async function leaseState(
  { log, now }: SharedWorkSources,
  name: LeaseState['name'],
  stream: string,
): Promise<LeaseState[]> {
  const last = (await log.readLast(leaseStream(stream)))?.event as LeaseEvent | undefined;
  const lease = fold(leaseDecider, last === undefined ? [] : [last]);
  if (lease.epoch === 0) return [];
  const renewal = lease.holder && (await log.readLast(leaseHolderStream(lease.holder)))?.event;
  const isHeld =
    typeof renewal === 'object' &&
    renewal.type === 'LeaseHolderRenewed' &&
    Date.parse(renewal.data.until) + slackMs >= now;
  return [{ ...lease, name, isHeld }];
}

async function queueState({ log }: SharedWorkSources, name: string): Promise<QueueState[]> {
  const last = (await log.readLast(followerStream(name)))?.event;
  if (last?.type !== 'FollowerAdvanced') return [];
  return [{ name, events: await log.countAfter(BigInt(last.data.position), countedLag) }];
}
