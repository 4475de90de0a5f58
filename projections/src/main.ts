import { setTimeout as pause } from 'node:timers/promises';
import {
  createLogger,
  createPastTablesHandler,
  NewerTablesError,
  openClickHouse,
  openEventLog,
  readEnvironment,
  serveBatchNotices,
} from '@tapwise/adapters';
import { projections } from './projection-list.ts';
import { createPastTablesMaker, dropLeftPastTables } from './writing/filling/past-tables.ts';
import { rebuildTables } from './writing/filling/rebuild-tables.ts';
import { followTables } from './writing/runner/follow-tables.ts';
import { prepareTables } from './writing/runner/prepare-tables.ts';

const environment = readEnvironment();
const logger = createLogger('projections', environment.LOG_LEVEL);
const { EVENTSTORE_URL, CLICKHOUSE_URL, PROJECTIONS_URL } = environment;
if (EVENTSTORE_URL === undefined || CLICKHOUSE_URL === undefined) {
  throw new Error('EVENTSTORE_URL and CLICKHOUSE_URL say where the log and the tables are; set both');
}
const url = CLICKHOUSE_URL;

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());

// The parts start side by side, so the tables may answer a little later than this process.
for (let failures = 0; !stop.signal.aborted; failures += 1) {
  try {
    await prepareTables(url);
    await dropLeftPastTables(url);
    break;
  } catch (error) {
    if (error instanceof NewerTablesError) throw error;
    logger.warn({ err: error }, 'the tables cannot be prepared yet');
    await pause(Math.min(5000, 200 * 2 ** failures), undefined, { signal: stop.signal }).catch(() => undefined);
  }
}

const log = openEventLog(EVENTSTORE_URL);
const client = openClickHouse(url);
const notices =
  PROJECTIONS_URL === undefined
    ? undefined
    : serveBatchNotices(
        PROJECTIONS_URL,
        (error) => logger.warn({ err: error }, 'batches are not announced'),
        createPastTablesHandler(createPastTablesMaker({ EVENTSTORE_URL, CLICKHOUSE_URL }), (error) =>
          logger.warn({ err: error }, 'tables of the past could not be made'),
        ),
      );
if (!stop.signal.aborted) process.stdout.write('PROJECTING\n');
await followTables({
  log,
  client,
  logger,
  projections,
  signal: stop.signal,
  fill: async (changed, signal) => {
    await rebuildTables({
      log,
      url,
      logger,
      projections: changed,
      acceptDifferences: true,
      shadowKind: 'fill',
      signal,
    });
  },
  onBatch: () => notices?.notify(),
  onCaughtUp: () => logger.info('caught up with the log'),
});
notices?.close();
// A stream that was cut off in mid-flight can keep the log's client from closing; everything that counts is written.
await Promise.race([Promise.all([log.close(), client.close()]), pause(1000)]);
logger.info('stopped');
process.exit(0);
