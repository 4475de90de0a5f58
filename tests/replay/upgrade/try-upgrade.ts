import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventLog, guardLogFormat, openEventLog, programFormat } from '@tapwise/adapters';
import { engineAddresses } from '../../../infra/operations/addresses/engine-addresses.ts';
import { enterWithApplication } from '../../../infra/operations/seed/people.ts';
import { freePort } from '../../../infra/operations/start/free-port.ts';
import { compareLedger } from '../../faults/machine/ledger.ts';
import { step } from '../../story/step.ts';
import { spawnEventStore } from '../../support/engines/eventstore-node.ts';
import { demoReportCalls } from '../../support/product/demo-reports.ts';
import { type Product, startProduct } from '../../support/product/product.ts';
import { type CommandOptions, reportsAsOf } from '../../support/product/product-command.ts';
import { differencesOf } from '../demanded-differences.ts';
import { checkOut, knowsLogFormat, lacksEvents, previousVersion } from './checkout.ts';
import { startPosting } from './steady-posts.ts';

/*
 * `npm run upgrade:try [-- <version>]`: an older version runs while an app posts, this one goes on with its data, and the way back is refused. It
 * ends with 1 where an acknowledged post is lost or counted twice, a report of before the upgrade is another one, or the way back is open.
 */

const person = { name: 'Uma Upgrade', email: 'upgrade@example.com', password: 'a long upgrade' };
const app = { name: 'Upgraded', url: 'https://apps.apple.com/app/id1599000009' };
const words = /was written by Tapwise/;

const folder = mkdtempSync(join(tmpdir(), 'tapwise-upgrade-'));
const dataDir = join(folder, 'data');
const older = join(folder, 'older');
mkdirSync(dataDir);
const environment = {
  DATA_DIR: dataDir,
  PORT: String(await freePort()),
  INGEST_PORT: String(await freePort()),
};
const present: CommandOptions = { environment };
let product: Product | undefined;
const version = process.argv[2] ?? previousVersion();
let removeOlder = (): void => undefined;
try {
  removeOlder = await step(`Version ${version} is checked out`, async () => checkOut(version, older));
  await upgrade();
  await tryWayBack();
} catch (error) {
  console.error(error instanceof Error ? error.stack : error);
  process.exitCode = 1;
} finally {
  await product?.stop({ remove: false });
  removeOlder();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

async function start(root?: string): Promise<Product> {
  return await startProduct({ dataDir, environment, timeoutMs: 600_000, ...(root === undefined ? {} : { root }) });
}

async function upgrade(): Promise<void> {
  product = await step(`Version ${version} starts`, () => start(older));
  const target = { url: product.url, ingestUrl: product.ingestUrl };
  const { application } = await enterWithApplication(target, person, app);
  const posts = startPosting(product.ingestUrl, application.api_key ?? '');
  const calls = await step('It has figures, and posts arrive', () => demoReportCalls(target.url));
  const at = new Date().toISOString();
  const before = await step(`${calls.length} reports as of ${at}`, () => reportsOfOlder(at, calls));
  await step('It ends, while posts arrive', () => (product as Product).stop({ remove: false }));
  product = await step('This version starts with its data, while posts arrive', () => start());
  const after = await step(`The same reports as of ${at}`, () => reportsAsOf(present, at, calls));
  await posts.stop();
  await compareReports(calls, before, after);
  await step(`${posts.acknowledged.size} acknowledged posts are in the log and in the tables, each once`, async () => {
    const ledger = await compareLedger({ environment }, application.id, posts.acknowledged);
    if (ledger.lost + ledger.twice + ledger.rowsMore !== 0) throw new Error(JSON.stringify(ledger));
  });
}

/** Versions up to 28 November 2026 end before the rest of a long last answer is read, so a short one comes last. */
async function reportsOfOlder(at: string, calls: readonly string[]): Promise<unknown[]> {
  const reports = await reportsAsOf({ ...present, root: older }, at, [...calls, ...calls.slice(0, 1)]);
  return reports.slice(0, calls.length);
}

/** Members that only one of the two versions has are no difference: reports grow. */
async function compareReports(calls: readonly string[], before: unknown[], after: unknown[]): Promise<void> {
  const differences = calls
    .flatMap((call, index) => differencesOf(call.split('?')[0] ?? '', before[index], after[index]))
    .filter(({ was, is }) => was !== undefined && is !== undefined);
  if (differences.length === 0) return console.log('        The reports are equal');
  throw new Error(`Reports differ: ${JSON.stringify(differences.slice(0, 10), undefined, 1)}`);
}

/**
 * The older version must refuse the log. Where it does not know the mark yet, this one must refuse a newer log; where it knows all events of
 * this one, both may write to the log, and it must refuse a newer one.
 */
async function tryWayBack(): Promise<void> {
  const root = knowsLogFormat(older) ? older : undefined;
  const refusing = root === undefined ? 'This version' : `Version ${version}`;
  if (root === undefined || !lacksEvents(older)) {
    const why = root === undefined ? 'is from before the log has a mark' : 'knows all events of this one';
    await step(`Version ${version} ${why}. A newer version writes its mark`, () => withLog(writeNewerMark));
  }
  await step('It ends', () => (product as Product).stop({ remove: false }));
  product = undefined;
  const end = await lastPosition();
  await step(`${refusing} refuses the log, in words`, () => refuseStart(root));
  await step(`The log ends where it ended, at position ${end}`, async () => {
    const now = await lastPosition();
    if (now !== end) throw new Error(`The log ends at ${now}`);
  });
}

async function refuseStart(root: string | undefined): Promise<void> {
  const output = await start(root).then(
    async (started) => {
      product = started;
      return started.output();
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (product !== undefined || !words.test(output)) throw new Error(`The way back is open:\n${output}`);
}

/** Of a log that no product has open. */
async function lastPosition(): Promise<bigint | undefined> {
  const node = await spawnEventStore(join(dataDir, 'eventstore'));
  const log = openEventLog(node.url);
  try {
    return await log.lastPosition();
  } finally {
    void log.close();
    await node.stop('SIGTERM');
  }
}

async function writeNewerMark(log: EventLog): Promise<void> {
  const program = { ...programFormat, events: { ...programFormat.events, FutureFact: 1 }, program: '9.0.0' };
  await guardLogFormat(log, { signal: new AbortController().signal, program });
}

async function withLog(act: (log: EventLog) => Promise<void>): Promise<void> {
  const log = openEventLog(engineAddresses({ DATA_DIR: dataDir } as never).EVENTSTORE_URL);
  try {
    await act(log);
  } finally {
    void log.close();
  }
}
