import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventLog, guardLogFormat, openEventLog, programFormat } from '@tapwise/adapters';
import { installStream } from '@tapwise/domain';
import { engineAddresses } from '../../../infra/operations/addresses/engine-addresses.ts';
import { enterWithApplication } from '../../../infra/operations/seed/people.ts';
import { freePort } from '../../../infra/operations/start/free-port.ts';
import { step } from '../../story/step.ts';
import { demoReportCalls } from '../../support/product/demo-reports.ts';
import { type Product, startProduct } from '../../support/product/product.ts';
import { type CommandOptions, reportsAsOf } from '../../support/product/product-command.ts';
import { differencesOf } from '../demanded-differences.ts';
import { checkOut, knowsLogFormat, previousVersion } from './checkout.ts';
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
  const before = await step(`${calls.length} reports as of ${at}`, () =>
    reportsAsOf({ ...present, root: older }, at, calls),
  );
  await step('It ends, while posts arrive', () => (product as Product).stop({ remove: false }));
  product = await step('This version starts with its data, while posts arrive', () => start());
  const after = await step(`The same reports as of ${at}`, () => reportsAsOf(present, at, calls));
  await posts.stop();
  await compareReports(calls, before, after);
  await step(`${posts.acknowledged.size} acknowledged posts are in the log, each once`, () =>
    countPosts(application.id, posts.acknowledged),
  );
}

/** Members that only one of the two versions has are no difference: reports grow. */
async function compareReports(calls: readonly string[], before: unknown[], after: unknown[]): Promise<void> {
  const differences = calls
    .flatMap((call, index) => differencesOf(call.split('?')[0] ?? '', before[index], after[index]))
    .filter(({ was, is }) => was !== undefined && is !== undefined);
  if (differences.length === 0) return console.log('        The reports are equal');
  throw new Error(`Reports differ: ${JSON.stringify(differences.slice(0, 10), undefined, 1)}`);
}

async function countPosts(applicationId: number, installIds: ReadonlySet<string>): Promise<void> {
  await withLog(async (log) => {
    for (const installId of installIds) {
      const recorded = await log.readStream(installStream(applicationId, installId));
      const reports = recorded.filter(({ event }) => event.type === 'InstallReported');
      if (reports.length !== 1)
        throw new Error(`${installId} was acknowledged and is ${reports.length} times in the log`);
    }
  });
}

/** The older version must refuse the log. One that does not know the mark yet cannot: then this one must refuse a newer log. */
async function tryWayBack(): Promise<void> {
  const isTried = knowsLogFormat(older);
  if (!isTried) {
    await step(
      `Version ${version} is from before the log has a mark. A newer version than this one writes its mark`,
      () => withLog(writeNewerMark),
    );
  }
  await step('It ends', () => (product as Product).stop({ remove: false }));
  product = undefined;
  await step(
    isTried ? `Version ${version} refuses the log, in words` : 'This version refuses the log, in words',
    async () => {
      const output = await start(isTried ? older : undefined).then(
        async (started) => {
          product = started;
          return started.output();
        },
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      if (product !== undefined || !words.test(output)) throw new Error(`The way back is open:\n${output}`);
    },
  );
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
