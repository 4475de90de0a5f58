import { join } from 'node:path';
import {
  createAdServicesClient,
  createFailureRecorder,
  createLogger,
  foldVersion,
  openEventLog,
  openSecrets,
  readEnvironment,
  readTrustedRoots,
  recordAdServices,
  recordAppLookup,
  StoreSignature,
  startFoldFollower,
  webhookSecrets,
} from '@tapwise/adapters';
import { createDirectory, directoryStreamPrefixes, evolveDirectory } from '@tapwise/domain';
import { buildIngestApp, ingestContext } from './app.ts';

const environment = readEnvironment();
const logger = createLogger('sdk-ingest', environment.LOG_LEVEL);
const log = openEventLog(environment.EVENTSTORE_URL ?? 'esdb://127.0.0.1:2113?tls=false');
const stopping = new AbortController();
const { vault } = await openSecrets(environment);
const directory = startFoldFollower(log, {
  state: createDirectory(),
  evolve: (state, recorded) => evolveDirectory(state, recorded.event, recorded),
  streamPrefixes: directoryStreamPrefixes,
  signal: stopping.signal,
  snapshot: {
    directory: join(environment.DATA_DIR, 'snapshots'),
    vault,
    name: 'ingest-directory',
    version: foldVersion(1),
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
  await adServices.close();
  await log.close();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
