import { type ClickHouseClient, type EventLog, insertRows, type Logger, openClickHouse } from '@tapwise/infra';
import { readTransactionPage, type SubjectKey } from '../cohort/cohort-lookups.queries.ts';
import { InstallIndex } from '../cohort/install-link.ts';
import { nothingNew, recomputeSubscriptions } from '../cohort/recompute-subscriptions.ts';
import { tableCatalogue } from '../tables/table-catalogue.ts';
import { readCheckpoint } from './checkpoint.queries.ts';
import { type PlannedInsert, planInserts } from './insert-plan.ts';
import { cutByRows } from './log-range.ts';
import { databaseOf, prepareTables, withDatabase } from './prepare-tables.ts';
import { type ParkedEvent, projectBatch } from './project-batch.ts';
import type { TableRow } from './projection.ts';
import { readLog } from './read-log.ts';
import { compareTable, dropDatabase, exchangeTable, type Fingerprint } from './rebuild-tables.queries.ts';

export interface RebuildOptions {
  readonly log: EventLog;
  /** Address of the live tables. */
  readonly url: string;
  readonly logger: Logger;
  /** Put the new tables in the live ones' place even where they differ, because the projections have changed. */
  readonly acceptDifferences?: boolean;
  /** Sees every insert; a bench repeats them raw. */
  readonly onInsert?: (insert: PlannedInsert) => void;
}

export interface RebuildResult {
  readonly events: number;
  readonly rows: number;
  /** From the first event to the last row. */
  readonly seconds: number;
  readonly position: bigint;
  readonly differences: readonly { table: string; live: Fingerprint; rebuilt: Fingerprint }[];
  readonly swapped: boolean;
}

const transactionsPerPage = 2000;

/** Name of the database beside the live one; after the swap it holds the old tables. */
export const rebuildDatabaseOf = (url: string): string => `${databaseOf(url)}_rebuild`;

/**
 * Makes all tables anew from the log, beside the live ones, compares the two and swaps them. Readers see the old tables until
 * the swap and the new ones after it; the old ones stay.
 * @throws Error when an event cannot be projected: a rebuild stops instead of skipping. The live tables are untouched then.
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildResult> {
  const { url, log } = options;
  const [live, side] = [databaseOf(url), rebuildDatabaseOf(url)];
  const client = openClickHouse(withDatabase(url, live));
  const sideClient = openClickHouse(withDatabase(url, side));
  try {
    await dropDatabase(client, side);
    await prepareTables(url, side);
    const position = (await readCheckpoint(client)).done?.position ?? 0n;
    const filled = await fill(options, sideClient, position);
    const differences = await compare(client, { live, rebuilt: side, position });
    const swapped = differences.length === 0 || options.acceptDifferences === true;
    if (swapped) {
      for (const { name } of comparedTables) await exchangeTable(client, { table: name, live, rebuilt: side });
      await repeatTail(log, client, position);
    }
    return { ...filled, position, differences, swapped };
  } finally {
    await Promise.all([client.close(), sideClient.close()]);
  }
}

const comparedTables = tableCatalogue.filter((table) => !table.ownedByRunner);

async function fill(
  options: RebuildOptions,
  client: ClickHouseClient,
  to: bigint,
): Promise<{ events: number; rows: number; seconds: number }> {
  const began = performance.now();
  const counts = { events: 0, rows: 0 };
  const mode = { land: true, undecided: new InstallIndex() } as const;
  let writing: Promise<void> = Promise.resolve();
  const write = async (rows: readonly TableRow[], rangeName: string): Promise<void> => {
    const inserts = planInserts(rows, rangeName);
    for (const insert of inserts) options.onInsert?.(insert);
    counts.rows += inserts.reduce((sum, insert) => sum + insert.rows.length, 0);
    // The engine works on one run while the next one is read and projected.
    await writing;
    writing = Promise.all(inserts.map((insert) => insertRows(client, insert))).then(() => undefined);
  };
  await readLog(options.log, { after: undefined, to }, async (events) => {
    for (const run of cutByRows(events)) {
      const { rows, parked } = await projectBatch(client, run, new Map(), mode);
      refuseParked(parked);
      counts.events += run.length;
      await write(rows, `rebuild:${run[0]?.position}`);
    }
  });
  await writing;
  for (let after: SubjectKey | undefined; ; ) {
    const page = await readTransactionPage(client, after, transactionsPerPage);
    const { rows, failures } = await recomputeSubscriptions(client, page, nothingNew);
    const [failure] = failures;
    if (failure) throw new Error(`${failure.subject.id} cannot be interpreted: ${failure.reason}`);
    await write(rows, `rebuild:${page[0]?.application_id}:${page[0]?.id}`);
    after = page.at(-1);
    if (page.length < transactionsPerPage) break;
  }
  await writing;
  options.logger.info({ ...counts }, 'filled');
  return { ...counts, seconds: (performance.now() - began) / 1000 };
}

function refuseParked(parked: readonly ParkedEvent[]): void {
  const [first] = parked;
  if (first === undefined) return;
  const { recorded, reason } = first;
  throw new Error(`The event ${recorded.event.type} at ${recorded.position} cannot be projected: ${reason}`);
}

async function compare(
  client: ClickHouseClient,
  databases: { live: string; rebuilt: string; position: bigint },
): Promise<RebuildResult['differences']> {
  const differences: { table: string; live: Fingerprint; rebuilt: Fingerprint }[] = [];
  for (const { name } of comparedTables) {
    const { live, rebuilt } = await compareTable(client, { table: name, ...databases });
    if (live.rows !== rebuilt.rows || live.hash !== rebuilt.hash) differences.push({ table: name, live, rebuilt });
  }
  return differences;
}

/**
 * What the runner wrote into the old tables after the rebuild had read them, up to the range that it had begun when they were
 * swapped. Writing what it writes at the same moment is harmless: rows are made whole, and of equal versions the later stays.
 */
async function repeatTail(log: EventLog, client: ClickHouseClient, after: bigint): Promise<void> {
  const { done, unfinished } = await readCheckpoint(client);
  const to = unfinished?.to ?? done?.position ?? after;
  await readLog(log, { after, to }, async (events) => {
    for (const run of cutByRows(events)) {
      const { rows } = await projectBatch(client, run, new Map(), 'recompute');
      const inserts = planInserts(rows, `tail:${after}:${run[0]?.position}`);
      await Promise.all(inserts.map((insert) => insertRows(client, insert)));
    }
  });
}
