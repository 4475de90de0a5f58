import { type EventLog, openEventLog, readLog, type SearchAdsClient } from '@tapwise/adapters';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SimulatorProcess, startSimulator } from '../../../../tests/contract/apple/simulator-process.ts';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import {
  addApplication,
  followDirectory,
  linkOrganization,
} from '../../../../tests/support/facts/linked-application.ts';
import { createPullActivities } from './pull-organization.activities.ts';

const organization = { application_id: 1, org_id: 40669820 };
const stopping = new AbortController();
/** Days that are over: those of today grow while they are read. */
const ages = { newest: 2, oldest: 12 };

let node: EventStoreUnderTest;
let log: EventLog;
let simulator: SimulatorProcess;
let older: SearchAdsClient;

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
  simulator = await startSimulator();
  older = simulator.searchAds({ api: 'v5' });
  const linked = (await older.acls()).items.find(({ org_id }) => org_id === organization.org_id);
  await addApplication(log, { id: 1, adamId: 1500000001 });
  await linkOrganization(log, 1, {
    org_id: organization.org_id,
    currency: linked?.currency ?? '',
    time_zone: linked?.time_zone ?? '',
  });
  await pull(older);
});

afterAll(async () => {
  stopping.abort();
  await simulator.stop();
  await log.close();
  await node.stop();
});

/** Pulls with a worker that remembers nothing. */
async function pull(searchAds: SearchAdsClient): Promise<void> {
  const directory = followDirectory(log, stopping.signal);
  const activities = createPullActivities({ log, directory, searchAds, pauseSeconds: 5 });
  const environment = () => new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') });
  expect(await environment().run(activities.pullStructure, organization)).not.toHaveProperty('incomplete');
  expect(await environment().run(activities.pullReports, { ...organization, ages })).not.toHaveProperty('incomplete');
}

/** Types of events that a pull appends, with how often. */
async function appendedBy(work: () => Promise<void>): Promise<Record<string, number>> {
  const before = await log.lastPosition();
  await work();
  const counts: Record<string, number> = {};
  await readLog(log, { after: before }, (events) => {
    for (const { event } of events) counts[event.type] = (counts[event.type] ?? 0) + 1;
  });
  return counts;
}

const onlyThePull = { AdsPullCompleted: 1 };
const usual = { inherited_bid: 'shown', zero_days: 'date_only', page_cap: null, result_without_rows: false };

it.each([
  { inherited_bid: 'shown' },
  { inherited_bid: 'absent' },
  { zero_days: 'absent', page_cap: 70, result_without_rows: true },
  { zero_days: 'zeros' },
])(
  'a log of pulls over version 5, read on over version 1, gets no event for what did not change, answered with %o',
  async (switches) => {
    await simulator.faults({ ...usual, ...switches });
    expect(await appendedBy(() => pull(simulator.searchAds({ api: 'v1' })))).toEqual(onlyThePull);
  },
);

it.each([
  { api: 'v5', switches: { v5_end: { as: 301 } } },
  { api: 'v5', switches: { v5_end: { as: 403 } } },
  { api: 'v5', switches: { v5_end: { as: 404 } } },
  { api: 'v5', switches: { v5_end: { as: 410 } } },
  { api: 'v5', switches: { v5_end: { as: 503 } } },
  { api: 'v5', switches: { v5_end: { as: 'closed' } } },
  { api: 'v1', switches: { acls: 'empty' } },
  { api: 'v1', switches: { turned_basic: [organization.org_id] } },
] as const)(
  'nothing is deleted or reduced by pulls of $api answered with $switches, and the next one is whole',
  async ({ api, switches }) => {
    await simulator.faults(usual);
    const searchAds = simulator.searchAds({ api });
    await pull(searchAds);
    await simulator.faults(switches);
    const fails = () => expect(pull(searchAds)).rejects.toMatchObject({ type: 'SearchAdsError' });
    // That it is not whole is said once; figures are as old as the last whole pull.
    expect([await appendedBy(fails), await appendedBy(fails)]).toEqual([{ AdsPullIncomplete: 1 }, {}]);
    await simulator.faults({ v5_end: null, acls: 'all', turned_basic: [] });
    expect(await appendedBy(() => pull(searchAds))).toEqual(onlyThePull);
  },
);

it('a day keeps the figures of what is deleted and not in the answers any more', async () => {
  const scope = { orgId: organization.org_id, currency: 'USD', priority: 'person' } as const;
  const campaigns = (await older.findCampaigns(scope, 1500000001)).items;
  const running = campaigns.find(({ name }) => name === 'US | Brand | Exact')?.campaign_id ?? 0;
  expect(await older.writer.deleteCampaign(scope, running)).toMatchObject({ kind: 'done' });
  await simulator.faults({ deleted_rows: 'no' });
  const appended = await appendedBy(() => pull(simulator.searchAds({ api: 'v1' })));
  expect(appended).not.toHaveProperty('AdsReportRowsRecorded');
  expect(appended).toHaveProperty('CampaignObserved');
});
