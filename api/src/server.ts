import { join, resolve } from 'node:path';
import {
  automationTimes,
  createLogger,
  createOutboundClient,
  createPaymentProvider,
  createStoreReportsClient,
  type Environment,
  guardLogFormat,
  openClickHouse,
  openEventLog,
  openExportFiles,
  openReportFiles,
  openSecrets,
  openSharedLimits,
  paymentSettings,
  publicIngestUrl,
  readEnvironment,
  reportEverySeconds,
  salesUrl,
  startTelemetry,
  stopTelemetry,
} from '@tapwise/adapters';
import { startDirectory } from './access/folds/directory-follower.ts';
import { foundTeams } from './account/commands/team/found-teams.ts';
import { demoReportSeeding } from './account/demo/demo-report.ts';
import { seedDemoRules } from './account/demo/demo-rules.ts';
import { seedDemo } from './account/demo/seed-demo.ts';
import { buildApp } from './app.ts';
import { openAppleAds } from './apple-ads/open-apple-ads.ts';
import type { ApiDependencies } from './http/dependencies.ts';
import { repeatUntilDone } from './http/repeat-until-done.ts';
import { pastTablesFrom } from './reports/past/past-tables.ts';
import { createBigReports } from './reports/queries/big-reports/big-reports.ts';

/** Longest time for answers that are under way when the process is asked to stop. */
const stopTimeoutMs = 4000;

const environment = readEnvironment();
const logger = createLogger('api', environment.LOG_LEVEL);
await startTelemetry('api', environment, logger);
const stopped = new AbortController();
let closeApp: () => Promise<unknown> = async () => undefined;
// First of all, so that a stop in the middle of the start is an orderly one too.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void shutDown());

const deps = await openDependencies(environment);
const app = await buildApp(deps);
closeApp = () => Promise.all([app.close(), deps.directory.ended]);
await app.listen({ port: environment.PORT, host: environment.HOST });
const startUp = { logger, signal: stopped.signal };
void repeatUntilDone(() => foundTeams(deps), {
  ...startUp,
  failure: 'Teams of older accounts could not be founded yet',
});
if (environment.DEMO === 'on') {
  const failure = 'The demo account could not be set up yet';
  void repeatUntilDone(() => seedDemo(deps), { ...startUp, failure }).then(() =>
    Promise.all([
      repeatUntilDone(() => seedDemoRules(deps), { ...startUp, failure }),
      repeatUntilDone(demoReportSeeding(deps), { ...startUp, failure }),
    ]),
  );
}

async function openDependencies(env: Environment): Promise<ApiDependencies> {
  if (env.EVENTSTORE_URL === undefined || env.CLICKHOUSE_URL === undefined) {
    throw new Error('EVENTSTORE_URL and CLICKHOUSE_URL must be set; the start command sets them.');
  }
  const log = openEventLog(env.EVENTSTORE_URL);
  guardLogFormat(log, { signal: stopped.signal }).catch((error: unknown) => {
    logger.fatal({ err: error }, 'The log is of a newer program');
    process.exit(1);
  });
  const { files, vault } = await openSecrets(env);
  const sharedLimits = await openSharedLimits(env, logger);
  const snapshots = { files, vault };
  const targets = new Set(env.OUTBOUND_TEST_TARGETS);
  const tables = openClickHouse(env.CLICKHOUSE_URL);
  return {
    log,
    tables,
    bigReports: createBigReports(env.CLICKHOUSE_URL),
    pastTables: pastTablesFrom(log, { tables, url: env.CLICKHOUSE_URL }),
    directory: startDirectory(log, logger, stopped.signal, snapshots),
    snapshots,
    vault,
    appleAds: openAppleAds(log, env, { logger, signal: stopped.signal }),
    storeReports: createStoreReportsClient({ url: env.APP_STORE_CONNECT_URL }),
    outbound: { client: createOutboundClient({ targets }), targets },
    exports: openExportFiles(files, vault),
    reportFiles: openReportFiles(files, vault),
    ...openPayments(env),
    ...(sharedLimits === undefined ? {} : { sharedLimits }),
    logger,
    settings: {
      demo: env.DEMO === 'on',
      demoStoreFile: join(env.DATA_DIR, 'simulator', 'provider.json'),
      attemptsFile: join(env.DATA_DIR, 'api', 'sign-in-attempts.json'),
      callLimitsFile: join(env.DATA_DIR, 'api', 'call-limits.json'),
      ...(env.SMTP_URL === undefined ? { outbox: join(env.DATA_DIR, 'outbox') } : {}),
      dataDir: env.DATA_DIR,
      statusFile: join(env.DATA_DIR, 'run', 'status.json'),
      webRoot: resolve(import.meta.dirname, '../../web/dist'),
      siteRoot: resolve(env.DATA_DIR, 'site'),
      sourceMaps: resolve(import.meta.dirname, '../../web/dist/.maps'),
      ...(env.SENTRY_DSN === undefined ? {} : { errorsDsn: env.SENTRY_DSN }),
      trustedProxies: env.TRUSTED_PROXIES,
      ...sqlSettings(env, env.CLICKHOUSE_URL),
      automation: automationTimes(env),
      completeDayHours: env.COMPLETE_DAY_HOURS,
      reportEverySeconds: reportEverySeconds(env),
      salesUrl: salesUrl(env),
      ingestUrl: publicIngestUrl(env),
      ...(env.PROJECTIONS_URL === undefined ? {} : { batchNoticesUrl: env.PROJECTIONS_URL }),
      ...(env.METRICS_TOKEN === undefined ? {} : { metricsToken: env.METRICS_TOKEN }),
      ...(env.PUBLIC_URL === undefined ? {} : { publicUrl: env.PUBLIC_URL }),
    },
    now: () => new Date(),
  };
}

/** Says what lacks, where something is set up at all. */
function openPayments(env: Environment): Pick<ApiDependencies, 'payments'> {
  const settings = paymentSettings(env);
  if (!('faults' in settings)) return { payments: createPaymentProvider(settings) };
  if (env.PADDLE_API_KEY !== undefined) logger.error({ faults: settings.faults }, 'payments are off');
  return {};
}

/** Analysts ask the engine that has the tables, or one of their own; a demo gives each statement less time. */
function sqlSettings(
  env: Environment,
  tablesUrl: string,
): Pick<ApiDependencies['settings'], 'sql' | 'sqlPort' | 'sqlHost'> {
  const tables = decodeURIComponent(new URL(tablesUrl).pathname.slice(1)) || 'default';
  return {
    sql: { engineUrl: env.CLICKHOUSE_SQL_URL ?? tablesUrl, tables, seconds: env.DEMO === 'on' ? 10 : 30 },
    sqlHost: env.HOST,
    ...(env.SQL_PORT === 'off' ? {} : { sqlPort: env.SQL_PORT }),
  };
}

/** Lets answers under way end, writes snapshots and leaves; what is connected to the log and the tables ends with the process. */
async function shutDown(): Promise<void> {
  setTimeout(() => process.exit(0), stopTimeoutMs).unref();
  stopped.abort();
  await closeApp().catch((error: unknown) => logger.error({ err: error }, 'The server could not be closed'));
  await stopTelemetry();
  process.exit(0);
}
