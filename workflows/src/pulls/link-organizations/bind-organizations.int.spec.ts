import { randomUUID } from 'node:crypto';
import {
  type AdsPlatformClient,
  boundAccounts,
  createAdsPlatformClient,
  createStoredCampaigns,
  type EventLog,
  type FoldFollower,
  followAdsConnections,
  handleCommand,
  openEventLog,
} from '@tapwise/adapters';
import {
  type AdsConnection,
  type AdsConnectionEvent,
  type AdsConnections,
  adsConnectionDecider,
  adsConnectionStream,
  bindingOf,
  campaignDecider,
  campaignStream,
  connectionOf,
  type Directory,
  diffCampaign,
  makeAdsKey,
  setCredentials,
} from '@tapwise/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import { campaignSettings } from '../../../../tests/support/facts/ads-world.ts';
import {
  addApplication,
  followDirectory,
  linkOrganization,
  proveRunning,
  submitName,
} from '../../../../tests/support/facts/linked-application.ts';
import { asTest } from '../../../../tests/support/facts/settings.ts';
import {
  type StandInAdsPlatform,
  startStandInAdsPlatform,
} from '../../../../tests/support/stand-ins/stand-in-ads-platform.ts';
import { type BindingSources, bindOrganizations } from './bind-organizations.ts';
import { linkOrganizations } from './link-organizations.ts';

interface Account {
  readonly id: number;
  readonly name: string;
  /** `null`: it may not be asked for them. */
  readonly campaigns: readonly number[] | null;
  /** What it may run; `null`: the service does not say. Absent: campaigns of the App Store. */
  readonly features?: readonly string[] | null;
  readonly systemStatus?: 'INACTIVE';
}

const at = '2026-12-01T10:00:00.000Z';
const adamId = 1500000001;
const organization = { org_id: 7, currency: 'EUR', time_zone: 'Europe/Berlin' };

let node: EventStoreUnderTest;
let log: EventLog;
let service: StandInAdsPlatform;
let client: AdsPlatformClient;
let directory: FoldFollower<Directory>;
let connections: FoldFollower<AdsConnections>;
let sources: BindingSources;
let stopping: AbortController;
/** What an API user sees, by its client. */
let visibleTo: (clientId: string) => readonly Account[];

beforeEach(async () => {
  stopping = new AbortController();
  node = await startEventStore();
  log = openEventLog(node.url);
  service = await startStandInAdsPlatform();
  directory = followDirectory(log, stopping.signal);
  connections = followAdsConnections(log, { signal: stopping.signal });
  // Ciphertext and plain text are the same here: what is encrypted is not what these are about.
  const vault = { decrypt: async () => service.credentials.privateKey };
  const accounts = boundAccounts({ connections, isLinked: (orgId) => orgId === 7, vault });
  client = createAdsPlatformClient({ ...service, accounts, firstRetryMs: 1, timeoutMs: 2000 });
  const storedCampaigns = createStoredCampaigns(log);
  sources = { log, directory, connections, adAccounts: client.adAccounts, storedCampaigns, vault };
  service.respond = respond;
  visibleTo = () => [];
});

afterEach(async () => {
  stopping.abort();
  await client.close();
  await log.close();
  await Promise.all([node.stop(), service.stop()]);
});

const respond: StandInAdsPlatform['respond'] = ({ path, context, token, body }) => {
  const accounts = visibleTo(token?.replace(/^token-\d+-/, '') ?? '');
  if (path === '/acls') {
    const acls = accounts.map(({ id, name }) => ({ adAccount: { id, name, orgId: 70 }, roles: ['Admin'] }));
    return { body: { result: { acls } } };
  }
  const account = accounts.find(({ id }) => context === `adAccountId=${id}`);
  if (account === undefined) return { status: 403, body: {} };
  if (path === '/campaigns/query') {
    if (account.campaigns === null) return { status: 403, body: {} };
    const filters = body.filters as { field: string; value: readonly number[] }[];
    const ids = filters.find(({ field }) => field === 'id')?.value ?? [];
    const result = account.campaigns.filter((id) => ids.includes(id)).map((id) => ({ id }));
    return { body: { result, pagination: { totalCount: result.length } } };
  }
  const { id, name, features = ['APPSTORE_APP_MANUAL'], systemStatus = 'ACTIVE' } = account;
  const facts = { timezone: 'Europe/Berlin', currency: 'EUR', productFeatures: features, systemStatus };
  return { body: { result: { id, name, orgId: 70, ...facts } } };
};

async function linkedOrganization(...campaigns: number[]): Promise<void> {
  await addApplication(log, { id: 1, adamId });
  await directory.reached(await linkOrganization(log, 1, organization));
  await observeCampaigns(...campaigns);
}

