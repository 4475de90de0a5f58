import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createAdServicesClient,
  createFailureRecorder,
  createLogger,
  createSearchAdsClient,
  createStoreReportsClient,
  type EventLog,
  type FailureRecorder,
  fetchReferenceRates,
  handleCommand,
  type KeyVault,
  openEventLog,
  openFileFolder,
  openKeyVault,
  recordAdServices,
  recordAppLookup,
  type SearchAdsClient,
} from '@tapwise/adapters';
import {
  applicationDecider,
  applicationStream,
  type FailureSource,
  failureStream,
  setStoreConnection,
} from '@tapwise/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mintToken } from '../../../infra/simulators/apple/src/endpoints/install-attribution/attribution-token.ts';
import { type Simulator, startSimulator } from '../../../infra/simulators/apple/src/simulator.ts';
import { control } from '../../../infra/simulators/apple/src/testing/control-calls.ts';
import { type EventStoreUnderTest, startEventStore } from '../../../tests/support/engines/eventstore-node.ts';
import { addApplication, followDirectory, linkOrganization } from '../../../tests/support/facts/linked-application.ts';
import { asTest } from '../../../tests/support/facts/settings.ts';
import { runAttempt } from '../activity/attempt.ts';
import { carriedFailure } from '../activity/outside-failure.ts';
import { recordApiUser } from '../pulls/link-organizations/link-organizations.activities.ts';
import { linkOrganizations } from '../pulls/link-organizations/link-organizations.ts';
import { createExtraPullActivities } from '../pulls/pull-extras/pull-extras.activities.ts';
import { createPullActivities } from '../pulls/pull-organization/pull-organization.activities.ts';
import { pullAttempts } from '../pulls/pull-organization/pull-organization.contract.ts';
import { createStoreReportActivities } from '../pulls/pull-store-reports/pull-store-reports.activities.ts';
import { recordedCall } from './recorded-call.ts';
import { withRecordedOutcomes } from './with-recorded-outcomes.ts';

const organization = { org_id: 40669820, currency: 'USD', time_zone: 'America/Los_Angeles' };
const logger = createLogger('spec', 'silent');
const folder = mkdtempSync(join(tmpdir(), 'outside-services-'));
const stopping = new AbortController();
let node: EventStoreUnderTest;
let log: EventLog;
let simulator: Simulator;
let vault: KeyVault;
let applications = 0;

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
  simulator = await startSimulator({ historyMonths: 1, scale: 0.02, movement: 'off' });
  vault = openKeyVault(openFileFolder(folder), Buffer.alloc(32, 7));
  writeFileSync(join(folder, 'key.pem'), simulator.provider.privateKeyPem);
});
afterAll(async () => {
  stopping.abort();
  await simulator.stop();
  await log.close();
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
});

const setResponses = (lasting_answers: object) => control(simulator, '/faults', { lasting_answers });
const healthy = { token: null, ads: null, attribution: null, lookup: null, connect: null, rates: null };

/** The ad service, asked with a new token. */
function searchAds(): SearchAdsClient {
  const { clientId, teamId, keyId } = simulator.provider;
  return createSearchAdsClient({
    apiUrl: `${simulator.url}/api/v5`,
    tokenUrl: `${simulator.url}/auth/oauth2/token`,
    firstRetryMs: 1,
    credentials: { clientId, teamId, keyId, privateKeyFile: join(folder, 'key.pem') },
  });
}

/** An application with an ad organization and a key of the store, and everything that asks for it. */
async function newWorld() {
  applications += 1;
  const application_id = applications;
  await addApplication(log, { id: application_id, adamId: 1500000001 });
  await linkOrganization(log, application_id, organization);
  const { issuerId: issuer_id, keyId: key_id, vendorNumber: vendor_number, privateKeyPem } = simulator.connectKey;
  const private_key = await vault.encrypt(`application-${application_id}`, privateKeyPem);
  const connection = { issuer_id, key_id, vendor_number, private_key, set_at: new Date().toISOString() };
  const { position } = await handleCommand(log, {
    stream: applicationStream(application_id),
    decider: applicationDecider,
    cause: 'store',
    context: asTest,
    decide: (state) => setStoreConnection(state, connection),
  });
  const directory = followDirectory(log, stopping.signal);
  await directory.reached(position);
  const failures = createFailureRecorder({ log, directory, logger, context: asTest });
  const client = searchAds();
  const storeReports = createStoreReportsClient({ url: simulator.url });
  const pulls = withRecordedOutcomes(
    {
      ...createPullActivities({ log, directory, searchAds: client, pauseSeconds: 1 }),
      ...createExtraPullActivities({ log, directory, searchAds: client, waitSeconds: 1 }),
      ...createStoreReportActivities({ log, directory, vault, storeReports, failures, logger }),
    },
    failures,
  );
  return { application_id, directory, failures, client, pulls, ref: { application_id, org_id: organization.org_id } };
}

