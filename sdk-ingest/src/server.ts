import {
  createAdServicesClient,
  createFailureRecorder,
  createLogger,
  guardLogFormat,
  openEventLog,
  openSecrets,
  readEnvironment,
  readTrustedRoots,
  recordAdServices,
  recordAppLookup,
  StoreSignature,
  startFoldFollower,
  startTelemetry,
  stopTelemetry,
  webhookSecrets,
} from '@tapwise/adapters';
import { applicationDirectoryPrefixes, createDirectory, evolveDirectory, foldVersions } from '@tapwise/domain';
import { buildIngestApp, ingestContext } from './app.ts';

const environment = readEnvironment();
const logger = createLogger('sdk-ingest', environment.LOG_LEVEL);
await startTelemetry('sdk-ingest', environment, logger);
const log = openEventLog(environment.EVENTSTORE_URL ?? 'esdb://127.0.0.1:2113?tls=false');
const stopping = new AbortController();
guardLogFormat(log, { signal: stopping.signal }).catch((err: unknown) => {
  logger.fatal({ err }, 'the log is of a newer program');
  process.exit(1);
});
const { files, vault } = await openSecrets(environment);
const directory = startFoldFollower(log, {
  state: createDirectory(),
  evolve: (state, recorded) => evolveDirectory(state, recorded.event, recorded),
  streamPrefixes: applicationDirectoryPrefixes,
  signal: stopping.signal,
  snapshot: {
    files,
    vault,
    name: 'ingest-directory',
    version: foldVersions.directory,
  },
  onReady: (start) => logger.info({ ...start, snapshot: start.snapshot?.toString() }, 'the directory is current'),
  onFault: (err) => logger.warn({ err }, 'the log is unavailable'),
});
const failures = createFailureRecorder({ log, directory, context: ingestContext, logger });
const attribution = createAdServicesClient({ url: environment.ADSERVICES_URL, timeoutMs: 5000 });
const adServices = recordAdServices(attribution, failures);
const app = buildIngestApp({
  log,
  directory,
  adServices,
  lookup: recordAppLookup(environment.APP_STORE_LOOKUP_URL, failures),
  signature: new StoreSignature(await readTrustedRoots(environment.APPLE_ROOT_CERTIFICATES)),
  vault,
  logger,
  now: Date.now,
  trustedProxies: environment.TRUSTED_PROXIES,
  paymentSecrets: webhookSecrets(environment),
  importSecret: environment.IMPORT_SECRET,
  metricsToken: environment.METRICS_TOKEN,
});
const address = await app.listen({ port: environment.INGEST_PORT, host: environment.HOST });
logger.info({ address }, 'listening');

async function stop(): Promise<void> {
  setTimeout(() => process.exit(0), 4000).unref();
  await app.close();
  stopping.abort();
  await Promise.all([directory.ended, adServices.close()]);
  await Promise.all([log.close(), stopTelemetry()]);
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
