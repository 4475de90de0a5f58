import {
  bindAccount,
  createFailureRecorder,
  createLogger,
  createSearchAdsClient,
  type EventLog,
  type FoldFollower,
  followAdsConnections,
  handleCommand,
  openEventLog,
  type SearchAdsClient,
} from '@tapwise/adapters';
import {
  type AdsConnections,
  type ChangeRow,
  campaignStream,
  changeDecider,
  changeStream,
  type DomainEvent,
  isRowEvent,
  outcomeOf,
  type RowEvent,
  requestChange,
} from '@tapwise/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { disconnectedCheck } from '../../../workflows/src/activity/disconnected-organizations.ts';
import { createApplyChangeActivities } from '../../../workflows/src/campaigns/apply-change/apply-change.activities.ts';
import { applyChangeProcess } from '../../../workflows/src/campaigns/apply-change/apply-change.contract.ts';
import { applyChange } from '../../../workflows/src/campaigns/apply-change/apply-change.story.ts';
import { createLinkOrganizationsActivities } from '../../../workflows/src/pulls/link-organizations/link-organizations.activities.ts';
import {
  recordInterfaceEnd,
  recordInterfaceReturn,
} from '../../../workflows/src/pulls/link-organizations/older-interface.ts';
import { workflowActor } from '../../../workflows/src/streams/actor.ts';
import { asActivity } from '../../../workflows/src/testing/as-activity.ts';
import { onePassOf } from '../../../workflows/src/testing/one-pass.ts';
import { type SimulatorProcess, startSimulator } from '../../contract/apple/simulator-process.ts';
import { type EventStoreUnderTest, startEventStore } from '../../support/engines/eventstore-node.ts';
import { addApplication, followDirectory, linkOrganization } from '../../support/facts/linked-application.ts';
import { asTest } from '../../support/facts/settings.ts';
import { recordedWrites } from '../creations/creation-world.ts';

const scope = { orgId: 40669820, currency: 'USD', priority: 'person' } as const;
const anything = { initialState: () => undefined, evolve: () => undefined };
const clock = { skipped: 0 };
const now = (): number => Date.now() + clock.skipped;

let node: EventStoreUnderTest;
let log: EventLog;
let simulator: SimulatorProcess;
let older: SearchAdsClient;
let newer: SearchAdsClient;
let connections: FoldFollower<AdsConnections>;
let stopping: AbortController;
let keyword: { key: string; campaign: number; id: number; bid: number };
let changes = 0;

beforeAll(async () => {
  [node, simulator] = await Promise.all([startEventStore(), startSimulator()]);
  log = openEventLog(node.url);
  older = createSearchAdsClient({
    apiUrl: `${simulator.url}/api/v5`,
    tokenUrl: `${simulator.url}/auth/oauth2/token`,
    credentials: simulator.credentials,
    firstRetryMs: 1,
    timeoutMs: 2000,
    onEnded: (answer) => void recordInterfaceEnd(log, answer),
  });
  newer = simulator.searchAds({ api: 'v1' });
  await addApplication(log, { id: 1, adamId: 1500000001 });
  await linkOrganization(log, 1, { org_id: scope.orgId, currency: 'USD', time_zone: 'UTC' });
  const context = asTest;
  await bindAccount(log, {
    orgId: scope.orgId,
    adAccountId: scope.orgId,
    v1OrgId: null,
    provenBy: 'operator',
    context,
  });
  const { items: campaigns } = await older.findCampaigns(scope, 1500000001);
  const campaign = campaigns.find(({ name }) => name === 'US | Brand | Exact')?.campaign_id ?? 0;
  const settings = campaigns.find(({ campaign_id }) => campaign_id === campaign);
  if (settings === undefined) throw new Error('The simulated market has no such campaign');
  const { items: adGroups } = await older.findAdGroups(scope, campaign);
  const { items: keywords } = await older.findKeywords(scope, campaign);
  const first = keywords.find(
    ({ deleted, bid_micros, status }) => !deleted && bid_micros !== null && status === 'ACTIVE',
  );
  const { keyword_id: id = 0, ad_group_id = 0, bid_micros: bid = 0 } = first ?? {};
  keyword = { key: `${campaign}:${ad_group_id}:${id}`, campaign, id, bid: Number(bid) };
  const observed = { org_id: scope.orgId, campaign_id: campaign, observed_at: new Date().toISOString() };
  await handleCommand(log, {
    stream: campaignStream(campaign),
    decider: anything,
    decide: (): DomainEvent[] => [
      { type: 'CampaignObserved', data: { ...observed, campaign: settings } },
      { type: 'AdGroupsObserved', data: { ...observed, ad_groups: [...adGroups] } },
      { type: 'KeywordsObserved', data: { ...observed, keywords: [...keywords] } },
    ],
    cause: 'observed',
    context: asTest,
  });
});
afterAll(async () => {
  await older.close();
  await log.close();
  await Promise.all([node.stop(), simulator.stop()]);
});
beforeEach(() => {
  stopping = new AbortController();
  connections = followAdsConnections(log, { signal: stopping.signal });
});
afterEach(async () => {
  stopping.abort();
  await simulator.faults({ v5_end: null, write_faults: [] });
  await recordInterfaceReturn(log);
});