type World = Awaited<ReturnType<typeof newWorld>>;

/** An attempt of an activity; the last one, unless another is wanted. */
const attempt = <Result>(work: () => Promise<Result>, number: number = pullAttempts) =>
  runAttempt({ activity: 'spec', number, cause: 'spec', signal: stopping.signal }, work);

async function failuresOf(applicationId: number | null, source: FailureSource) {
  const recorded = (await log.readStream(failureStream(applicationId))).map(({ event }) => event);
  return recorded.filter(({ data }) => 'source' in data && data.source === source);
}

/** What this process knows of the log. */
async function directoryCaughtUp({ directory }: World, applicationId: number | null): Promise<void> {
  await directory.reached((await log.readLast(failureStream(applicationId)))?.position ?? 0n);
}

let world: World;
beforeEach(async () => {
  await setResponses(healthy);
  world = await newWorld();
});

describe('a pull of an ad organization', () => {
  it.each([
    ['moved', { ads: 301 }, 'moved', 'answered 301', true],
    ['moved for ever', { ads: 308 }, 'moved', 'answered 308', true],
    ['gone', { ads: 410 }, 'gone', 'answered 410', true],
    ['not there', { ads: 404 }, 'gone', 'answered 404', true],
    ['refused', { ads: 403 }, 'refused', 'answered 403', true],
    ['refused our API user', { token: 400 }, 'credentials_refused', 'answered 400, invalid_client', true],
    ['away', { ads: 503 }, 'away', 'answered 503', false],
  ])(
    'that finds the service %s is recorded once, with its reason, until it succeeds',
    async (_what, fault, reason, detail, slow) => {
      const pull = () => attempt(() => world.pulls.pullStructure(world.ref));
      await setResponses(fault);
      const error = await pull().catch((caught: unknown) => caught);
      await directoryCaughtUp(world, world.application_id);
      await expect(pull()).rejects.toThrow();
      const began = { ...world.ref, source: 'ads_structure', reason, detail };
      expect(await failuresOf(world.application_id, 'ads_structure')).toMatchObject([
        { type: 'FailureBegan', data: began },
      ]);
      expect(carriedFailure(error)?.slow ?? false).toBe(slow);
      await setResponses(healthy);
      await pull();
      await directoryCaughtUp(world, world.application_id);
      await pull();
      expect((await failuresOf(world.application_id, 'ads_structure')).map(({ type }) => type)).toEqual([
        'FailureBegan',
        'FailureEnded',
      ]);
    },
    60_000,
  );

  it('has not failed while it is repeated by itself', async () => {
    await setResponses({ ads: 503 });
    await expect(attempt(() => world.pulls.pullStructure(world.ref), 1)).rejects.toThrow();
    expect(await failuresOf(world.application_id, 'ads_structure')).toEqual([]);
  });
});

describe('the question which organizations there are', () => {
  it('says for the product whether our API user has access', async () => {
    const subject = { application_id: null, org_id: null, source: 'ads_access' } as const;
    const ask = () => {
      const client = searchAds();
      const acls: SearchAdsClient['acls'] = (signal) =>
        recordedCall(world.failures, subject, { ask: () => client.acls(signal) });
      return linkOrganizations(
        { ...world, log, searchAds: { acls, campaignNames: client.campaignNames } },
        stopping.signal,
      );
    };
    await setResponses({ token: 401 });
    await expect(ask()).rejects.toThrow();
    const began = { ...subject, reason: 'credentials_refused', detail: 'answered 401, invalid_client' };
    expect(await failuresOf(null, 'ads_access')).toMatchObject([{ type: 'FailureBegan', data: began }]);
    await setResponses(healthy);
    await directoryCaughtUp(world, null);
    await ask();
    expect((await failuresOf(null, 'ads_access')).at(-1)?.type).toBe('FailureEnded');
  });
});