async function observeCampaigns(...campaigns: number[]): Promise<void> {
  for (const id of campaigns) {
    await handleCommand(log, {
      stream: campaignStream(id),
      decider: campaignDecider,
      context: asTest,
      cause: 'observed',
      decide: (state) =>
        diffCampaign(state, { org_id: 7, campaign_id: id, observed_at: at }, campaignSettings(id, adamId)),
    });
  }
}

async function bound(): Promise<AdsConnection> {
  await bindOrganizations(sources, stopping.signal);
  return connectionOf(connections.state, 7);
}

describe('an organization over version 1', () => {
  it('is bound to the account that holds its campaigns, whatever the number', async () => {
    await linkedOrganization(501, 502);
    visibleTo = () => [
      { id: 7, name: 'Acme', campaigns: [] },
      { id: 9, name: 'Something else', campaigns: [502] },
    ];
    expect((await bound()).account).toMatchObject({ adAccountId: 9, v1OrgId: 70, provenBy: 'campaigns' });
  });

  it('is never bound by its name alone', async () => {
    await linkedOrganization();
    visibleTo = () => [{ id: 9, name: 'Acme', campaigns: [] }];
    const connection = await bound();
    expect(connection.account).toBeNull();
    expect(connection.candidates).toEqual([{ adAccountId: 9, name: 'Acme' }]);
  });

  it.each([
    ['of Apple Ads Basic', { campaigns: null, features: ['APPSTORE_APP_AUTOMATED'] }],
    ['of Maps', { campaigns: [501], features: ['BUSINESS_BRAND_MANUAL'] }],
    ['that does not say what it may run, and may not be asked', { campaigns: null, features: null }],
  ])('is never bound to an account %s, with or without campaigns, and none is offered', async (_kind, account) => {
    await linkedOrganization();
    visibleTo = () => [{ id: 7, name: 'Acme', ...account }];
    expect(await bound()).toMatchObject({ account: null, candidates: [] });
    await observeCampaigns(501);
    expect(await bound()).toMatchObject({ account: null, candidates: [] });
  });

  it.each([
    ['that does not say what it may run', { features: null }],
    ['that is inactive', { systemStatus: 'INACTIVE' }],
  ] as const)('is bound to an account %s by its campaigns, as to any other', async (_kind, account) => {
    await linkedOrganization(501);
    visibleTo = () => [
      { id: 7, name: 'Acme', campaigns: [], ...account },
      { id: 9, name: 'Archive', campaigns: [501], ...account },
    ];
    expect((await bound()).account).toMatchObject({ adAccountId: 9, provenBy: 'campaigns' });
  });

  it('is not decided while an account does not answer', async () => {
    await linkedOrganization(501);
    visibleTo = () => [{ id: 7, name: 'Acme', campaigns: [501] }];
    service.respond = (call) => (call.path === '/campaigns/query' ? { status: 500, body: '' } : respond(call));
    expect(bindingOf(await bound())).toBe('pending');
    service.respond = respond;
    expect(bindingOf(await bound())).toBe('proven');
  });

  it('is bound by the key of its own when our key does not see it, and is visible by it', async () => {
    await linkedOrganization(501);
    expect(bindingOf(await bound())).toBe('credentials');
    const privateKey = 'v1.team-1.own';
    await change((state) =>
      makeAdsKey(state, { orgId: 7, publicKey: 'public', privateKey, replaces: false, madeAt: at }),
    );
    const names = { clientId: 'SEARCHADS.own', teamId: 'SEARCHADS.own', keyId: 'own' };
    await change((state) => setCredentials(state, { orgId: 7, ...names, privateKey, setAt: at }));
    visibleTo = (clientId) => (clientId === names.clientId ? [{ id: 9, name: 'Acme', campaigns: [501] }] : []);
    const { items } = await bindOrganizations(sources, stopping.signal);
    expect(items.map(({ org_id }) => org_id)).toEqual([7]);
    expect(connectionOf(connections.state, 7).account?.adAccountId).toBe(9);
  });

  it('that is linked for the first time is the account that it was found by', async () => {
    await addApplication(log, { id: 1, adamId });
    await proveRunning(log, 1);
    await directory.reached(await submitName(log, 1, 'Moon'));
    visibleTo = () => [{ id: 11, name: 'Moon', campaigns: [] }];
    const acls = () => bindOrganizations(sources, stopping.signal);
    const searchAds = { acls, campaignNames: client.campaignNames };
    expect(await linkOrganizations({ log, directory, binding: sources, searchAds }, stopping.signal)).toBe(1);
    expect(connectionOf(connections.state, 11).account).toMatchObject({ adAccountId: 11, provenBy: 'link' });
    expect(await linkOrganizations({ log, directory, binding: sources, searchAds }, stopping.signal)).toBe(0);
  });
});

async function change(decide: (state: AdsConnection) => readonly AdsConnectionEvent[]): Promise<void> {
  const { position } = await handleCommand(log, {
    stream: adsConnectionStream(7),
    decider: adsConnectionDecider,
    context: asTest,
    cause: randomUUID(),
    decide,
  });
  await connections.reached(position);
}
