import type { ClickHouseClient } from '@tapwise/adapters';
import { dayInZone } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Random, randomOf } from '../../testing/random/seeded-random.ts';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import { adamId, adGroup, campaign, keyword, label, labelled, orgId } from '../../testing/sample-events.ts';
import { contentOf, startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';
import { askChanges, type ChangesQuestion, changeKinds, type SettingsChange } from './ask-changes.ts';

const scope = { adamId, orgId, orgCurrency: 'RMB', timeZone: 'America/Los_Angeles' };
const whole: ChangesQuestion = { scope, from: '2026-03-01', to: '2026-03-31', kinds: changeKinds };

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

async function written(events: readonly StreamEvent[], sizes = [100]): Promise<ClickHouseClient> {
  const client = await tables.emptyTables();
  await writeInBatches(client, asRecorded(events), sizes);
  return client;
}

/** The event, seen at another instant. */
function seenAt(observed_at: string, { stream, event }: StreamEvent): StreamEvent {
  const seen: unknown = { ...event, data: { ...event.data, observed_at } };
  return { stream, event: seen as StreamEvent['event'] };
}

/** The outcome of a change of ours that deleted what the observation shows. */
function deletedByUs(
  type: 'CampaignDeleted' | 'AdGroupDeleted',
  key: string,
  { stream, event }: StreamEvent,
): StreamEvent {
  const observed = event.data as { campaign?: unknown; ad_groups?: unknown[]; org_id: number; campaign_id: number };
  const deleted: unknown = {
    type,
    data: {
      org_id: observed.org_id,
      campaign_id: observed.campaign_id,
      change_id: '00000000-0000-4000-8000-000000000001',
      row: 0,
      key,
      field: 'status',
      old: 'ENABLED',
      new: 'DELETED',
      base: 'ENABLED',
      live: 'ENABLED',
      currency: 'USD',
      message: null,
      reason: null,
      note: null,
      apple_status: 200,
      attempts: [],
      actor: { kind: 'person', account_id: 7, source: null },
      decided_at: '2026-03-14T10:00:00.000Z',
      ...(type === 'CampaignDeleted' ? { campaign: observed.campaign } : { ad_group: observed.ad_groups?.[0] }),
    },
  };
  return { stream, event: deleted as StreamEvent['event'] };
}

const summary = ({ day, level, kind, name, before, after }: SettingsChange) => [day, level, name, kind, before, after];

describe('what was changed', () => {
  it('is every setting that differs from what was seen before; the first observation is none', async () => {
    const client = await written([
      seenAt('2026-03-10T10:00:00.000Z', campaign(1, { modified_at: null })),
      seenAt('2026-03-10T10:00:00.000Z', adGroup(1, 11, { modified_at: null })),
      seenAt('2026-03-10T10:00:00.000Z', keyword(1, 11, 111, { modified_at: null, bid_micros: null })),
      seenAt(
        '2026-03-11T10:00:00.000Z',
        campaign(1, { modified_at: null, daily_budget_micros: 60_500_000, budget_micros: 900_000_000 }),
      ),
      seenAt(
        '2026-03-12T10:00:00.000Z',
        adGroup(1, 11, { modified_at: null, default_bid_micros: 1_750_000, cpa_goal_micros: 5e6, search_match: true }),
      ),
      seenAt('2026-03-13T10:00:00.000Z', keyword(1, 11, 111, { modified_at: null, status: 'PAUSED' })),
      seenAt('2026-03-14T10:00:00.000Z', keyword(1, 11, 111, { modified_at: null, status: 'PAUSED', deleted: true })),
    ]);
    const { changes, more, settingsCurrency } = await askChanges(client, whole);
    expect(changes.map(summary)).toEqual([
      ['2026-03-14', 'keyword', 'K111', 'status', 'PAUSED', 'DELETED'],
      ['2026-03-13', 'keyword', 'K111', 'cpt_bid', null, 0.9],
      ['2026-03-13', 'keyword', 'K111', 'status', 'ENABLED', 'PAUSED'],
      ['2026-03-12', 'ad_group', 'G11', 'cpa_goal', null, 5],
      ['2026-03-12', 'ad_group', 'G11', 'cpt_bid', 1.5, 1.75],
      ['2026-03-12', 'ad_group', 'G11', 'search_match', false, true],
      ['2026-03-11', 'campaign', 'C1', 'budget', null, 900],
      ['2026-03-11', 'campaign', 'C1', 'daily_cap', 50, 60.5],
    ]);
    expect(changes.at(-1)).toMatchObject({ campaignId: 1, adGroupId: null, keywordId: null, campaignName: 'C1' });
    expect(changes[0]).toMatchObject({ campaignName: 'C1', adGroupId: 11, adGroupName: 'G11', keywordId: 111 });
    expect({ more, settingsCurrency }).toEqual({ more: false, settingsCurrency: 'CNY' });
  });

  it('is nothing where only the name, the serving or the time of the last touch is another', async () => {
    const client = await written([
      campaign(1),
      campaign(1, { name: 'New name', display_status: 'ON_HOLD', modified_at: '2026-03-11T00:00:00.000Z' }),
    ]);
    expect((await askChanges(client, whole)).changes).toEqual([]);
  });

  it('happened when the service says so, if that lies between the two observations, and else when it was seen', async () => {
    const first = seenAt('2026-03-10T10:00:00.000Z', campaign(1));
    const second = (modified_at: string | null) =>
      seenAt('2026-03-12T10:00:00.000Z', campaign(1, { modified_at, daily_budget_micros: 1_000_000 }));
    const instants = ['2026-03-11T06:59:00.000Z', '2026-03-10T09:00:00.000Z', '2026-03-12T10:00:01.000Z', null];
    const firstChanges = await Promise.all(
      instants.map(async (instant) => (await askChanges(await written([first, second(instant)]), whole)).changes[0]),
    );
    const seen = '2026-03-12T10:00:00.000Z';
    expect(firstChanges.map((change) => change?.at)).toEqual([instants[0], seen, seen, seen]);
    expect(firstChanges.map((change) => change?.seenAt)).toEqual([seen, seen, seen, seen]);
    // A minute before midnight of the west coast.
    expect(firstChanges[0]?.day).toBe('2026-03-10');
  });

  it('was made by whom the service names, when it says so', async () => {
    const named = (changed_at: string, observed_at: string, user: string | null): StreamEvent => ({
      stream: 'campaign-1',
      event: {
        type: 'ChangeActorsRead',
        data: {
          org_id: orgId,
          campaign_id: 1,
          read_at: '2026-03-12T10:00:05.000Z',
          changes: [
            {
              key: '1',
              field: 'daily_cap',
              value: 1_000_000,
              observed_at,
              actor: { kind: 'person', user },
              changed_at,
            },
            { key: '1', field: 'budget', value: null, observed_at, actor: null, changed_at: null },
          ],
        },
      },
    });
    const seen = '2026-03-12T10:00:00.000Z';
    const events = [
      seenAt('2026-03-10T10:00:00.000Z', campaign(1, { modified_at: null })),
      seenAt(seen, campaign(1, { modified_at: null, daily_budget_micros: 1_000_000, budget_micros: 5_000_000 })),
    ];
    const bySetting = async (...more: StreamEvent[]) => {
      const { changes } = await askChanges(await written([...events, ...more]), whole);
      return Object.fromEntries(changes.map(({ kind, at, outside, actorKind }) => [kind, { at, outside, actorKind }]));
    };
    const unnamed = { at: seen, outside: null, actorKind: 'apple' };
    expect(await bySetting()).toEqual({ daily_cap: unnamed, budget: unnamed });
    const at = '2026-03-11T07:30:00.000Z';
    const user = 'v1.application-1.x';
    expect(await bySetting(named(at, seen, user))).toEqual({
      daily_cap: { at, outside: { kind: 'person', user }, actorKind: 'apple' },
      budget: unnamed,
    });
    // Named for another observation; later than what showed it.
    expect(await bySetting(named(at, '2026-03-10T10:00:00.000Z', user))).toEqual({
      daily_cap: unnamed,
      budget: unnamed,
    });
    expect((await bySetting(named('2026-03-13T00:00:00.000Z', seen, null))).daily_cap?.at).toBe(seen);
  });

  it('leaves out what the service deleted with a campaign or an ad group that we deleted', async () => {
    const gone = { modified_at: null, deleted: true };
    const client = await written([
      campaign(1),
      adGroup(1, 11),
      keyword(1, 11, 111),
      campaign(2),
      adGroup(2, 21),
      keyword(2, 21, 211),
      adGroup(2, 22),
      keyword(2, 22, 221),
      keyword(1, 11, 112),
      // Gone before our change, so another author deleted it.
      keyword(1, 11, 112, gone),
      deletedByUs('CampaignDeleted', '1', campaign(1, gone)),
      adGroup(1, 11, gone),
      keyword(1, 11, 111, gone),
      deletedByUs('AdGroupDeleted', '2:21', adGroup(2, 21, gone)),
      keyword(2, 21, 211, gone),
      keyword(2, 22, 221, gone),
    ]);
    const { changes } = await askChanges(client, whole);
    const rows = changes.map(({ level, name, actorKind, after }) => [level, name, actorKind, after]);
    expect(rows.sort()).toEqual([
      ['ad_group', 'G21', 'person', 'DELETED'],
      ['campaign', 'C1', 'person', 'DELETED'],
      ['keyword', 'K112', 'apple', 'DELETED'],
      ['keyword', 'K221', 'apple', 'DELETED'],
    ]);
  });

  describe('where a pull saw it before the call of ours that set it was answered', () => {
    const change_id = '00000000-0000-4000-8000-000000000001';
    const before = keyword(1, 11, 111, { modified_at: null, bid_micros: 900_000 });
    const observedKeyword = (bid_micros: number) => keyword(1, 11, 111, { modified_at: null, bid_micros });
    const changedField = {
      change_id,
      row: 0,
      key: '1:11:111',
      field: 'cpt_bid',
      old: 900_000,
      new: 1_200_000,
    } as const;
    const sent: StreamEvent = {
      stream: `change-${change_id}`,
      event: {
        type: 'ChangeWritesStarted',
        data: {
          change_id,
          campaign_id: 1,
          rows: [0],
          started_at: '2026-03-14T09:00:00.000Z',
          settings: [{ key: '1:11:111', field: 'cpt_bid', new: 1_200_000 }],
        },
      },
    };
    const ended = (type: string): StreamEvent => {
      const { keywords } = observedKeyword(1_200_000).event.data as { keywords: object[] };
      const data: unknown = {
        ...changedField,
        org_id: orgId,
        campaign_id: 1,
        base: 900_000,
        live: 900_000,
        currency: 'USD',
        attempts: [],
        message: null,
        reason: null,
        note: null,
        apple_status: 200,
        decided_at: '2026-03-14T10:00:00.000Z',
        actor: { kind: 'person', account_id: 7, source: null },
        keyword: keywords[0],
      };
      return { stream: before.stream, event: { type, data } as StreamEvent['event'] };
    };
    const outcomes = async (events: readonly StreamEvent[]) =>
      (await askChanges(await written([campaign(1), adGroup(1, 11), before, ...events]), whole)).changes.map(
        ({ actorKind, outcome, before: from, after: to }) => [actorKind, outcome, from, to],
      );

    it('is the change of its author alone', async () => {
      expect(await outcomes([sent, observedKeyword(1_200_000)])).toEqual([]);
      expect(await outcomes([sent, observedKeyword(1_200_000), ended('KeywordBidChanged')])).toEqual([
        ['person', 'changed', 0.9, 1.2],
      ]);
      expect(await outcomes([sent, observedKeyword(1_200_000), ended('BidChangeOutcomeLeftUnknown')])).toEqual([
        ['person', 'unknown', 0.9, 1.2],
      ]);
    });

    it('is that of others where they set another value, or the same one before or after the call', async () => {
      const others = ['apple', 'changed', 0.9, 1.2];
      expect(await outcomes([sent, observedKeyword(1_300_000)])).toEqual([['apple', 'changed', 0.9, 1.3]]);
      expect(await outcomes([observedKeyword(1_200_000), sent])).toEqual([others]);
      expect(await outcomes([sent, observedKeyword(1_200_000), ended('BidChangeFoundUnnecessary')])).toContainEqual(
        others,
      );
      expect(await outcomes([sent, ended('BidChangeRefusedByApple'), observedKeyword(1_200_000)])).toContainEqual(
        others,
      );
    });
  });

  it('lists the application’s campaigns alone, and only the newest thousand', async () => {
    const elsewhere = { modified_at: null, adam_id: adamId + 1 };
    const events = [campaign(2, elsewhere), campaign(2, { ...elsewhere, daily_budget_micros: 1 })];
    for (let step = 0; step <= 1001; step += 1) {
      const at = new Date(Date.UTC(2026, 2, 10, 0, 0, step)).toISOString();
      events.push(seenAt(at, campaign(1, { modified_at: null, daily_budget_micros: step * 1_000_000 })));
    }
    const client = await written(events, [200]);
    const { changes, more } = await askChanges(client, whole);
    expect([changes.length, more]).toEqual([1000, true]);
    expect([changes[0]?.after, changes.at(-1)?.after]).toEqual([1001, 2]);
    expect(new Set(changes.map(({ campaignId }) => campaignId))).toEqual(new Set([1]));
  });
});

describe('changes of labels', () => {
  it('are in the history like settings, with what took them back', async () => {
    const change_id = '00000000-0000-4000-8000-000000000001';
    const undo = {
      change_id: '00000000-0000-4000-8000-000000000002',
      undoes: change_id,
      actor: { kind: 'undo' as const, account_id: 7, source: change_id },
    };
    const client = await written([
      campaign(1),
      adGroup(1, 11),
      label(3, 'Stars'),
      labelled(3, [{ key: '1' }, { key: '1:11', outcome: 'refused' }], { name: 'Stars', change_id, comment: 'why' }),
      labelled(3, [{ key: '1', add: false }], { name: 'Stars', ...undo }),
    ]);
    const { changes } = await askChanges(client, { ...whole, kinds: ['label'] });
    expect(
      changes.map((change) => [...summary(change).slice(1), change.outcome, change.reason, change.message]),
    ).toEqual([
      ['campaign', 'C1', 'label', 'Stars', null, 'changed', null, null],
      ['ad_group', 'G11', 'label', null, 'Stars', 'refused', 'why', 'At most 10 labels'],
      ['campaign', 'C1', 'label', null, 'Stars', 'changed', 'why', null],
    ]);
    expect(changes.map(({ undoneBy }) => undoneBy)).toEqual([null, undo.change_id, undo.change_id]);
  });
});

describe('changes of a random history', () => {
  it.each([1, 2])('are those plain code finds in the events (%i)', async (seed) => {
    const random = randomOf(seed);
    const events = randomHistory(random);
    const client = await written(events, [20 + random.upTo(20), 57]);
    const expected = expectedChanges(events);
    expect(expected.length).toBeGreaterThan(30);
    for (const part of [
      {},
      { from: '2026-03-08', to: '2026-03-08' },
      { campaignId: 1 },
      { campaignId: 2, adGroupId: 21, kinds: ['cpt_bid' as const] },
      { level: 'ad_group' as const },
      { level: 'campaign' as const, kinds: ['status' as const, 'daily_cap' as const] },
    ]) {
      const question = { ...whole, ...part };
      const { changes } = await askChanges(client, question);
      expect(changes.map(lineOf).sort()).toEqual(
        expected
          .filter((change) => matchesQuestion(change, question))
          .map(lineOf)
          .sort(),
      );
      expect(changes.map(({ at }) => at)).toEqual([...changes.map(({ at }) => at)].sort().reverse());
    }
  });

  it('are the same when the log is projected again, in other batches', async () => {
    const events = randomHistory(randomOf(9));
    const once = await written(events, [70]);
    const twice = await written(events, [90]);
    await writeInBatches(twice, asRecorded(events), [61]);
    expect((await contentOf(twice)).settings_seen_v1).toEqual((await contentOf(once)).settings_seen_v1);
    expect((await askChanges(twice, whole)).changes).toEqual((await askChanges(once, whole)).changes);
  });
});

const lineOf = (change: Plain | SettingsChange) =>
  [change.at, change.day, change.level, change.campaignId, change.adGroupId, change.keywordId]
    .concat([change.kind, JSON.stringify(change.before), JSON.stringify(change.after)])
    .join(' ');

/** Days on both sides of the night in which the clocks of the west coast go forward (8 March 2026). */
function randomHistory(random: Random): StreamEvent[] {
  const micros = () => random.pick([null, 1_000_000, 1_200_000, 2_000_000]);
  const events: StreamEvent[] = [];
  let at = Date.UTC(2026, 2, 6);
  for (let step = 0; step < 160; step += 1) {
    at += 1000 * (1 + random.upTo(3600));
    const modified_at = random.next() < 0.3 ? null : new Date(at - random.upTo(7_200_000)).toISOString();
    const campaignId = 1 + random.upTo(2);
    const adGroupId = campaignId * 10 + random.upTo(2);
    const deleted = random.next() < 0.1;
    const observed = { modified_at, deleted };
    const status = random.pick(['ENABLED', 'ENABLED', 'PAUSED'] as const);
    const event = random.pick([
      () => campaign(campaignId, { ...observed, status, daily_budget_micros: micros(), budget_micros: micros() }),
      () => {
        const settings = { default_bid_micros: micros(), cpa_goal_micros: micros(), search_match: random.next() < 0.5 };
        return adGroup(campaignId, adGroupId, { ...observed, status, ...settings });
      },
      () => {
        const id = adGroupId * 10 + random.upTo(2);
        const settings = { status: status === 'ENABLED' ? ('ACTIVE' as const) : status, bid_micros: micros() };
        return keyword(campaignId, adGroupId, id, { ...observed, ...settings });
      },
    ])();
    events.push(seenAt(new Date(at).toISOString(), event));
  }
  return events;
}

interface Plain extends Pick<SettingsChange, 'at' | 'day' | 'level' | 'campaignId' | 'adGroupId' | 'keywordId'> {
  kind: string;
  before: unknown;
  after: unknown;
}

/** The same found by going through the events one by one. */
function expectedChanges(events: readonly StreamEvent[]): Plain[] {
  const last = new Map<string, { settings: Record<string, unknown>; seen: string }>();
  const changes: Plain[] = [];
  // Only campaigns the service has shown are known to be the application's.
  const observedCampaigns = new Set<number>();
  for (const { event } of events) if (event.type === 'CampaignObserved') observedCampaigns.add(event.data.campaign_id);
  const units = (micros: number | null) => (micros === null ? null : micros / 1e6);
  const look = (
    ids: Pick<Plain, 'level' | 'campaignId' | 'adGroupId' | 'keywordId'>,
    seen: string,
    object: { status: string; deleted: boolean; modified_at: string | null },
    amounts: Record<string, unknown>,
  ) => {
    const status = object.deleted ? 'DELETED' : object.status === 'PAUSED' ? 'PAUSED' : 'ENABLED';
    const settings: Record<string, unknown> = { status, ...amounts };
    const key = `${ids.level} ${ids.campaignId} ${ids.adGroupId} ${ids.keywordId}`;
    const before = last.get(key);
    last.set(key, { settings, seen });
    if (before === undefined || !observedCampaigns.has(ids.campaignId)) return;
    const touched = object.modified_at;
    const at = touched !== null && touched > before.seen && touched <= seen ? touched : seen;
    const day = dayInZone(Date.parse(at), scope.timeZone);
    for (const [kind, after] of Object.entries(settings)) {
      const old = before.settings[kind];
      if (old !== after) changes.push({ ...ids, at, day, kind, before: old, after });
    }
  };
  for (const { event } of events) {
    if (event.type === 'CampaignObserved') {
      const { campaign_id: campaignId, observed_at, campaign: observed } = event.data;
      const amounts = { budget: units(observed.budget_micros), daily_cap: units(observed.daily_budget_micros) };
      look({ level: 'campaign', campaignId, adGroupId: null, keywordId: null }, observed_at, observed, amounts);
    }
    if (event.type === 'AdGroupsObserved') {
      const { campaign_id: campaignId, observed_at, ad_groups } = event.data;
      for (const ad_group of ad_groups) {
        const ids = { level: 'ad_group', campaignId, adGroupId: ad_group.ad_group_id, keywordId: null } as const;
        const bids = { cpt_bid: units(ad_group.default_bid_micros), cpa_goal: units(ad_group.cpa_goal_micros) };
        look(ids, observed_at, ad_group, { ...bids, search_match: ad_group.search_match });
      }
    }
    if (event.type === 'KeywordsObserved') {
      const { campaign_id: campaignId, observed_at, keywords } = event.data;
      for (const observed of keywords) {
        const ids = { campaignId, adGroupId: observed.ad_group_id, keywordId: observed.keyword_id };
        look({ level: 'keyword', ...ids }, observed_at, observed, { cpt_bid: units(observed.bid_micros) });
      }
    }
  }
  return changes;
}

function matchesQuestion(change: Plain, { from, to, campaignId, adGroupId, level, kinds }: ChangesQuestion): boolean {
  if (change.day < from || change.day > to) return false;
  if (campaignId !== undefined && change.campaignId !== campaignId) return false;
  if (adGroupId !== undefined && change.adGroupId !== adGroupId) return false;
  if (level !== undefined && change.level !== level) return false;
  return (kinds as readonly string[]).includes(change.kind);
}
