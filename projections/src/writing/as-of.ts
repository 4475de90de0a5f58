import { parseArgs } from 'node:util';
import { createLogger, openEventLog, readEnvironment } from '@tapwise/adapters';
import { projections } from '../projection-list.ts';
import { dropTablesAsOf, fillTablesAsOf } from './filling/tables-as-of.ts';

/**
 * `--database <name> --at <instant>` makes the tables as they were at an instant, or with `--position <position>` as they were
 * when they held that event, and prints the position of their last event and of how many events they are made, as JSON.
 * `--database <name> --drop` drops them.
 */
const environment = readEnvironment();
const { EVENTSTORE_URL, CLICKHOUSE_URL } = environment;
if (EVENTSTORE_URL === undefined || CLICKHOUSE_URL === undefined) {
  throw new Error('EVENTSTORE_URL and CLICKHOUSE_URL say where the log and the tables are; set both');
}
const { at, database, drop, position } = parseArgs({
  options: {
    at: { type: 'string' },
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
  wanted: Omit<Parameters<typeof fillTablesAsOf>[0], 'log' | 'logger' | 'projections'>,
): Promise<void> {
  const logger = createLogger('as-of', environment.LOG_LEVEL);
  const made = await fillTablesAsOf({ ...wanted, projections, log: openEventLog(eventStore), logger });
  process.stdout.write(`${JSON.stringify({ ...made, position: made.position.toString() })}\n`);
}
