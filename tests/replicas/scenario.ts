import { setTimeout as pause } from 'node:timers/promises';
import { openEventLog } from '@tapwise/adapters';
import { reportCalls } from '@tapwise/contract';
import { addDays, dayInZone } from '@tapwise/domain';
import { addRules, pauseRules } from '../faults/rules/overlapping-rules.ts';
import { startSettingsChangeTraffic } from '../faults/settings-changes/change-traffic.ts';
import type { RandomDraws } from '../predictions/random-draws.ts';
import { type Customer, enter, firstOrganization } from '../support/people/customer.ts';
import { demoAnalyst, startSqlTraffic } from '../support/people/sql-analyst.ts';
import { eventually } from '../support/product/product.ts';
import { type Simulator, simulatorAt } from '../support/product/truth.ts';
import { type MailServer, startMailServer } from '../support/stand-ins/mail-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stand-ins/webhook-receiver.ts';
import { rebuildTables } from './checks/tables.ts';
import { type Kill, killOneByOne } from './kills.ts';
import { Moments } from './moments.ts';
import { type Replica, type ReplicatedProduct, startReplicas } from './start-replicas.ts';
import { openTally, type Tally } from './tally.ts';
import { keepBuying } from './traffic/buyers.ts';
import { openCustomerEndpoint } from './traffic/customer-endpoint.ts';
import { untilAborted } from './traffic/going-on.ts';
import { addApplication, keepPosting, type OwnApplication } from './traffic/installs.ts';
import { type LivePage, openLivePage } from './traffic/live-page.ts';
import { keepMailing, keepWriting } from './traffic/own-writes.ts';
import { openPage } from './traffic/page.ts';
import { type AskedReport, keepLookingBack } from './traffic/past-views.ts';
import { keepReading } from './traffic/reports.ts';

export interface ScenarioOptions {
  readonly draws: RandomDraws;
  /** Which processes are killed, one after the other. */
  readonly kills: readonly Replica[];
  readonly betweenKillsMs: number;
  /** How many times as long as in the long run everyone rests between two calls, and an organization between two pulls. */
  readonly slower: number;
  /** Whether the tables are rebuilt also while processes are killed, and not only afterwards. */
  readonly rebuildsMeanwhile: boolean;
  /** Folder of the bundled programs, where they are bundled already. */
  readonly bundle?: string | undefined;
  readonly say: (line: string) => void;
}

/** Everything that runs. */
export interface World {
  readonly product: ReplicatedProduct;
  readonly simulator: Simulator;
  readonly mailServer: MailServer;
  readonly receiver: WebhookReceiver;
  readonly tally: Tally;
  readonly moments: AnswerMoments;
  /** The data stay unless `remove` is set. */
  stop(options?: { remove: boolean }): Promise<void>;
}

/** When each kind of work succeeded. */
export interface AnswerMoments {
  readonly pages: Moments;
  readonly posts: Moments;
  readonly tables: Moments;
  readonly mails: Moments;
}

const market = { SIMULATOR_SCALE: '0.05', SIMULATOR_HISTORY_MONTHS: '1' };
/** Seconds between two pulls of an organization in the long run, as in every demo. */
const pullSeconds = 5;
/** Rules run every few seconds, and webhooks that were not taken are posted again soon. */
const clocks = { AUTOMATION_SLOT_SECONDS: '15', AUTOMATION_HOUR_SECONDS: '1', WEBHOOK_RETRY_SECONDS: '1,2,4,8' };
const webhookPath = '/webhooks';

/** Where webhooks of the demo's first application are posted to. */
export const webhookUrlOf = ({ target }: WebhookReceiver): string => `http://${target}${webhookPath}`;

export async function openWorld({ draws, slower, bundle, say }: ScenarioOptions): Promise<World> {
  const tally = openTally();
  const moments = { pages: new Moments(), posts: new Moments(), tables: new Moments(), mails: new Moments() };
  const [mailServer, receiver] = await Promise.all([startMailServer(), startWebhookReceiver()]);
  mailServer.onArrival(async () => moments.mails.note());
  // Of some deliveries the first post is refused.
  const refused = new Set<string>();
  receiver.respondWith(webhookPath, ({ headers }, response) => {
    const id = String(headers['webhook-id']);
    const isRefused = /^[0-3]/.test(id) && !refused.has(id);
    refused.add(id);
    response.writeHead(isRefused ? 503 : 200).end();
  });
  const pulls = { PULL_INTERVAL_SECONDS: String(pullSeconds * slower) };
  const variables = { ...market, ...clocks, ...pulls, SMTP_URL: mailServer.url };
  const stopStandIns = async (): Promise<void> => {
    receiver.stop();
    await mailServer.stop();
  };
  try {
    const product = await startReplicas({ draws, say, variables, bundle, target: receiver.target });
    const stop: World['stop'] = async (end) => {
      await product.stop(end);
      await stopStandIns();
    };
    return { product, simulator: simulatorAt(product.simulatorUrl), mailServer, receiver, tally, moments, stop };
  } catch (error) {
    await stopStandIns();
    throw error;
  }
}