describe('the API user', () => {
  it('is recorded as not configured once, until it is configured; other failures of access stay', async () => {
    const subject = { application_id: null, org_id: null, source: 'ads_access' } as const;
    const last = async () => (await failuresOf(null, 'ads_access')).at(-1);
    const before = (await failuresOf(null, 'ads_access')).length;
    await recordApiUser(true, world);
    expect(await failuresOf(null, 'ads_access')).toHaveLength(before);
    await recordApiUser(false, world);
    await directoryCaughtUp(world, null);
    await recordApiUser(false, world);
    expect(await failuresOf(null, 'ads_access')).toHaveLength(before + 1);
    expect(await last()).toMatchObject({ type: 'FailureBegan', data: { ...subject, reason: 'not_configured' } });
    await recordApiUser(true, world);
    expect((await last())?.type).toBe('FailureEnded');
    await directoryCaughtUp(world, null);
    await world.failures.failed(subject, { reason: 'credentials_refused', detail: 'answered 401' });
    await directoryCaughtUp(world, null);
    await recordApiUser(true, world);
    expect((await last())?.type).toBe('FailureBegan');
    await world.failures.succeeded(subject);
    await directoryCaughtUp(world, null);
  });
});

describe('the store reports', () => {
  it.each([
    [301, 'moved'],
    [410, 'gone'],
    [503, 'away'],
  ] as const)(
    'that answer %s are recorded as %s until they come',
    async (connect, reason) => {
      const pull = () => attempt(() => world.pulls.pullStoreReports({ application_id: world.application_id }));
      await setResponses({ connect });
      await expect(pull()).rejects.toThrow();
      expect(await failuresOf(world.application_id, 'store_reports')).toMatchObject([{ data: { reason } }]);
      await setResponses(healthy);
      await directoryCaughtUp(world, world.application_id);
      await pull();
      expect((await failuresOf(world.application_id, 'store_reports')).at(-1)?.type).toBe('FailureEnded');
    },
    60_000,
  );
});

describe('the attribution service', () => {
  const token = mintToken({ person: null, mintedAt: Date.now() });
  const open = (failures: FailureRecorder, patient = false) => {
    const client = createAdServicesClient({ url: `${simulator.url}/api/v1/`, timeoutMs: 2000 });
    return recordAdServices(client, failures, { patient });
  };

  it.each([
    [301, 'moved'],
    [403, 'refused'],
    [410, 'gone'],
  ] as const)(
    'that answers every token with %s is recorded as %s, until one is answered',
    async (attribution, reason) => {
      const before = (await failuresOf(null, 'attribution')).length;
      const client = open(world.failures);
      await setResponses({ attribution });
      await client.exchange(token);
      await client.exchange(token);
      expect(await failuresOf(null, 'attribution')).toHaveLength(before);
      await client.exchange(token);
      await expect
        .poll(async () => (await failuresOf(null, 'attribution')).at(-1))
        .toMatchObject({
          type: 'FailureBegan',
          data: { application_id: null, reason },
        });
      await directoryCaughtUp(world, null);
      await setResponses(healthy);
      await client.exchange(token);
      await expect.poll(async () => (await failuresOf(null, 'attribution')).at(-1)?.type).toBe('FailureEnded');
      await directoryCaughtUp(world, null);
      await client.close();
    },
  );

  it('is not failing when it refuses tokens', async () => {
    const client = open(world.failures);
    for (const _ of [1, 2, 3, 4]) expect((await client.exchange('rubbish')).kind).toBe('token_rejected');
    expect(
      world.directory.state.failures.get(null)?.open.filter(({ source }) => source === 'attribution') ?? [],
    ).toEqual([]);
    await client.close();
  });

  it('that refuses everything is asked ever more rarely by those who ask again and again', async () => {
    let now = Date.now();
    const requestTimes: number[] = [];
    const patient = recordAdServices(
      {
        exchange: async () => {
          requestTimes.push(now);
          const client = createAdServicesClient({ url: `${simulator.url}/api/v1/`, timeoutMs: 2000 });
          return client.exchange(token).finally(() => client.close());
        },
        close: async () => undefined,
      },
      world.failures,
      { patient: true, now: () => now },
    );
    await setResponses({ attribution: 410 });
    const began = now;
    for (; now < began + 6 * 3_600_000; now += 15_000) expect((await patient.exchange(token)).kind).toBe('unavailable');
    const pauses = requestTimes.slice(1).map((at, index) => at - (requestTimes[index] ?? 0));
    expect(pauses).toEqual(pauses.toSorted((left, other) => left - other));
    expect(Math.max(...pauses)).toBe(3_600_000);
    expect(requestTimes.length).toBeLessThan(20);
    await setResponses(healthy);
    now += 3_600_000;
    expect((await patient.exchange(token)).kind).toBe('test_record');
  });
});

