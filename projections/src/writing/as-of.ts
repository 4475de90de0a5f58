import { constants, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { createLogger, type EventLog, openEventLog, readEnvironment, refuseNewerLog } from '@tapwise/adapters';
import { projections } from '../projection-list.ts';
import { dropTablesAsOf, fillTablesAsOf, type TablesAsOfRequest } from './filling/tables-as-of.ts';

/**
 * `--database <name> --at <instant>` makes the tables as they were at an instant, or with `--position <position>` as they were
 * when they held that event, and prints the position of their last event and of how many events they are made, as JSON.
 * `--database <name> --drop` drops them. With `--beside` live work goes first, and lines with the progress come before.
 */
const environment = readEnvironment();
const { EVENTSTORE_URL, CLICKHOUSE_URL } = environment;
if (EVENTSTORE_URL === undefined || CLICKHOUSE_URL === undefined) {
  throw new Error('EVENTSTORE_URL and CLICKHOUSE_URL say where the log and the tables are; set both');
}
const { at, beside, database, drop, position } = parseArgs({
  options: {
    at: { type: 'string' },
    beside: { type: 'boolean', default: false },
    position: { type: 'string' },
    database: { type: 'string' },
    drop: { type: 'boolean', default: false },
  },
}).values;
if (database === undefined || (at === undefined && !drop))
  throw new Error('--database and --at or --drop say what to do');
const part = position === undefined ? { recordedUntil: new Date(at ?? '') } : { to: BigInt(position) };
if (drop) await dropTablesAsOf(CLICKHOUSE_URL, database);
else await fill(EVENTSTORE_URL, { url: CLICKHOUSE_URL, database, part });
// A stream that was left half way keeps the log's client from ending.
process.exit(0);

async function fill(
  eventStore: string,
  wanted: Omit<TablesAsOfRequest, 'log' | 'logger' | 'projections'>,
): Promise<void> {
  const logger = createLogger('as-of', environment.LOG_LEVEL);
  const log = openEventLog(eventStore);
  // What this program does not know would be missing.
  await refuseNewerLog(log);
  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort());
  const onRead = beside ? await reportProgress(log) : undefined;
  const filling = fillTablesAsOf({ ...wanted, projections, log, onRead, logger, signal: stop.signal });
  const made = await filling.catch((error: unknown) => {
    if (stop.signal.aborted) process.exit(1);
    throw error;
  });
  process.stdout.write(`${JSON.stringify({ ...made, position: made.position.toString() })}\n`);
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
