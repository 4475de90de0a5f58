import type { ChangeHistory, SearchAdsClient } from '@tapwise/adapters';
import type { HistoryEntry } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SimulatorProcess, startSimulator } from './simulator-process.ts';

const scope = { orgId: 40669820, currency: 'USD', priority: 'person' } as const;

let simulator: SimulatorProcess;
let client: SearchAdsClient;
let history: ChangeHistory;
let ids: { campaign: number; adGroup: number; keyword: number };

beforeAll(async () => {
  simulator = await startSimulator();
  client = simulator.searchAds({ api: 'v1' });
  const { changeHistory } = client;
  if (changeHistory === undefined) throw new Error('There is no change history');
  history = changeHistory;
  const { items: campaigns } = await client.findCampaigns(scope, 1500000001);
  const campaign = campaigns.find(({ name }) => name === 'US | Brand | Exact')?.campaign_id ?? 0;
  // One with a bid of its own, whichever way an inherited one is shown.
  const [keyword] = (await simulator.searchAds({ api: 'v5' }).findKeywords(scope, campaign)).items.filter(
    ({ deleted, bid_micros }) => !deleted && bid_micros !== null,
  );
  ids = { campaign, adGroup: keyword?.ad_group_id ?? 0, keyword: keyword?.keyword_id ?? 0 };
});

afterAll(() => simulator.stop());

const began = Date.now();
/** What happened to an object since the specs began, newest first. */
async function entriesOf(level: HistoryEntry['level'], id: number): Promise<HistoryEntry[]> {
  const span = { from: began - 60_000, to: Date.now() + 60_000 };
  const { items, problems } = await history.entries({ ...scope, ...span, level, ids: [id] });
  expect(problems).toEqual([]);
  return [...items].sort((left, right) => (left.at < right.at ? 1 : -1));
}

describe('the change history', () => {
  it('is offered by version 1 alone', () => {
    expect(simulator.searchAds({ api: 'v5' }).changeHistory).toBeUndefined();
  });

  it('has our own calls under the id that our user has', async () => {
    const { campaign, adGroup, keyword } = ids;
    await client.writer.updateKeywords(scope, campaign, adGroup, [{ id: keyword, bid: '1.35', status: 'PAUSED' }]);
    const [entry] = await entriesOf('keyword', keyword);
    expect(entry).toMatchObject({ level: 'keyword', objectId: keyword, kind: 'updated', by: 'api' });
    expect(entry?.user).toBe(await history.ownUser(scope));
    expect(entry && (await history.settings(scope, entry))).toEqual(
      expect.arrayContaining([
        { field: 'cpt_bid', before: expect.any(Number), after: 1_350_000 },
        { field: 'status', before: 'ENABLED', after: 'PAUSED' },
      ]),
    );
  });

  it('says whether a person, another program or Apple made a change', async () => {
    const { campaign } = ids;
    for (const [by, daily_budget] of [
      ['person', 301],
      ['api', 302],
      ['apple', 303],
    ] as const)
      await simulator.cause({ cause: 'setting', campaign, daily_budget, by });
    const entries = (await entriesOf('campaign', campaign)).slice(0, 3);
    expect(new Set(entries.map(({ by }) => by))).toEqual(new Set(['person', 'api', 'apple']));
    const ownUser = await history.ownUser(scope);
    for (const entry of entries) {
      const after = { person: 301_000_000, api: 302_000_000, apple: 303_000_000 }[entry.by];
      expect(await history.settings(scope, entry)).toEqual([{ field: 'daily_cap', before: expect.any(Number), after }]);
      expect(entry.user).toMatch(/^\d+$/);
      expect(entry.user).not.toBe(ownUser);
    }
  });

  it('has changes of ad groups, and what was deleted', async () => {
    const { campaign, adGroup, keyword } = ids;
    await client.writer.updateAdGroup(scope, campaign, adGroup, { defaultBid: '1.9', searchMatch: true });
    const [group] = await entriesOf('ad_group', adGroup);
    expect(group && (await history.settings(scope, group))).toContainEqual({
      field: 'cpt_bid',
      before: expect.any(Number),
      after: 1_900_000,
    });
    await client.writer.deleteKeywords(scope, campaign, adGroup, [keyword]);
    const [deleted] = await entriesOf('keyword', keyword);
    expect(deleted?.kind).toBe('deleted');
    expect(deleted && (await history.settings(scope, deleted))).toContainEqual({
      field: 'status',
      before: null,
      after: 'DELETED',
    });
  });

  it('is not asked for more than it remembers', async () => {
    const level = 'campaign';
    const year = 365 * 86_400_000;
    const remembered = await history.entries({
      ...scope,
      level,
      ids: [ids.campaign],
      from: began - year,
      to: Date.now(),
    });
    expect(remembered.items.length).toBeGreaterThan(0);
    const past = await history.entries({ ...scope, level, ids: [ids.campaign], from: 0, to: began - year });
    expect(past.items).toEqual([]);
  });
});
