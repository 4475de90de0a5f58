import { setTimeout as pause } from 'node:timers/promises';
import {
  type BatchNotices,
  createLogger,
  guardLogFormat,
  type HeldLease,
  openClickHouse,
  openEventLog,
  readEnvironment,
  readPartStart,
  serveBatchNotices,
  servePastTables,
  startTelemetry,
  stopTelemetry,
  UnusableTablesError,
} from '@tapwise/adapters';
import { projections } from './projection-list.ts';
import { createPastTablesMaker, dropLeftPastTables } from './writing/filling/past-tables.ts';
import { rebuildTables } from './writing/filling/rebuild-tables.ts';
import { followTables } from './writing/runner/follow-tables.ts';
import { databaseOf, prepareTables } from './writing/runner/prepare-tables.ts';

const environment = readEnvironment();
const logger = createLogger('projections', environment.LOG_LEVEL);
await startTelemetry('projections', environment, logger);
const { EVENTSTORE_URL, CLICKHOUSE_URL, PROJECTIONS_URL } = environment;
if (EVENTSTORE_URL === undefined || CLICKHOUSE_URL === undefined) {
  throw new Error('EVENTSTORE_URL and CLICKHOUSE_URL say where the log and the tables are; set both');
}
const url = CLICKHOUSE_URL;

// Its file may be on a disk that is full; what cannot be said must not end the process.
process.stdout.on('error', () => undefined);
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());

const log = openEventLog(EVENTSTORE_URL);
// Tables of a log that is not read to its full extent would be wrong.
await guardLogFormat(log, {
  signal: stop.signal,
  onFault: (error) => logger.warn({ err: error }, 'the log cannot be asked yet which program wrote it'),
});
// The parts start side by side, so the tables may answer a little later than this process.
for (let failures = 0; !stop.signal.aborted; failures += 1) {
  try {
    await prepareTables(url);
    break;
  } catch (error) {
    if (error instanceof UnusableTablesError) throw error;
    logger.warn({ err: error }, 'the tables cannot be prepared yet');
    await pause(Math.min(5000, 200 * 2 ** failures), undefined, { signal: stop.signal }).catch(() => undefined);
  }
}

const client = openClickHouse(url);
let notices: BatchNotices | undefined;
/** Only the process that writes announces batches and makes tables of the past; callers of one that waits find nobody. */
function onWriting({ epoch, signal }: HeldLease): void {
  const addresses = { EVENTSTORE_URL: EVENTSTORE_URL ?? '', CLICKHOUSE_URL: url };
  const maker = createPastTablesMaker(addresses, epoch);
  const onFault = (error: unknown): void => logger.warn({ err: error }, 'tables of the past could not be made');
  void servePastTables(log, { tables: databaseOf(url), maker, onFault, signal }).catch(onFault);
  const onLeft = (error: unknown): void => logger.warn({ err: error }, 'left tables of the past are not dropped yet');
  void dropLeftPastTables(url, epoch, { onFault: onLeft, signal });
  if (PROJECTIONS_URL === undefined) return;
  notices = serveBatchNotices(PROJECTIONS_URL, (error) => logger.warn({ err: error }, 'batches are not announced'));
  signal.addEventListener('abort', () => notices?.close(), { once: true });
}
if (!stop.signal.aborted) process.stdout.write('PROJECTING\n');
await followTables({
  log,
  start: readPartStart(environment.rawVariables),
  client,
  logger,
  projections,
  signal: stop.signal,
  onWriting,
  fill: async (changed, { epoch, signal }) => {
    await rebuildTables({
      log,
      url,
      logger,
      projections: changed,
      acceptDifferences: true,
      shadowKind: 'fill',
      epoch,
      signal,
    });
  },
  onBatch: () => notices?.notify(),
  onCaughtUp: () => logger.info('caught up with the log'),
});
// A stream that was cut off in mid-flight can keep the log's client from closing; everything that counts is written.
await Promise.race([Promise.all([log.close(), client.close(), stopTelemetry()]), pause(1000)]);
logger.info('stopped');
process.exit(0);
