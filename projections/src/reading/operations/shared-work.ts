import type { ClickHouseClient, EventLog } from '@tapwise/adapters';
import {
  adServiceCalls,
  callShareDecider,
  callSharesStream,
  fold,
  type Lease,
  type LeaseEvent,
  leaseDecider,
  leaseHolderStream,
  leaseStream,
  processesLease,
  tableWriterLease,
} from '@tapwise/domain';
import { currentDatabase } from '../../tables/current-database.queries.ts';
import type { OperatorFinding } from './operator-finding.ts';

/** What processes share through the log. */
export interface SharedWork {
  readonly log: Pick<EventLog, 'readLast'>;
  readonly client: ClickHouseClient;
  /** Milliseconds. */
  readonly now: number;
}

/** Clocks of machines differ; a lease that ended less than this ago may have been renewed. */
const slackMs = 10_000;

/** Which process does what only one may do. @throws the log's or the engine's error. */
export async function leaseFindings({ log, client, now }: SharedWork): Promise<OperatorFinding[]> {
  const leases = [
    { what: 'lease of the tables', name: tableWriterLease(await currentDatabase(client)) },
    { what: 'lease of the processes', name: processesLease },
  ];
  const findings = leases.map(async ({ what, name }): Promise<OperatorFinding[]> => {
    const last = (await log.readLast(leaseStream(name)))?.event as LeaseEvent | undefined;
    const lease = fold(leaseDecider, last === undefined ? [] : [last]);
    if (lease.epoch === 0) return [];
    return [{ what, ...(await stateOf(log, lease, now)) }];
  });
  return (await Promise.all(findings)).flat();
}

async function stateOf(
  log: Pick<EventLog, 'readLast'>,
  { holder, epoch }: Lease,
  now: number,
): Promise<Omit<OperatorFinding, 'what'>> {
  if (holder === undefined) return { status: 'degraded', detail: 'No process holds it' };
  const renewal = (await log.readLast(leaseHolderStream(holder)))?.event;
  if (renewal?.type !== 'LeaseHolderRenewed')
    return { status: 'degraded', detail: `${holder} has ended; no process holds it` };
  const { until } = renewal.data;
  return Date.parse(until) + slackMs >= now
    ? { status: 'ok', detail: `Held by ${holder}, epoch ${epoch}` }
    : { status: 'degraded', detail: `Held by ${holder}, which is silent since ${until}` };
}

/** How the calls that partners allow are divided. @throws the log's error. */
export async function callFindings({ log }: Pick<SharedWork, 'log'>): Promise<OperatorFinding[]> {
  const last = (await log.readLast(callSharesStream(adServiceCalls)))?.event;
  if (last?.type !== 'CallSharesDivided') return [];
  const { holders } = fold(callShareDecider, [last]);
  const shares = holders.map(({ holder, calls }) => `${holder} ${calls}`);
  if (shares.length === 0) return [];
  return [{ what: 'calls of Apple Ads at once', status: 'ok', detail: shares.join(', ') }];
}
