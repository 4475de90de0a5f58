import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createLogger,
  createOutboundClient,
  createStoredCampaigns,
  exitWhenPrinted,
  openClickHouse,
  openEventLog,
  openFileFolder,
  openKeyVault,
  readEnvironment,
} from '@tapwise/adapters';
import { directoryAsOf } from '../../access/folds/directory-as-of.ts';
import { signedInAsOf } from '../../access/sign-in/sessions.ts';
import { buildApp } from '../../app.ts';
import { connectionsAsOf } from '../../apple-ads/connections-as-of.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';

/**
 * Answers calls as the API would have answered them at an instant, to the owner of the application each names, and prints one
 * answer a line. `CLICKHOUSE_URL` names tables as they were then, `--position` the last event they hold, `--at` the instant;
 * the rest are paths with their parameters.
 */
const environment = readEnvironment();
const { EVENTSTORE_URL, CLICKHOUSE_URL } = environment;
const { values, positionals } = parseArgs({
  options: { at: { type: 'string' }, position: { type: 'string' } },
  allowPositionals: true,
});
const { at, position } = values;
if (EVENTSTORE_URL === undefined || CLICKHOUSE_URL === undefined) {
  throw new Error('EVENTSTORE_URL and CLICKHOUSE_URL say where the log and the tables are; set both');
}
if (at === undefined || position === undefined) throw new Error('--at and --position say when it is asked');
const folder = mkdtempSync(join(tmpdir(), 'tapwise-as-of-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const log = openEventLog(EVENTSTORE_URL);
const instant = new Date(at);
const deps: ApiDependencies = {
  log,
  tables: openClickHouse(CLICKHOUSE_URL),
  directory: await directoryAsOf(log, BigInt(position)),
  // Secrets of the running product are not read, so a key for this one call is enough.
  vault: openKeyVault(openFileFolder(folder), randomBytes(32)),
  appleAds: {
    version: environment.APPLE_ADS_API,
    connections: await connectionsAsOf(log, BigInt(position)),
    storedCampaigns: createStoredCampaigns(log),
  },
  storeReports: { probe: () => Promise.reject(new Error('Keys are not checked for a past instant')) },
  outbound: { client: createOutboundClient({ targets: new Set() }), targets: new Set() },
  logger: createLogger('as-of', 'silent'),
  settings: { demo: true },
  now: () => instant,
};
const app = await buildApp(deps);
let failed = 0;
for (const call of positionals) {
  const applicationId = Number(new URL(call, 'http://localhost').searchParams.get('application_id'));
  const token = signedInAsOf(deps, applicationId);
  if (token === undefined) process.stderr.write(`There was no application ${applicationId} then.\n`);
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await app.inject({ method: 'GET', url: call, headers });
  if (response.statusCode !== 200) failed += 1;
  process.stdout.write(`${response.body}\n`);
}
// Nothing is listened to and nothing is written, so there is nothing to end in order.
await exitWhenPrinted(failed === 0 ? 0 : 1);
