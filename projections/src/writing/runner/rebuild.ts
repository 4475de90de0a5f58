import {
  type ClickHouseClient,
  type EventLog,
  insertRows,
  type Logger,
  openClickHouse,
  readLog,
} from '@tapwise/adapters';
import { readCheckpoint } from '../../tables/checkpoint.queries.ts';
import { tableCatalogue } from '../../tables/table-catalogue.ts';
import { type Filled, fillTables } from './fill-tables.ts';
import { type PlannedInsert, planInserts } from './insert-plan.ts';
import { cutByRows } from './log-range.ts';
import { databaseOf, prepareTables, withDatabase } from './prepare-tables.ts';
import { projectBatch } from './project-batch.ts';
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
  { log, logger, onInsert }: RebuildOptions,
  client: ClickHouseClient,
  to: bigint,
): Promise<Omit<Filled, 'last'>> {
  const { last: _last, ...filled } = await fillTables({
    ...{ log, client, part: { to }, name: 'rebuild' },
    ...(onInsert === undefined ? {} : { onInsert }),
  });
  logger.info(filled, 'filled');
  return filled;
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