describe("the store's look-up of apps", () => {
  const ofLookup = async () => (await failuresOf(null, 'app_lookup')).map(({ type, data }) => ({ type, data }));

  it.each([
    [301, 'moved'],
    [403, 'refused'],
    [404, 'gone'],
    [410, 'gone'],
  ] as const)(
    'that answers every question with %s is recorded as %s, until one is answered',
    async (lookup, reason) => {
      const before = (await ofLookup()).length;
      const client = recordAppLookup(simulator.url, world.failures);
      const ask = () => client.find(1500000001);
      await setResponses({ lookup });
      await expect(ask()).rejects.toThrow();
      await expect(ask()).rejects.toThrow();
      expect(await ofLookup()).toHaveLength(before);
      await expect(ask()).rejects.toThrow();
      await expect.poll(ofLookup).toHaveLength(before + 1);
      expect((await ofLookup()).at(-1)).toMatchObject({
        type: 'FailureBegan',
        data: { application_id: null, reason, detail: `answered ${lookup}` },
      });
      await directoryCaughtUp(world, null);
      await setResponses(healthy);
      await ask();
      await expect.poll(async () => (await ofLookup()).at(-1)?.type).toBe('FailureEnded');
      await directoryCaughtUp(world, null);
    },
  );

  it('that is away has failed when that has lasted a minute, and not before', async () => {
    const before = (await ofLookup()).length;
    let now = Date.now();
    const client = recordAppLookup(simulator.url, world.failures, () => now);
    await setResponses({ lookup: 503 });
    for (const _ of [1, 2, 3, 4, 5, 6]) await expect(client.find(1500000001)).rejects.toThrow();
    expect(await ofLookup()).toHaveLength(before);
    now += 60_000;
    await expect(client.find(1500000001)).rejects.toThrow();
    await expect.poll(async () => (await ofLookup()).at(-1)).toMatchObject({ data: { reason: 'away' } });
    await directoryCaughtUp(world, null);
    await setResponses(healthy);
    // That there is no such app is an answer as good as any other.
    expect(await client.find(1)).toBeUndefined();
    await expect.poll(async () => (await ofLookup()).at(-1)?.type).toBe('FailureEnded');
    await directoryCaughtUp(world, null);
  });
});

describe('the exchange rates', () => {
  it.each([
    [301, 'moved'],
    [410, 'gone'],
    [503, 'away'],
  ] as const)('that answer %s are recorded as %s until they come', async (rates, reason) => {
    const subject = { application_id: null, org_id: null, source: 'exchange_rates' } as const;
    const url = `${simulator.url}/rates/eurofxref-daily.xml`;
    const ask = () => recordedCall(world.failures, subject, { ask: () => fetchReferenceRates({ url }) });
    await setResponses({ rates });
    await expect(ask()).rejects.toThrow();
    expect((await failuresOf(null, 'exchange_rates')).at(-1)).toMatchObject({
      data: { reason, detail: `answered ${rates}` },
    });
    await setResponses(healthy);
    await directoryCaughtUp(world, null);
    await ask();
    expect((await failuresOf(null, 'exchange_rates')).at(-1)?.type).toBe('FailureEnded');
    await directoryCaughtUp(world, null);
  });
});
