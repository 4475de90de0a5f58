import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventLog, openEventLog, openFileFolder, openKeyVault, type SearchAdsClient } from '@tapwise/adapters';
import { campaignStream, type DomainEventOf } from '@tapwise/domain';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SimulatorProcess, startSimulator } from '../../../../tests/contract/apple/simulator-process.ts';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import {
  addApplication,
  followDirectory,
  linkOrganization,
} from '../../../../tests/support/facts/linked-application.ts';
import { createPullActivities } from '../pull-organization/pull-organization.activities.ts';
import type { PulledStructure } from '../pull-organization/pull-organization.contract.ts';
import { createChangeActorsActivities } from './read-change-actors.activities.ts';

const ref = { application_id: 1, org_id: 40669820 };
const scope = { orgId: ref.org_id, currency: 'USD', priority: 'person' } as const;
const stopping = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'tapwise-actors-'));
const vault = openKeyVault(openFileFolder(folder), Buffer.alloc(32, 7));

let node: EventStoreUnderTest;
let log: EventLog;
let simulator: SimulatorProcess;
let client: SearchAdsClient;
let ids: { campaign: number; adGroup: number; keyword: number };

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
  simulator = await startSimulator();
  client = simulator.searchAds({ api: 'v1' });
  await addApplication(log, { id: 1, adamId: 1500000001 });
  await linkOrganization(log, 1, { org_id: ref.org_id, currency: 'USD', time_zone: 'America/New_York' });
  const { items: campaigns } = await client.findCampaigns(scope, 1500000001);
  const campaign = campaigns.find(({ name }) => name === 'US | Brand | Exact')?.campaign_id ?? 0;
  const [keyword] = (await client.findKeywords(scope, campaign)).items.filter(
    ({ deleted, bid_micros }) => !deleted && bid_micros !== null,
  );
  ids = { campaign, adGroup: keyword?.ad_group_id ?? 0, keyword: keyword?.keyword_id ?? 0 };
  await pulled();
});

afterAll(async () => {
  stopping.abort();
  await simulator.stop();
  await log.close();
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = <Order, Result>(activity: (order: Order) => Promise<Result>, order: Order): Promise<Result> =>
  new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') }).run(activity, order);

/** Pulls the structure with a worker that remembers nothing. */
function pulled(searchAds = client): Promise<PulledStructure> {
  const directory = followDirectory(log, stopping.signal);
  return run(createPullActivities({ log, directory, searchAds, pauseSeconds: 5 }).pullStructure, ref);
}

/** Reads who made the changes that a pull found. @returns the events that came of it. */
async function named({ unnamed }: PulledStructure): Promise<DomainEventOf<'ChangeActorsRead'>['data'][]> {
  if (unnamed === undefined) return [];
  const before = (await actorsRead()).length;
  const directory = followDirectory(log, stopping.signal);
  const { readChangeActors } = createChangeActorsActivities({ log, directory, searchAds: client, vault });
  await run(readChangeActors, { ...ref, ...unnamed });
  return (await actorsRead()).slice(before);
}

async function actorsRead(): Promise<DomainEventOf<'ChangeActorsRead'>['data'][]> {
  const events = await log.readStream(campaignStream(ids.campaign));
  return events.flatMap(({ event }) => (event.type === 'ChangeActorsRead' ? [event.data] : []));
}

describe('who made a change elsewhere', () => {
  it('is recorded with the time of the change, encrypted, and once', async () => {
    const { campaign, adGroup, keyword } = ids;
    const from = new Date(Date.now() - 1000).toISOString();
    await simulator.cause({ cause: 'setting', campaign, daily_budget: 311, by: 'person' });
    await simulator.cause({ cause: 'setting', keyword, bid: 1.11, by: 'api' });
    await simulator.cause({ cause: 'setting', ad_group: adGroup, bid: 1.31, by: 'apple' });
    const structure = await pulled();
    expect(structure.unnamed?.campaign_ids).toContain(campaign);
    const [event, ...others] = await named(structure);
    expect(others).toEqual([]);
    const keys = [String(campaign), `${campaign}:${adGroup}`, `${campaign}:${adGroup}:${keyword}`];
    const changes = keys.flatMap((key) => event?.changes.find((change) => change.key === key) ?? []);
    expect(changes.map(({ actor }) => actor?.kind)).toEqual(['person', 'apple', 'api']);
    for (const { changed_at, observed_at, actor } of changes) {
      expect(changed_at !== null && changed_at >= from && changed_at <= observed_at).toBe(true);
      if (actor?.kind !== 'apple') expect(await vault.decrypt(actor?.user ?? '')).toMatch(/^41000\d\d$/);
    }
    expect(JSON.stringify(event)).not.toMatch(/41000\d\d/);
    // A second reading, by whichever worker, finds nothing left to name.
    expect(await named(structure)).toEqual([]);
    expect(await pulled()).not.toHaveProperty('unnamed');
  });

  it('is nobody else where it was a call of ours', async () => {
    const { campaign, adGroup, keyword } = ids;
    await client.writer.updateKeywords(scope, campaign, adGroup, [{ id: keyword, bid: '1.77' }]);
    const [event] = await named(await pulled());
    expect(event?.changes).toMatchObject([
      { key: `${campaign}:${adGroup}:${keyword}`, value: 1_770_000, actor: { kind: 'tapwise', user: null } },
    ]);
  });

  it('is asked for again where the history cannot be read, and the pull goes on', async () => {
    const { campaign } = ids;
    await simulator.cause({ cause: 'setting', campaign, daily_budget: 312, by: 'person' });
    const structure = await pulled();
    await simulator.faults({
      reading_faults: [{ path: '/change-history/query', fault: 'error_in_success', times: 10 }],
    });
    expect(await named(structure)).toEqual([]);
    await simulator.faults({ reading_faults: [] });
    const again = await pulled();
    expect(again).toHaveProperty('today');
    expect(again.unnamed?.campaign_ids).toEqual([campaign]);
    expect((await named(again))[0]?.changes).toMatchObject([{ value: 312_000_000, actor: { kind: 'person' } }]);
  });

  it('is not asked for over version 5, which has no such record', async () => {
    await simulator.cause({ cause: 'setting', campaign: ids.campaign, daily_budget: 313, by: 'person' });
    expect(await pulled(simulator.searchAds({ api: 'v5' }))).not.toHaveProperty('unnamed');
  });
});
