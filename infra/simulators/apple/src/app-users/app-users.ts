import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DayNumber, firstOfMonth } from '../base/calendar/calendar-days.ts';
import type { SimulatorClock } from '../base/clock.ts';
import type { StateFolder } from '../base/state/state-folder.ts';
import type { AdServices } from '../endpoints/install-attribution/ad-services.ts';
import type { ProductAddresses } from '../environment.ts';
import type { ActivityStore } from '../market/activity/activity-store.ts';
import type { Person } from '../market/people/person.ts';
import type { StoreEvent } from '../market/people/purchase.ts';
import type { App } from '../market/world/apps.ts';
import type { World } from '../market/world/world.ts';
import type { NotificationSigner } from '../signing/notification-signer.ts';
import { type Acknowledgements, createAcknowledgements } from './acknowledgements.ts';
import { AppCrowd, PRESENT_LANES } from './app-crowd.ts';
import { type Courier, type CourierTools, createCourier, type Delivery, type LastNotifications } from './courier.ts';
import { type ConnectedApp, readDemoSession } from './demo-session.ts';
import { createHistoryFront } from './history-front.ts';
import { createHistoryWindow, type HistoryWindow, MOST } from './history-window.ts';
import { createPace } from './pace.ts';
import { createProductClient, type ProductClient } from './product-client.ts';
import { loadProgress, saveProgress } from './progress.ts';
import type { DeliveryCounts } from './sender.ts';
import { createUserImporter } from './user-importer.ts';

export interface AppUsersSite {
  readonly world: World;
  readonly activity: ActivityStore;
  readonly clock: SimulatorClock;
  readonly signer: NotificationSigner;
  readonly folder: StateFolder;
  readonly adServices: AdServices;
  readonly startedAt: number;
  /** With it users of past days are imported; without it they are posted one by one. */
  readonly importSecret: string | null;
  /** Most posts per second while the past is posted, over all apps. */
  readonly historyRate: number;
}

/** Progress of the posts. */
export interface AppUsersStatus {
  readonly connected_apps: readonly number[];
  readonly posted_installs: number;
  readonly posted_notifications: number;
  readonly posted_links: number;
  readonly refused: number;
  readonly backlog: number;
  /** Days of installs, over all apps, whose people are still to be posted. */
  readonly history_days_left: number;
  /** Calendar months with people before the present one, and how many of them are posted completely. */
  readonly history_months: number;
  readonly history_months_done: number;
  readonly history_posts_at_once: number;
  readonly history_done: boolean;
}

/** All users of the simulated apps. */
export interface AppUsers {
  readonly acknowledgements: Acknowledgements;
  status(): AppUsersStatus;
  /** Posts a caused first launch (no event) or purchase; null when the product does not serve the app. */
  deliver(person: Person, event: StoreEvent | null): Promise<Delivery> | null;
  /** Currency the product reports an app in. */
  currencyOf(app: App): string;
  sendUnknownNotification(): Promise<void>;
  sendDuplicate(): Promise<void>;
  stop(): Promise<void>;
}

const TICK_MS = 100;
const CONNECT_MS = 1_000;
const SAVE_MS = 1_000;

interface Member {
  connection: ConnectedApp;
  readonly courier: Courier;
  readonly crowd: AppCrowd;
}

