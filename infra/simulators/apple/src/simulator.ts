import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { startAppUsers } from './app-users/app-users.ts';
import { createClock, type SimulatorClock } from './base/clock.ts';
import { loadAnchor } from './base/state/anchor.ts';
import { type ConnectKey, type Identity, loadIdentity, type Provider } from './base/state/identity.ts';
import { openStateFolder, type StateFolder } from './base/state/state-folder.ts';
import { CONTROL_PATHS, registerControl } from './control/control.routes.ts';
import { type Faults, noFaults } from './control/faults.ts';
import { type IncidentSite, playIncident } from './control/incident.ts';
import { registerLastingResponses } from './control/lasting-responses.ts';
import { registerAdsPlatform } from './endpoints/ads-api-v1/ads-platform.routes.ts';
import type { PlatformSite } from './endpoints/ads-api-v1/platform-site.ts';
import { registerAdsApi } from './endpoints/ads-api-v5/ads-api.routes.ts';
import { createCustomReportShelf } from './endpoints/ads-api-v5/custom-reports/custom-report-shelf.ts';
import {
  type CustomReports,
  registerReportFiles,
} from './endpoints/ads-api-v5/custom-reports/custom-reports.routes.ts';
import { createSignedLinks } from './endpoints/ads-api-v5/custom-reports/signed-links.ts';
import { createAccessTokens } from './endpoints/advertising/access/access-tokens.ts';
import { createApiUsers } from './endpoints/advertising/access/api-users.ts';
import { registerTokenRoute } from './endpoints/advertising/access/token.routes.ts';
import { registerAppStoreConnect } from './endpoints/app-store-connect/app-store-connect.routes.ts';
import { registerCustomerReceiver } from './endpoints/customer-receiver/customer-receiver.routes.ts';
import { registerExchangeRateRoutes } from './endpoints/exchange-rates/eurofxref.routes.ts';
import { createAdServices } from './endpoints/install-attribution/ad-services.ts';
import { registerPublicRoutes } from './endpoints/install-attribution/public.routes.ts';
import { registerSlackReceiver, type SlackSite } from './endpoints/slack-receiver/slack-receiver.routes.ts';
import type { SimulatorOptions } from './environment.ts';
import { createActivityStore } from './market/activity/activity-store.ts';
import { causedEvent, createCausedEvents } from './market/caused/caused-events.ts';
import { createTermDays } from './market/impression-share/term-days.ts';
import { createBuyers } from './market/sales/buyers.ts';
import { HISTORY_MONTHS, MARKET_VERSION } from './market/world/market-model.ts';
import { ORGANIZATIONS } from './market/world/organizations.ts';
import { createSettingsHistory } from './market/world/settings-history.ts';
import { createWorld, type World } from './market/world/world.ts';
import { writeRecordSchema } from './market/written/write-records.ts';
import { toPem } from './signing/certificates.ts';
import { createNotificationSigner, type NotificationSigner } from './signing/notification-signer.ts';

/** A running simulator. */
export interface Simulator {
  readonly port: number;
  readonly url: string;
  readonly world: World;
  readonly clock: SimulatorClock;
  /** Signs store notifications under the simulator's root. */
  readonly signer: NotificationSigner;
  readonly provider: Provider;
  /** The key of App Store Connect that the product acts under. */
  readonly connectKey: ConnectKey;
  /** The root certificate that receivers must trust, as PEM. */
  readonly rootPem: string;
  /** Answers nothing any more and lets the app users rest; progress is kept. */
  stop(): Promise<void>;
}

const CAUSED_FILE = 'caused.jsonl';
const WRITES_FILE = 'writes.jsonl';

const DEFAULTS: SimulatorOptions = {
  port: 0,
  host: '127.0.0.1',
  dataDir: ':memory:',
  seed: 1,
  scale: 1,
  historyMonths: HISTORY_MONTHS,
  movement: 'on',
  adsApis: 'both',
  startAt: null,
  product: null,
  importSecret: null,
  historyRate: 4_000,
  incident: 'off',
};

