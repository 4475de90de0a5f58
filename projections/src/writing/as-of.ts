import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createLogger, type EventLog, openEventLog, readEnvironment, refuseNewerLog } from '@tapwise/adapters';
import { z } from 'zod';
import { projections } from '../projection-list.ts';
import type { FillPart } from './filling/fill-tables.ts';
import { dropTablesAsOf, openTablesAsOf, type TablesAsOf, type TablesAsOfRequest } from './filling/tables-as-of.ts';

/**
 * `--database <name> --at <instant>` makes the tables as they were at an instant, or with `--position <position>` as they were
 * when they held that event, and prints the position of their last event and of how many events they are made, as JSON.
 * `--database <name> --drop` drops them. With `--beside` live work goes first, and lines with the progress come before. With `--continue`
 * it reads later points, each a line of JSON (`at`, `position`), until its input ends, continues the tables up to each, and prints the same of it.
 */
const environment = readEnvironment();
const { EVENTSTORE_URL, CLICKHOUSE_URL } = environment;
if (EVENTSTORE_URL === undefined || CLICKHOUSE_URL === undefined) {
  throw new Error('EVENTSTORE_URL and CLICKHOUSE_URL say where the log and the tables are; set both');
}
const pointSchema = z.object({ at: z.string(), position: z.string().optional() });
const {
  at,
  beside,
  continue: continues,
  database,
  drop,
  position,
} = parseArgs({
  options: {
    at: { type: 'string' },
    beside: { type: 'boolean', default: false },
    continue: { type: 'boolean', default: false },
    position: { type: 'string' },
    database: { type: 'string' },
    drop: { type: 'boolean', default: false },
  },
}).values;
if (database === undefined || (at === undefined && !drop))
  throw new Error('--database and --at or --drop say what to do');
if (drop) await dropTablesAsOf(CLICKHOUSE_URL, database);
else await fill(EVENTSTORE_URL, { url: CLICKHOUSE_URL, database }, partOf({ at: at ?? '', position }));
// A stream that was left half way keeps the log's client from ending.
process.exit(0);

/** Fills the tables up to a point, and then to those that are read. */
async function fill(
  eventStore: string,
  wanted: Pick<TablesAsOfRequest, 'url' | 'database'>,
  first: FillPart,
): Promise<void> {
  const logger = createLogger('as-of', environment.LOG_LEVEL);
  const log = openEventLog(eventStore);
  // What this program does not know would be missing.
  await refuseNewerLog(log);
  const stop = new AbortController();
  process.once('SIGTERM', () => {
    stop.abort();
    process.stdin.destroy();
  });
  const onRead = beside ? await reportProgress(log) : undefined;
  try {
    const tables = await openTablesAsOf({ ...wanted, projections, log, onRead, logger, signal: stop.signal });
    print(await tables.fillTo(first));
    if (!continues) return;
    for await (const line of createInterface({ input: process.stdin })) {
      print(await tables.fillTo(partOf(pointSchema.parse(JSON.parse(line)))));
    }
  } catch (error) {
    if (stop.signal.aborted) process.exit(1);
    throw error;
  }
}

function partOf({ at: until, position: last }: z.infer<typeof pointSchema>): FillPart {
  return last === undefined ? { recordedUntil: new Date(until) } : { to: BigInt(last) };
}

function print({ position: last, events }: TablesAsOf): void {
  process.stdout.write(`${JSON.stringify({ position: last.toString(), events })}\n`);
}

/** Gives way to live work, and prints how much of the log has been read. */
async function reportProgress(log: EventLog): Promise<(position: bigint) => void> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const end = await log.lastPosition();
  return (position) => {
    const progress = end === 0n ? 1 : Math.min(1, Number(position) / Number(end));
    process.stdout.write(`${JSON.stringify({ progress })}\n`);
  };
}