/** @param product where to post; null means that the apps have no users, and nothing is ever acknowledged */
export function startAppUsers(site: AppUsersSite, product: ProductAddresses | null): AppUsers {
  const { runs, counts } = loadProgress(site.folder);
  const acknowledgements = createAcknowledgements(site.startedAt, runs);
  const members = new Map<App, Member>();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const api = product === null ? null : createProductClient(product.apiUrl, 1);
  const isLate = () => [...members.values()].some(({ crowd }) => crowd.isLate);
  const window = createHistoryWindow(createPace(site.historyRate, stopping.signal), isLate, stopping.signal);
  const front = createHistoryFront(stopping.signal);
  const clients = product === null ? null : ingestClients(product.ingestUrl, window);
  const last: LastNotifications = new Map();
  let mustConnect = true;

  const join = (connection: ConnectedApp) => {
    const member = members.get(connection.app);
    if (member !== undefined) {
      member.connection = connection;
      return;
    }
    if (clients === null) return;
    const { app } = connection;
    const { signal } = stopping;
    const keyRefused = () => {
      mustConnect = true;
    };
    const tools = { ...site, acknowledgements, counts, signal, keyRefused, last };
    const senders = createSenders(() => members.get(app)?.connection ?? connection, tools, clients);
    const { courier } = senders;
    const crowd = new AppCrowd({ ...site, window, front, app, ...senders, earlier: runs.get(app.index), signal });
    members.set(app, { connection, courier, crowd });
    if (!runs.has(app.index)) void courier.testNotification();
    void crowd.start();
  };
  const save = () => {
    const now = new Map([...runs, ...[...members].map(([app, member]) => [app.index, member.crowd.progress] as const)]);
    saveProgress(site.folder, now, counts);
  };
  const ticking = setInterval(() => {
    for (const index of site.world.written.drainTouched()) {
      const app = site.world.campaigns[index]?.app;
      if (app !== undefined) members.get(app)?.crowd.reload(index);
    }
    for (const { crowd } of members.values()) crowd.tick();
  }, TICK_MS);
  const saving = setInterval(() => members.size > 0 && save(), SAVE_MS);
  const connecting = keepConnected(api, stopping.signal, async (client) => {
    if (!mustConnect) return;
    const connections = await readDemoSession(client);
    connections.forEach(join);
    mustConnect = connections.length < site.world.apps.length;
  });

  return {
    acknowledgements,
    deliver: (person, event) => members.get(person.app)?.crowd.deliver(person, event) ?? null,
    currencyOf: (app) => members.get(app)?.connection.currency ?? app.currency,
    status: () => statusOf([...members.values()], site.world, counts, window),
    sendUnknownNotification: () => withAll(members, ({ courier }) => courier.unknownNotification()),
    sendDuplicate: () => withAll(members, ({ courier }) => courier.repeatLast()),
    async stop() {
      clearInterval(ticking);
      clearInterval(saving);
      if (members.size > 0) save();
      stopping.abort();
      await Promise.all([api?.close(), clients?.current.close(), clients?.history.close(), connecting]);
    },
  };
}

/** What carries an app's present to the product, and its past. */
function createSenders(
  connection: () => ConnectedApp,
  tools: Omit<CourierTools, 'client' | 'isPast'> & Pick<AppUsersSite, 'adServices' | 'importSecret'>,
  clients: IngestClients,
) {
  const historyTools = { ...tools, client: clients.history, isPast: true };
  const { importSecret: secret } = tools;
  return {
    courier: createCourier(connection, { ...tools, client: clients.current, isPast: false }),
    historyCourier: createCourier(connection, historyTools),
    importer: secret === null ? null : createUserImporter(connection, { ...historyTools, secret }),
  };
}

async function withAll(members: ReadonlyMap<App, Member>, act: (member: Member) => Promise<void>): Promise<void> {
  await Promise.all([...members.values()].map(act));
}

/** Looks at the connection every second until the end; nothing to do without a product. */
async function keepConnected(
  client: ProductClient | null,
  signal: AbortSignal,
  look: (client: ProductClient) => Promise<void>,
): Promise<void> {
  while (!signal.aborted && client !== null) {
    await look(client);
    await sleep(CONNECT_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

function statusOf(
  members: readonly Member[],
  world: World,
  counts: DeliveryCounts,
  window: HistoryWindow,
): AppUsersStatus {
  const sum = (of: (member: Member) => number) => members.reduce((total, member) => total + of(member), 0);
  return {
    connected_apps: members.map(({ connection }) => connection.app.adamId),
    posted_installs: counts.installs,
    posted_notifications: counts.notifications,
    posted_links: counts.links,
    refused: counts.refused,
    backlog: sum(({ crowd }) => crowd.backlog),
    ...historyStatus(members, world),
    history_posts_at_once: window.size,
    history_done: members.length === world.apps.length && members.every(({ crowd }) => crowd.historyDone),
  };
}

function historyStatus(members: readonly Member[], { apps, anchorDay, peopleFrom }: World) {
  const monthsBetween = (first: DayNumber) => Math.round((firstOfMonth(anchorDay) - firstOfMonth(first)) / 30.44);
  const left = members.flatMap(({ crowd }) => crowd.historyDaysLeft);
  const open = new Set(left.map((day) => firstOfMonth(Math.max(peopleFrom, day))));
  open.delete(firstOfMonth(anchorDay + 1));
  open.delete(firstOfMonth(anchorDay));
  const history_months = monthsBetween(peopleFrom);
  const isComplete = members.length === apps.length;
  return {
    history_days_left: left.length,
    history_months,
    history_months_done: isComplete ? history_months - open.size : 0,
  };
}

interface IngestClients {
  readonly current: ProductClient;
  readonly history: ProductClient;
}

/** Two sets of connections, so that the present never waits behind the past. */
function ingestClients(url: string, window: HistoryWindow): IngestClients {
  return {
    current: createProductClient(url, PRESENT_LANES),
    history: createProductClient(url, MOST, (waitMs) => window.slowDown(waitMs)),
  };
}