/** Asks for another bid than the present one. @returns what the change is named, and the requested bid. */
async function requested(): Promise<{ change_id: string; bid: number }> {
  changes += 1;
  const [present] = await newer.writer.readKeywords(scope, keyword.campaign, [keyword.id]);
  const base = Math.round(Number(present?.bid) * 1_000_000);
  const bid = base + 10_000;
  const change_id = `00000000-0000-4000-8000-${String(changes).padStart(12, '0')}`;
  const row: ChangeRow = { key: keyword.key, field: 'cpt_bid', base, new: bid };
  const revision = (await log.readStream(campaignStream(keyword.campaign))).length - 1;
  await handleCommand(log, {
    stream: changeStream(change_id),
    decider: changeDecider,
    cause: change_id,
    context: asTest,
    decide: (state) =>
      requestChange(state, {
        change_id,
        application_id: 1,
        org_id: scope.orgId,
        currency: 'USD',
        comment: null,
        undoes: null,
        actor: { kind: 'person', account_id: 1, source: null },
        requested_at: new Date(now()).toISOString(),
        guardrails_confirmed: false,
        campaigns: [{ campaign_id: keyword.campaign, revision }],
        rows: [row],
      }),
  });
  return { change_id, bid };
}

/** A worker with a memory of its own, which speaks one version of the interface. */
function worker(version: 'v1' | 'v5') {
  const activities = createApplyChangeActivities({
    log,
    searchAds: version === 'v5' ? older : newer,
    isDisconnected: disconnectedCheck({ APPLE_ADS_API: version }, connections),
    stopping: stopping.signal,
    now,
  });
  const pass = onePassOf({ contract: applyChangeProcess, story: applyChange, activities, now });
  return async (change_id: string) => {
    const step = await pass({ change_id });
    if (!step.done) clock.skipped += Math.ceil(step.again_seconds * 1000);
    return step.done;
  };
}

/** Looks at the accounts of the older interface, as its process does. @returns seconds until the next look. */
async function look(): Promise<number> {
  const directory = followDirectory(log, stopping.signal);
  const logger = createLogger('test', 'silent');
  const failures = createFailureRecorder({ log, directory, logger, context: workflowActor('test') });
  const sources = { log, directory, connections, searchAds: older, failures, logger, pauseSeconds: 2 };
  const { linkVisibleOrganizations } = createLinkOrganizationsActivities(sources);
  return (await asActivity(linkVisibleOrganizations)(undefined)).pause_seconds;
}

async function untilDone(pass: (change_id: string) => Promise<boolean>, change_id: string): Promise<void> {
  for (let passes = 0; passes < 50; passes += 1) if (await pass(change_id)) return;
  throw new Error('The change does not end');
}

const rowsOf = async (change_id: string): Promise<RowEvent[]> =>
  (await log.readStream(campaignStream(keyword.campaign))).flatMap(({ event }) =>
    isRowEvent(event) && event.data.change_id === change_id ? [event] : [],
  );
const outcomesOf = async (change_id: string): Promise<string[]> => (await rowsOf(change_id)).map(outcomeOf);

/** Writes of bids that had an effect. */
const effectiveWrites = async (): Promise<number> =>
  (await recordedWrites(simulator)).filter(({ effects }) => effects.length > 0).length;

const bidAtService = async (): Promise<number> => {
  const [present] = await newer.writer.readKeywords(scope, keyword.campaign, [keyword.id]);
  return Math.round(Number(present?.bid) * 1_000_000);
};