/** What the traffic leaves to be looked at. */
export interface Traffic {
  readonly customer: Customer;
  readonly application: OwnApplication;
  readonly livePage: LivePage;
  readonly report: AskedReport;
  /** Ends it. */
  end(): Promise<EndedTraffic>;
}

export interface EndedTraffic {
  readonly installs: readonly string[];
  readonly changes: Awaited<ReturnType<Awaited<ReturnType<typeof startSettingsChangeTraffic>>['end']>>;
}

/** Begins everything that goes on while processes are killed. */
export async function beginTraffic(
  { product, simulator, tally, moments, receiver }: World,
  { draws, slower }: Pick<ScenarioOptions, 'draws' | 'slower'>,
): Promise<Traffic> {
  const { url } = product;
  await simulator.attributeEveryToken();
  const customer = await enter(url);
  const { application, organization } = await firstOrganization(customer);
  const today = dayInZone(Date.now(), organization.time_zone);
  const query = {
    application_id: application.id,
    asa_organization_id: organization.organization_id,
    from: addDays(today, -2),
    to: today,
  };
  const report = { path: reportCalls.campaigns, query };
  await openCustomerEndpoint(product, application.id, webhookUrlOf(receiver));
  const campaigns = (await customer.report('campaigns', query)).rows.map(({ id }) => id).filter((id) => id > 0);
  await addRules(customer, application.id);
  const context = { url, tally, pages: moments.pages };
  const ownApplication = await addApplication(context);
  const settings = await startSettingsChangeTraffic(product, customer, {
    draws,
    everyMs: 3000 * slower,
    keywordsPerCreation: 6,
    rowsPerEdit: 40,
    editsAtOnce: 8,
  });
  const livePage = openLivePage({ url, token: customer.token, call: 'campaigns', params: query }, tally);
  const statements = startSqlTraffic(await demoAnalyst(url, customer), { everyMs: 500 * slower });
  const over = new AbortController();
  const goingOn = untilAborted(over.signal, slower);
  const page = () => openPage(context, customer.token);
  const posting = keepPosting(product.ingestUrl, ownApplication, { tally, posts: moments.posts }, goingOn);
  const work = [
    keepWriting(context, goingOn),
    keepWriting(context, goingOn),
    keepMailing(context, goingOn),
    keepReading(page(), report, { tally, tables: moments.tables }, goingOn),
    keepBuying(simulator, campaigns, tally, goingOn),
    keepLookingBack(page(), report, tally, goingOn),
  ];
  // Looked at when the traffic ends; until then a failure must not end the process.
  for (const running of [...work, posting]) running.catch(() => undefined);
  return {
    customer,
    application: ownApplication,
    livePage,
    report,
    end: async () => {
      over.abort();
      await pauseRules(url, customer, application.id);
      const [installs, changes, sql] = await Promise.all([posting, settings.end(), statements.end(), ...work]);
      tally.count('statements in SQL', sql.whole);
      tally.count('statements that failed', sql.failed);
      for (const text of sql.wrong) tally.fault(`a statement was answered by half: ${text}`);
      return { installs, changes };
    },
  };
}

/** Kills one process after the other, and rebuilds the tables meanwhile where that is wished. */
export async function killAmidTraffic(
  { product, tally }: World,
  { kills, betweenKillsMs, rebuildsMeanwhile, say }: ScenarioOptions,
): Promise<Kill[]> {
  const killing = killOneByOne(product, kills, { betweenMs: betweenKillsMs, say });
  const rebuilding = (async () => {
    if (!rebuildsMeanwhile) return;
    await pause(betweenKillsMs / 2);
    await eventually(
      () => rebuildTables(product, tally),
      (exchanged) => exchanged,
      { timeoutMs: 300_000, everyMs: 2000 },
    );
    say('the tables were rebuilt and exchanged');
  })();
  const [done] = await Promise.all([killing, rebuilding]);
  return done;
}

export const openLogOf = ({ logUrl }: ReplicatedProduct) => openEventLog(logUrl);
