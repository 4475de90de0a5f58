import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSearchAdsClient, type EventLog, openEventLog, type SearchAdsClient } from '@tapwise/adapters';
import { addDays, adsPullStream, adsReportStream, type Day, dayInZone } from '@tapwise/domain';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../../infra/simulators/apple/src/simulator.ts';
import { control } from '../../../../infra/simulators/apple/src/testing/control-calls.ts';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import {
  addApplication,
  followDirectory,
  linkOrganization,
} from '../../../../tests/support/facts/linked-application.ts';
import { createPullActivities } from './pull-organization.activities.ts';
import type { PullActivities } from './pull-organization.contract.ts';

const applicationId = 1;
const organization = { org_id: 40669820, currency: 'USD', time_zone: 'America/Los_Angeles' };
const ref = { application_id: applicationId, org_id: organization.org_id };
const folder = mkdtempSync(join(tmpdir(), 'spoiled-answers-'));
const stopping = new AbortController();
let node: EventStoreUnderTest;
let log: EventLog;
let simulator: Simulator;
let client: SearchAdsClient;
let activities: PullActivities;
let today: Day;

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
  simulator = await startSimulator({ historyMonths: 1, scale: 0.02, movement: 'off' });
  const { clientId, teamId, keyId, privateKeyPem } = simulator.provider;
  const privateKeyFile = join(folder, 'key.pem');
  writeFileSync(privateKeyFile, privateKeyPem);
  client = createSearchAdsClient({
    apiUrl: `${simulator.url}/api/v5`,
    tokenUrl: `${simulator.url}/auth/oauth2/token`,
    firstRetryMs: 1,
    credentials: { clientId, teamId, keyId, privateKeyFile },
  });
  await addApplication(log, { id: applicationId, adamId: 1500000001 });
  await linkOrganization(log, applicationId, organization);
  const directory = followDirectory(log, stopping.signal);
  activities = createPullActivities({ log, directory, searchAds: client, pauseSeconds: 5 });
  today = dayInZone(Date.now(), organization.time_zone);
});
afterAll(async () => {
  stopping.abort();
  await client.close();
  await simulator.stop();
  await log.close();
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await spoil();
  expect(await pull()).toMatchObject({ type: 'AdsPullCompleted' });
});

/** From now on these answers are spoiled, until others are. */
const spoil = (...faults: object[]) =>
  control(simulator, '/faults', { reading_faults: faults.map((fault) => ({ times: 10_000, ...fault })) });

const run = <Input, Output>(activity: (input: Input) => Promise<Output>, input: Input): Promise<Output> =>
  new MockActivityEnvironment({ attempt: 1 }, { logger: new DefaultLogger('ERROR') }).run(activity, input);

/** One round. @returns what the log says of it. */
async function pull() {
  const { incomplete } = await run(activities.pullStructure, ref);
  const reports = { ...ref, ages: { newest: 0, oldest: 6 }, ...(incomplete === undefined ? {} : { incomplete }) };
  // A part that fails ends the round, as in the workflow.
  await run(activities.pullReports, reports).catch(() => undefined);
  return (await log.readStream(adsPullStream(applicationId, organization.org_id))).at(-1)?.event;
}

/** The newest row of each object of the last days. */
async function figures(): Promise<Map<string, { spend_micros: number; currency?: string | undefined }>> {
  const rows = new Map();
  for (let age = 0; age <= 6; age += 1) {
    const day = addDays(today, -age);
    for (const { event } of await log.readStream(adsReportStream(applicationId, organization.org_id, day))) {
      if (event.type !== 'AdsReportRowsRecorded') continue;
      const { level, campaign_id } = event.data;
      for (const row of event.data.rows)
        rows.set([day, level, campaign_id, row.ad_group_id, row.keyword_id, row.country].join(' '), row);
    }
  }
  return rows;
}

it.each([
  ['truncated_page', 'partial', 'short_list'],
  ['shrinking_total', 'partial', 'shrunk_list'],
  ['error_in_success', 'failed', 'error_in_answer'],
  ['no_data', 'failed', 'no_data'],
  ['unreadable_field', 'partial', 'unreadable_field'],
])('an answer that the simulated service spoils changes no figure, and is said: %s', async (fault, state, reason) => {
  const before = await figures();
  expect(before.size).toBeGreaterThan(20);
  await spoil({ path: '/reports/campaigns', fault });
  expect(await pull()).toMatchObject({ type: 'AdsPullIncomplete', data: { state, reason } });
  expect(await figures()).toEqual(before);
});

it('spend in another currency is recorded as such, and is right again afterwards', async () => {
  const before = await figures();
  await spoil({ path: '/reports/campaigns', fault: 'other_currency', currency: 'EUR' });
  await pull();
  const spent = [...(await figures()).values()].filter(({ spend_micros }) => spend_micros > 0);
  expect(new Set(spent.map(({ currency }) => currency))).toEqual(new Set(['EUR']));
  await spoil();
  await pull();
  expect(await figures()).toEqual(before);
});
