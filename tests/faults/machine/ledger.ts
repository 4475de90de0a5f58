import { openEventLog, readEnvironment } from '@tapwise/adapters';
import { installStream } from '@tapwise/domain';
import { engineAddresses } from '../../../infra/operations/addresses/engine-addresses.ts';
import { eventually } from '../../support/product/product.ts';
import type { Machine } from './machine.ts';

/** What became of first launches that were answered 200. */
export interface Ledger {
  readonly acknowledged: number;
  /** Of which the log has none; of which it has more than one report. */
  readonly lost: number;
  readonly twice: number;
  /** Rows of the tables less streams of the log. */
  readonly rowsMore: number;
}

const readsAtOnce = 50;

/** Compares what was answered with the log, and the log with the tables when they have caught up. */
export async function compareLedger(
  { environment }: Pick<Machine, 'environment'>,
  applicationId: number,
  acknowledged: ReadonlySet<string>,
): Promise<Ledger> {
  const { EVENTSTORE_URL, CLICKHOUSE_URL } = engineAddresses(readEnvironment({ ...environment }));
  const log = openEventLog(EVENTSTORE_URL);
  let lost = 0;
  let twice = 0;
  const ids = [...acknowledged];
  try {
    for (let from = 0; from < ids.length; from += readsAtOnce) {
      const counts = await Promise.all(
        ids.slice(from, from + readsAtOnce).map(async (id) => {
          const events = await log.readStream(installStream(applicationId, id));
          return events.filter(({ event }) => event.type === 'InstallReported').length;
        }),
      );
      lost += counts.filter((count) => count === 0).length;
      twice += counts.filter((count) => count > 1).length;
    }
  } finally {
    await log.close();
  }
  const expected = ids.length - lost;
  const rows = await eventually(
    () => countRows(CLICKHOUSE_URL, applicationId),
    (count) => count === expected,
    { timeoutMs: 60_000, everyMs: 500 },
  ).catch(() => countRows(CLICKHOUSE_URL, applicationId));
  return { acknowledged: ids.length, lost, twice, rowsMore: rows - expected };
}

async function countRows(address: string, applicationId: number): Promise<number> {
  const url = new URL(address);
  const query = `SELECT count() FROM ${url.pathname.slice(1)}.install_current_v1 FINAL WHERE application_id = ${applicationId}`;
  const response = await fetch(`${url.origin}/?query=${encodeURIComponent(query)}`);
  if (!response.ok) throw new Error(await response.text());
  return Number(await response.text());
}