/** Starts a simulator in this process. @throws when the port is taken or the data folder is not its own */
export async function startSimulator(options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  const wanted = { ...DEFAULTS, ...options };
  const folder = openStateFolder(wanted.dataDir);
  const clock = createClock(wanted.startAt);
  const identity = await loadIdentity(folder);
  const { seed, scale, historyMonths, movement } = wanted;
  const anchor = loadAnchor(folder, {
    version: MARKET_VERSION,
    seed,
    scale,
    historyMonths,
    movement,
    now: clock.now(),
  });
  writeProviderFiles(folder, identity);
  const world = createWorld({
    ...anchor,
    stillFrom: anchor.movement === 'off' ? anchor.startedAt : null,
    caused: createCausedEvents(folder.readLines(CAUSED_FILE, causedEvent), (event) =>
      folder.append(CAUSED_FILE, event),
    ),
    writes: {
      earlier: folder.readLines(WRITES_FILE, writeRecordSchema),
      keep: (record) => folder.append(WRITES_FILE, record),
    },
  });
  const activity = createActivityStore(world);
  const signer = createNotificationSigner(identity.chain);
  const faults = noFaults();
  const { startedAt } = anchor;
  const adServices = createAdServices(world, activity);
  const { importSecret, historyRate } = wanted;
  const users = startAppUsers(
    { world, activity, clock, signer, adServices, folder, startedAt, importSecret, historyRate },
    wanted.product,
  );
  const server = createServer(faults);
  const apiUsers = createApiUsers(identity.provider, folder);
  const tokens = createAccessTokens(apiUsers, identity.tokenKey, faults);
  registerTokenRoute(server, tokens);
  registerPublicRoutes(server, clock, adServices, faults);
  registerExchangeRateRoutes(server, clock, world.rates, faults);
  registerReceivers(server, { folder, clock, faults });
  const terms = createTermDays(world, activity);
  registerControl(server, { truth: { world, activity, terms }, clock, users, apiUsers, faults });
  const settings = createSettingsHistory(world, startedAt);
  const api = { world, activity, clock, tokens, settings };
  registerAdsApis(server, wanted.adsApis, { api, faults, terms }, { folder, linkKey: identity.tokenKey });
  const sales = { world, activity, buyers: createBuyers(world, activity) };
  registerAppStoreConnect(server, { sales, clock, key: identity.connectKey, faults });
  startIncident(server, wanted, { folder, faults, isHistoryDone: () => users.status().history_done });
  await server.listen({ port: wanted.port, host: wanted.host });
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `http://${wanted.host}:${port}`,
    world,
    clock,
    signer,
    provider: identity.provider,
    connectKey: identity.connectKey,
    rootPem: toPem(identity.chain.root),
    async stop() {
      await users.stop();
      await server.close();
    },
  };
}

/** Servers that the product posts to. */
function registerReceivers(server: FastifyInstance, site: SlackSite): void {
  registerCustomerReceiver(server, site.clock);
  registerSlackReceiver(server, site);
}

/** Has reports of the first app's second account refused for a while, where that is wanted. */
function startIncident(server: FastifyInstance, { incident, movement }: SimulatorOptions, site: IncidentSite): void {
  const account = ORGANIZATIONS.at(1);
  if (incident === 'off' || movement === 'off' || account === undefined) return;
  const end = playIncident(site, account.orgId);
  server.addHook('onClose', async () => end());
}

/** The versions of the ads API that are wanted. What the older one keeps is in the folder. */
function registerAdsApis(
  server: FastifyInstance,
  versions: SimulatorOptions['adsApis'],
  site: PlatformSite,
  { folder, linkKey }: { readonly folder: StateFolder; readonly linkKey: Buffer },
): void {
  const { api, faults, terms } = site;
  if (versions !== 'v5') registerAdsPlatform(server, site);
  if (versions === 'v1') return;
  const reports: CustomReports = { shelf: createCustomReportShelf(folder), links: createSignedLinks(linkKey), terms };
  registerAdsApi(server, api, reports, faults);
  registerReportFiles(server, api, reports);
}

function createServer(faults: Faults): FastifyInstance {
  const server = fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: 4_194_304,
    requestTimeout: 10_000,
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000 },
  });
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  server.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.addHook('onRequest', async (request) => {
    if (faults.slowMs > 0 && !CONTROL_PATHS.test(request.url)) await sleep(faults.slowMs);
  });
  registerLastingResponses(server, faults);
  return server;
}

/** What the product's operator would copy out of Apple's settings: ids, key and the root to trust. */
function writeProviderFiles(folder: StateFolder, identity: Identity): void {
  if (folder.path === null) return;
  const { provider, connectKey, chain } = identity;
  const connectKeyFile = `AuthKey_${connectKey.keyId}.p8`;
  folder.writeText('provider-key.pem', provider.privateKeyPem, { secret: true });
  folder.writeText(connectKeyFile, connectKey.privateKeyPem, { secret: true });
  folder.writeText('root.pem', toPem(chain.root));
  folder.write('provider.json', {
    client_id: provider.clientId,
    team_id: provider.teamId,
    key_id: provider.keyId,
    private_key_file: join(folder.path, 'provider-key.pem'),
    app_store_connect: {
      issuer_id: connectKey.issuerId,
      key_id: connectKey.keyId,
      private_key_file: join(folder.path, connectKeyFile),
      vendor_number: connectKey.vendorNumber,
    },
  });
}