describe('a change in the middle of which the older interface ends', () => {
  it.each([301, 404, 410])('stays open after a definite %s, and is carried out over the newer one', async (as) => {
    const { change_id, bid } = await requested();
    const before = await effectiveWrites();
    await simulator.faults({ v5_end: { as } });
    const overOlder = worker('v5');
    expect(await overOlder(change_id)).toBe(false);
    await expect.poll(() => connections.state.olderInterface).not.toBeNull();
    for (let passes = 0; passes < 3; passes += 1) expect(await overOlder(change_id)).toBe(false);
    expect(await outcomesOf(change_id)).toEqual([]);
    await untilDone(worker('v1'), change_id);
    expect(await outcomesOf(change_id)).toEqual(['changed']);
    expect([await bidAtService(), (await effectiveWrites()) - before]).toEqual([bid, 1]);
  });

  it.each([
    ['had an effect', true],
    ['had none', false],
  ])('is read back over the newer one where the call without an answer %s, however late', async (_, effect) => {
    const { change_id, bid } = await requested();
    const before = await effectiveWrites();
    await simulator.faults({ write_faults: [{ answer: 'lost', effect }] });
    const overOlder = worker('v5');
    await overOlder(change_id);
    await simulator.faults({ v5_end: { as: 410 } });
    await overOlder(change_id);
    await expect.poll(() => connections.state.olderInterface).not.toBeNull();
    clock.skipped += 3 * 3_600_000;
    expect(await overOlder(change_id)).toBe(false);
    expect(await outcomesOf(change_id)).toEqual([]);
    await untilDone(worker('v1'), change_id);
    expect(await outcomesOf(change_id)).toEqual(['changed']);
    expect([await bidAtService(), (await effectiveWrites()) - before]).toEqual([bid, 1]);
  });

  it('goes on over the older one where that answers again, which a look at its accounts each minute notices', async () => {
    const { change_id, bid } = await requested();
    await simulator.faults({ v5_end: { as: 410 } });
    const overOlder = worker('v5');
    await overOlder(change_id);
    await expect.poll(() => connections.state.olderInterface).not.toBeNull();
    expect(await look()).toBe(60);
    await simulator.faults({ v5_end: null });
    expect(await overOlder(change_id)).toBe(false);
    expect(await look()).toBe(2);
    expect(connections.state.olderInterface).toBeNull();
    await untilDone(overOlder, change_id);
    expect(await outcomesOf(change_id)).toEqual(['changed']);
    expect(await bidAtService()).toBe(bid);
  });

  it.each([503, 'closed'])('waits where that is away and has not ended: %s', async (as) => {
    const { change_id, bid } = await requested();
    const before = await effectiveWrites();
    await simulator.faults({ v5_end: { as } });
    const overOlder = worker('v5');
    for (let passes = 0; passes < 3; passes += 1) expect(await overOlder(change_id)).toBe(false);
    await expect(look()).rejects.toMatchObject({ nonRetryable: false });
    expect([connections.state.olderInterface, await outcomesOf(change_id)]).toEqual([null, []]);
    await simulator.faults({ v5_end: null });
    expect(await look()).toBe(2);
    await untilDone(overOlder, change_id);
    expect(await outcomesOf(change_id)).toEqual(['changed']);
    expect([await bidAtService(), (await effectiveWrites()) - before]).toEqual([bid, 1]);
  });

  it('is refused in the words of the service where that answers 403, and the next one is made when it is back', async () => {
    const { change_id } = await requested();
    const before = await effectiveWrites();
    await simulator.faults({ v5_end: { as: 403 } });
    await untilDone(worker('v5'), change_id);
    await expect(look()).rejects.toMatchObject({ type: 'SearchAdsError' });
    expect(connections.state.olderInterface).toBeNull();
    const [row] = await rowsOf(change_id);
    expect(row?.data).toMatchObject({ message: expect.stringContaining('can no longer be used') });
    expect([await outcomesOf(change_id), (await effectiveWrites()) - before]).toEqual([['refused'], 0]);
    await simulator.faults({ v5_end: null });
    expect(await look()).toBe(2);
    const next = await requested();
    await untilDone(worker('v5'), next.change_id);
    expect([await outcomesOf(next.change_id), await bidAtService()]).toEqual([['changed'], next.bid]);
  });

  it('is refused in words where one object alone is gone', async () => {
    const answers = await older.writer.deleteCampaign(scope, 999_999_999);
    expect(answers).toMatchObject({ kind: 'refused', status: 404 });
    expect(connections.state.olderInterface).toBeNull();
  });
});
