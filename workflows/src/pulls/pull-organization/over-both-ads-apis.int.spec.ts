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
let directory: ReturnType<typeof followDirectory>;
let older: SearchAdsClient;

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
  simulator = await startSimulator();
  directory = followDirectory(log, stopping.signal);
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
const back = { v5_end: null, acls: 'all', turned_basic: [] };

it.each([
  { inherited_bid: 'shown', zero_days: 'zeros' },
  { inherited_bid: 'absent', zero_days: 'absent', page_cap: 70, result_without_rows: true },
])(
  'a log of pulls over version 5, read on over version 1, gets no event for what did not change, answered with %o',
  async (switches) => {
    await simulator.faults(switches);
    expect(await appendedBy(() => pull(simulator.searchAds({ api: 'v1' })))).toEqual(onlyThePull);
  },
);

it.each([
  // Why a pull is not whole is said once for each reason.
  { api: 'v5', ways: [301, 403, 404, 410, 503, 'closed', 'closed'].map((as) => ({ v5_end: { as } })), reasons: 6 },
  { api: 'v1', ways: [{ acls: 'empty' }, { turned_basic: [organization.org_id] }], reasons: 1 },
] as const)(
  'nothing is deleted or reduced, and no age moves, in whatever way $api refuses pulls; the next one is whole',
  async ({ api, ways, reasons }) => {
    await simulator.faults(usual);
    const searchAds = simulator.searchAds({ api });
    await pull(searchAds);
    const refused = async () => {
      for (const way of ways) {
        await simulator.faults({ ...back, ...way });
        await expect(pull(searchAds)).rejects.toMatchObject({ type: 'SearchAdsError' });
      }
    };
    expect(await appendedBy(refused)).toEqual({ AdsPullIncomplete: reasons });
    await simulator.faults(back);
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
