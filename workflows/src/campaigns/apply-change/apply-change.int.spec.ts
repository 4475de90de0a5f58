import {
  createSearchAdsClient,
  type EventLog,
  handleCommand,
  openEventLog,
  type SearchAdsClient,
} from '@tapwise/adapters';
import {
  type ChangeRow,
  campaignStream,
  changeDecider,
  changeStream,
  type DomainEvent,
  isRowEvent,
  outcomeOf,
  requestChange,
} from '@tapwise/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import { asTest } from '../../../../tests/support/facts/settings.ts';
import {
  type StandInAdsService,
  startStandInAdsService,
} from '../../../../tests/support/stand-ins/stand-in-ads-service.ts';
import { onePassOf } from '../../testing/one-pass.ts';
import { type ApplyChangeDependencies, createApplyChangeActivities } from './apply-change.activities.ts';
import { applyChangeProcess } from './apply-change.contract.ts';
import { applyChange as story } from './apply-change.story.ts';

let node: EventStoreUnderTest;
let log: EventLog;
let service: StandInAdsService;
let client: SearchAdsClient;
let campaignId = 800;
let clock = Date.parse('2026-11-23T06:00:00.000Z');
const changed = { changes: 0 };
const money = (micros: number | null) => (micros === null ? null : { amount: String(micros / 1e6), currency: 'USD' });
const anything = { initialState: () => undefined, evolve: () => undefined };

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
});
afterAll(async () => {
  await log.close();
  await node.stop();
});
beforeEach(async () => {
  campaignId += 1;
  service = await startStandInAdsService();
  client = createSearchAdsClient({ ...service, firstRetryMs: 1 });
});
afterEach(async () => {
  await client.close();
  await service.stop();
});

/** Keywords 1 … n in ad group 10 of the present campaign, at the service and in the log. */
async function keywords(count: number, bid = 1_000_000): Promise<void> {
  const scope = { org_id: 9, campaign_id: campaignId, observed_at: '2026-11-23T00:00:00.000Z' };
  const modified_at = null;
  const campaign = {
    campaign_id: campaignId,
    adam_id: 42,
    name: 'A',
    status: 'ENABLED',
    display_status: 'RUNNING',
  } as const;
  const adGroup = { ad_group_id: 10, name: 'G', status: 'ENABLED', display_status: 'RUNNING', deleted: false } as const;
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const events: DomainEvent[] = [
    {
      type: 'CampaignObserved',
      data: {
        ...scope,
        campaign: {
          ...campaign,
          deleted: false,
          countries: ['US'],
          supply_sources: [],
          currency: 'USD',
          modified_at,
          budget_micros: null,
          daily_budget_micros: 50_000_000,
        },
      },
    },
    {
      type: 'AdGroupsObserved',
      data: {
        ...scope,
        ad_groups: [{ ...adGroup, default_bid_micros: bid, cpa_goal_micros: null, search_match: false, modified_at }],
      },
    },
    {
      type: 'KeywordsObserved',
      data: {
        ...scope,
        keywords: ids.map((keyword_id) => ({
          keyword_id,
          ad_group_id: 10,
          text: `w${keyword_id}`,
          match_type: 'EXACT',
          status: 'ACTIVE' as const,
          deleted: false,
          bid_micros: bid,
          modified_at,
        })),
      },
    },
  ];
  service.world.adGroups.set(campaignId, [
    { id: 10, campaignId, name: 'G', status: 'ENABLED', defaultBidAmount: money(bid) },
  ]);
  service.world.keywords.set(
    campaignId,
    ids.map((id) => ({
      id,
      adGroupId: 10,
      text: `w${id}`,
      matchType: 'EXACT',
      status: 'ACTIVE',
      bidAmount: money(bid),
    })),
  );
  const stream = campaignStream(campaignId);
  await handleCommand(log, { stream, decider: anything, decide: () => events, cause: 'seen', context: asTest });
}

const bidRow = (id: number, set: number | null = 1_200_000): ChangeRow => ({
  key: `${campaignId}:10:${id}`,
  field: 'cpt_bid',
  base: 1_000_000,
  new: set,
});

/** Asks for a change. @returns its id. */
async function requested(rows: readonly ChangeRow[]): Promise<string> {
  changed.changes += 1;
  const change_id = `00000000-0000-4000-8000-${String(changed.changes).padStart(12, '0')}`;
  await handleCommand(log, {
    stream: changeStream(change_id),
    decider: changeDecider,
    cause: change_id,
    context: asTest,
    decide: (state) =>
      requestChange(state, {
        change_id,
        application_id: 1,
        org_id: 9,
        currency: 'USD',
        comment: null,
        undoes: null,
        actor: { kind: 'person', account_id: 1, source: null },
        requested_at: '2026-11-23T06:00:00.000Z',
        guardrails_confirmed: false,
        campaigns: [{ campaign_id: campaignId, revision: 2 }],
        rows: [...rows],
      }),
  });
  return change_id;
}

/** A process that carries changes out; its clock is the test's. */
function newProcess(
  stopping = new AbortController().signal,
  now = () => clock,
  holding: Pick<ApplyChangeDependencies, 'held' | 'catchUp'> = {},
) {
  const activities = createApplyChangeActivities({ log, searchAds: client, stopping, now, ...holding });
  return { applyChange: onePassOf({ contract: applyChangeProcess, story, activities, now }) };
}

/** Goes on with a change until it is done, moving the clock on instead of waiting. @returns the waits in seconds. */
async function untilDone(change_id: string, processes: () => ReturnType<typeof newProcess>): Promise<number[]> {
  const waits: number[] = [];
  for (;;) {
    const step = await processes().applyChange({ change_id });
    if (step.done) return waits;
    waits.push(Math.round(step.again_seconds));
    clock += Math.ceil(step.again_seconds * 1000);
  }
}

async function carriedOut(rows: readonly ChangeRow[]): Promise<number[]> {
  const worker = newProcess();
  return untilDone(await requested(rows), () => worker);
}

async function outcomes(): Promise<string[]> {
  const recorded = await log.readStream(campaignStream(campaignId));
  return recorded.flatMap(({ event }) => (isRowEvent(event) ? [`${event.data.row} ${outcomeOf(event)}`] : [])).sort();
}
const puts = () =>
  service.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body as unknown as { id: number }[]);
const bids = () =>
  service.world.keywords.get(campaignId)?.map((keyword) => (keyword.bidAmount as { amount: string } | null)?.amount);

describe('a reading before a write that proves nothing', () => {
  const problem = { errors: [{ messageCode: 'INTERNAL', message: 'Something went wrong.', field: '' }] };
  it.each([
    ['holds an error', (response: object) => ({ ...response, error: problem })],
    ['holds no data', () => ({ data: null, pagination: null, error: null })],
    ['ends too early', (response: object) => ({ ...response, data: [] })],
    [
      'holds an amount that is no number',
      (response: { data: unknown }) => ({ ...response, data: withBid(response, 'USD', 'null') }),
    ],
    [
      'holds a bid in another currency',
      (response: { data: unknown }) => ({ ...response, data: withBid(response, 'EUR', '1') }),
    ],
  ])('ends no row: one that %s', async (_, how) => {
    await keywords(1);
    const worker = newProcess();
    const change_id = await requested([bidRow(1)]);
    service.alter = (path, response) => (path.endsWith('targetingkeywords/find') ? how(response) : response);
    expect((await worker.applyChange({ change_id })).done).toBe(false);
    expect([await outcomes(), puts()]).toEqual([[], []]);
    service.alter = undefined;
    clock += 600_000;
    await untilDone(change_id, () => worker);
    expect([await outcomes(), bids()]).toEqual([['0 changed'], ['1.2']]);
  });

  const withBid = ({ data }: { data: unknown }, currency: string, amount: string) =>
    (data as object[]).map((row) => ({ ...row, bidAmount: { amount, currency } }));
});

describe('a row below what was deleted', () => {
  const row = (
    key: string,
    field: ChangeRow['field'],
    [base, set]: readonly [ChangeRow['base'], ChangeRow['new']],
  ) => ({
    key,
    field,
    base,
    new: set,
  });
  const rows = {
    'a bid of a keyword': () => row(`${campaignId}:10:1`, 'cpt_bid', [1_000_000, 1_200_000]),
    'a status of a keyword': () => row(`${campaignId}:10:1`, 'status', ['ENABLED', 'PAUSED']),
    'a negative to be added': () => row(`${campaignId}:10:5`, 'negative', [null, 'free']),
  };
  const belowCampaign = {
    ...rows,
    'a bid of an ad group': () => row(`${campaignId}:10`, 'cpt_bid', [1_000_000, 1_200_000]),
    'a switch of an ad group': () => row(`${campaignId}:10`, 'search_match', [false, true]),
    'a product page of an ad group': () => ({ ...row(`${campaignId}:10`, 'creative', [0, 4]), name: 'Page' }),
  };
  const skipped = async (changeRow: ChangeRow) => {
    await carriedOut([changeRow]);
    const writes = service.calls.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/find'));
    const [ended] = (await log.readStream(campaignStream(campaignId))).slice(-1);
    expect([await outcomes(), writes]).toEqual([['0 skipped'], []]);
    expect(ended?.event.data).toMatchObject({ message: 'deleted' });
  };

  it.each(Object.entries(rows))('is left alone: %s of a deleted ad group', async (_, makeRow) => {
    await keywords(1);
    Object.assign(service.world.adGroups.get(campaignId)?.[0] ?? {}, { deleted: true });
    await skipped(makeRow());
  });

  it.each(Object.entries(belowCampaign))('is left alone: %s of a deleted campaign', async (_, makeRow) => {
    await keywords(1);
    service.world.campaigns.push({ id: campaignId, name: 'A', status: 'ENABLED', deleted: true });
    await skipped(makeRow());
  });

  it('is left alone where the service knows nothing below the campaign any more', async () => {
    await keywords(1);
    service.world.campaigns.push({ id: campaignId, name: 'A', status: 'ENABLED', deleted: true });
    for (const below of [service.world.adGroups, service.world.keywords]) below.delete(campaignId);
    await skipped(rows['a bid of a keyword']());
  });

  it('is as it was to be when it was to be deleted', async () => {
    await keywords(1);
    Object.assign(service.world.adGroups.get(campaignId)?.[0] ?? {}, { deleted: true });
    await carriedOut([row(`${campaignId}:10:1`, 'status', ['ENABLED', 'DELETED'])]);
    expect(await outcomes()).toEqual(['0 unchanged']);
  });
});

describe('a call that is not answered', () => {
  it('and had no effect is made again only after two readings 30 s apart', async () => {
    await keywords(1);
    service.writeFaults.push({ fits: () => true });
    expect(await carriedOut([bidRow(1)])).toEqual([5, 30]);
    expect(await outcomes()).toEqual(['0 changed']);
    expect([puts().length, bids()]).toEqual([2, ['1.2']]);
  });

  it.each([
    [300, 40],
    [40, 300],
    [4000, 1],
  ])('is made again 35 s after it, also when readings take %i and %i ms', async (first, second) => {
    await keywords(1);
    service.writeFaults.push({ fits: () => true });
    const took = [0, first, second];
    const finds = () => service.calls.filter(({ path }) => path.endsWith('/targetingkeywords/find')).length;
    const worker = newProcess(undefined, () => clock + took.slice(0, finds()).reduce((sum, ms) => sum + ms, 0));
    const id = await requested([bidRow(1)]);
    await untilDone(id, () => worker);
    const [ended] = (await log.readStream(campaignStream(campaignId))).slice(-1);
    const { attempts } = (ended?.event.data ?? {}) as { attempts: { sent_at: string; ended_at: string }[] };
    const [lost, again] = attempts.map(({ sent_at, ended_at }) => [sent_at, ended_at].map((at) => Date.parse(at)));
    const apart = (again?.[0] ?? 0) - (lost?.[1] ?? 0);
    expect([finds(), puts().length, bids()]).toEqual([3, 2, ['1.2']]);
    expect(apart).toBeGreaterThanOrEqual(35_000);
    expect(apart).toBeLessThanOrEqual(35_000 + first + second);
  });

  it('is read again soon when the second reading fails', async () => {
    await keywords(1);
    service.writeFaults.push({ fits: () => true });
    const worker = newProcess();
    const id = await requested([bidRow(1)]);
    const waits: number[] = [];
    for (let step = await worker.applyChange({ change_id: id }); !step.done; ) {
      waits.push(Math.round(step.again_seconds));
      clock += Math.ceil(step.again_seconds * 1000);
      if (waits.length === 2) service.faults.push(...Array.from({ length: 100 }, () => ({ status: 503 })));
      step = await worker.applyChange({ change_id: id });
      service.faults.length = 0;
    }
    expect(waits).toEqual([5, 30, 5]);
    expect([await outcomes(), bids()]).toEqual([['0 changed'], ['1.2']]);
  });

  it('is made three times at most; after an hour it stays unknown', async () => {
    await keywords(1);
    for (let fault = 0; fault < 9; fault += 1) service.writeFaults.push({ fits: () => true, status: 503 });
    const waits = await carriedOut([bidRow(1)]);
    expect(waits.slice(0, 6)).toEqual([5, 30, 5, 30, 5, 30]);
    expect(puts()).toHaveLength(3);
    expect(await outcomes()).toEqual(['0 unknown']);
  });

  it('is no reason to write over what someone else has set since', async () => {
    await keywords(1);
    service.writeFaults.push({ fits: () => true, status: 500 });
    const worker = newProcess();
    const id = await requested([bidRow(1)]);
    await worker.applyChange({ change_id: id });
    Object.assign(service.world.keywords.get(campaignId)?.[0] ?? {}, { bidAmount: money(1_700_000) });
    await untilDone(id, () => worker);
    expect([await outcomes(), puts().length, bids()]).toEqual([['0 conflict'], 1, ['1.7']]);
  });
});

describe('an unconfirmed row', () => {
  /** Rows that were said to be all that is left of a change. */
  const left = async (id: string) =>
    (await log.readStream(changeStream(id))).flatMap(({ event }) =>
      event.type === 'ChangeLeftInDoubt' ? [event.data.rows] : [],
    );

  it('holds up later changes of the same setting alone', async () => {
    await keywords(4);
    service.writeFaults.push({ fits: () => true });
    const worker = newProcess();
    const first = await requested([bidRow(1)]);
    await worker.applyChange({ change_id: first });
    const second = await requested([bidRow(1, 1_500_000), bidRow(2, 1_300_000)]);
    const third = await requested([bidRow(1, 1_600_000), bidRow(3, 1_400_000)]);
    // By another process, which knows of the first one what the log has.
    const other = newProcess();
    const waits = [
      await other.applyChange({ change_id: second, beside: [first] }),
      await other.applyChange({ change_id: third, beside: [first, second] }),
    ];
    expect(waits).toEqual([
      { done: false, again_seconds: 5 },
      { done: false, again_seconds: 5 },
    ]);
    expect([await outcomes(), bids()]).toEqual([
      ['1 changed', '1 changed'],
      ['1', '1.3', '1.4', '1'],
    ]);
    expect(await Promise.all([first, second, third].map(left))).toEqual([[[0]], [[0]], [[0]]]);
    await untilDone(first, () => worker);
    for (const [id, beside] of [
      [second, [first]],
      [third, [first, second]],
    ] as const) {
      expect(await other.applyChange({ change_id: id, beside })).toEqual({ done: true });
    }
    // What they were based on is not there any more.
    expect(await outcomes()).toEqual(['0 changed', '0 conflict', '0 conflict', '1 changed', '1 changed']);
    expect(bids()).toEqual(['1.2', '1.3', '1.4', '1']);
  });

  it('is the only reason not to wait for a change: one whose rows are held back comes first', async () => {
    await keywords(2);
    service.writeFaults.push({ fits: () => true, status: 429 });
    const id = await requested([bidRow(1)]);
    await newProcess().applyChange({ change_id: id });
    expect(await left(id)).toEqual([]);
  });
});

describe('a change that is held back', () => {
  it('is made at once when it is released, whatever pause it had begun', async () => {
    await keywords(2);
    let isHeld = true;
    const worker = newProcess(undefined, undefined, { held: () => isHeld });
    const change_id = await requested([bidRow(1), bidRow(2)]);
    expect(await worker.applyChange({ change_id })).toEqual({ done: false, again_seconds: 60 });
    expect(puts()).toEqual([]);
    isHeld = false;
    expect(await worker.applyChange({ change_id })).toEqual({ done: true });
    expect(bids()).toEqual(['1.2', '1.2']);
  });

  it('is made by a process that learns of the release only when it has read the log further', async () => {
    await keywords(1);
    let isHeld = true;
    const catchUp = async (): Promise<void> => {
      isHeld = false;
    };
    const worker = newProcess(undefined, undefined, { held: () => isHeld, catchUp });
    expect(await worker.applyChange({ change_id: await requested([bidRow(1)]) })).toEqual({ done: true });
    expect(bids()).toEqual(['1.2']);
  });
});

describe('a service that is away for an hour', () => {
  it('is asked at least every minute, and everything is made once when it is back', async () => {
    await keywords(2);
    const began = clock;
    const worker = newProcess();
    service.faults.push(...Array.from({ length: 5000 }, () => ({ status: 503 })));
    const waits = await untilDone(await requested([bidRow(1), bidRow(2)]), () => {
      if (clock - began >= 3_600_000) service.faults.length = 0;
      return worker;
    });
    expect(Math.max(...waits)).toBeLessThanOrEqual(60);
    expect([await outcomes(), puts().length, bids()]).toEqual([['0 changed', '1 changed'], 1, ['1.2', '1.2']]);
  });
});

describe('a process that died in the middle', () => {
  it('is followed by one that reads what it had sent', async () => {
    await keywords(2);
    // The first process has its answer lost, and nothing of what it knew is left.
    service.writeFaults.push({ fits: () => true, afterEffect: true });
    const id = await requested([bidRow(1), bidRow(2)]);
    await newProcess().applyChange({ change_id: id });
    await untilDone(id, newProcess);
    expect([await outcomes(), puts().length]).toEqual([['0 changed', '1 changed'], 1]);
  });

  it.each([7, 12, 34, 180, 7200])(
    'is followed %i s later by one that needs two readings of its own to send again',
    async (late) => {
      await keywords(1);
      service.writeFaults.push({ fits: () => true });
      const id = await requested([bidRow(1)]);
      await newProcess().applyChange({ change_id: id });
      clock += late * 1000;
      const worker = newProcess();
      expect(await untilDone(id, () => worker)).toEqual([30]);
      expect([await outcomes(), puts().length, bids()]).toEqual([['0 changed'], 2, ['1.2']]);
    },
  );

  it('at the same time as another one works sends nothing twice', async () => {
    await keywords(3);
    const id = await requested([bidRow(1), bidRow(2), bidRow(3)]);
    const first = newProcess();
    const other = newProcess();
    await Promise.all([first.applyChange({ change_id: id }), other.applyChange({ change_id: id })]);
    await untilDone(id, newProcess);
    expect(await outcomes()).toEqual(['0 changed', '1 changed', '2 changed']);
    expect(
      puts()
        .flat()
        .map(({ id: keyword }) => keyword)
        .sort(),
    ).toEqual([1, 2, 3]);
  });
});

describe('a bulk call', () => {
  const refused = (field: string) => ({ messageCode: 'NO', message: `Bad ${field}`, field });

  it('that is refused for named rows is sent again without them', async () => {
    await keywords(4);
    service.writeFaults.push({ fits: () => true, status: 400, errors: [refused('KeywordImport[1].bidAmount')] });
    await carriedOut([1, 2, 3, 4].map((id) => bidRow(id)));
    expect(await outcomes()).toEqual(['0 changed', '1 refused', '2 changed', '3 changed']);
    expect(puts().map((body) => body.map(({ id }) => id))).toEqual([
      [1, 2, 3, 4],
      [1, 3, 4],
    ]);
  });

  it('that is refused without names is halved until the bad row is alone', async () => {
    await keywords(4);
    const holdsThird = (_path: string, body: unknown) => (body as { id: number }[]).some(({ id }) => id === 3);
    for (let fault = 0; fault < 3; fault += 1) {
      service.writeFaults.push({ fits: holdsThird, status: 400, errors: [refused('')] });
    }
    await carriedOut([1, 2, 3, 4].map((id) => bidRow(id)));
    expect(await outcomes()).toEqual(['0 changed', '1 changed', '2 refused', '3 changed']);
    expect(bids()).toEqual(['1.2', '1.2', '1', '1.2']);
  });

  it('that takes no bid back is made with the bid of the ad group, and says so', async () => {
    await keywords(1);
    service.writeFaults.push({
      fits: (_path, body) => (body as { bidAmount: unknown }[])[0]?.bidAmount === null,
      status: 400,
      errors: [refused('KeywordImport[0].bidAmount')],
    });
    Object.assign(service.world.adGroups.get(campaignId)?.[0] ?? {}, { defaultBidAmount: money(1_450_000) });
    await carriedOut([bidRow(1, null)]);
    expect([await outcomes(), bids()]).toEqual([['0 changed'], ['1.45']]);
    const [event] = (await log.readStream(campaignStream(campaignId))).slice(-1);
    expect(event?.event.data).toMatchObject({
      new: 1_450_000,
      note: expect.stringContaining('ad group'),
      keyword: { bid_micros: 1_450_000 },
    });
  });

  it('that is throttled waits as the answer asks, and for 15 minutes at most', async () => {
    await keywords(1);
    service.writeFaults.push({ fits: () => true, status: 429, headers: { 'retry-after': '7' } });
    expect(await carriedOut([bidRow(1)])).toEqual([7]);
    expect(await outcomes()).toEqual(['0 changed']);
    for (let fault = 0; fault < 99; fault += 1) service.writeFaults.push({ fits: () => true, status: 429 });
    const waits = await carriedOut([{ ...bidRow(1), base: 1_200_000, new: 1_300_000 }]);
    expect(waits.slice(0, 5)).toEqual([2, 4, 8, 16, 16]);
    expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThanOrEqual(900);
    expect(await outcomes()).toEqual(['0 changed', '0 refused']);
  });
});

/** Numbers from 0 to 1 that depend on the seed alone. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('under random faults, restarts and foreign changes', () => {
  const seeds = Array.from({ length: 6 }, () => Math.floor(Math.random() * 2 ** 31));
  it.each(seeds)(
    'every row has one outcome, and the service has its value if and only if it was changed (seed %i)',
    async (seed) => {
      const random = randomOf(seed);
      const count = 12;
      await keywords(count);
      const rows = Array.from({ length: count }, (_, index) =>
        bidRow(index + 1, random() < 0.2 ? 1_000_000 : 1_200_000 + index * 10_000),
      );
      const foreign = new Set<number>();
      for (const [index, keyword] of (service.world.keywords.get(campaignId) ?? []).entries()) {
        if (random() > 0.15) continue;
        Object.assign(keyword, { bidAmount: money(2_000_000) });
        foreign.add(index);
      }
      const ways = [
        {},
        { afterEffect: true },
        { status: 500 },
        { status: 429 },
        { status: 503, afterEffect: true },
      ] as const;
      for (let fault = 0; fault < 6; fault += 1) {
        service.writeFaults.push({ fits: () => random() < 0.7, ...ways[Math.floor(random() * ways.length)] });
      }
      const id = await requested(rows);
      let worker = newProcess();
      await untilDone(id, () => {
        if (random() < 0.4) worker = newProcess();
        return worker;
      });
      const ended = new Map((await outcomes()).map((line) => line.split(' ') as [string, string]));
      expect(ended.size).toBe(count);
      expect(await outcomes()).toHaveLength(count);
      const currentBids = bids() ?? [];
      for (const [index, row] of rows.entries()) {
        const outcome = ended.get(String(index));
        if (outcome === 'unknown') continue;
        const set = currentBids[index] === String(Number(row.new) / 1e6);
        expect([seed, index, outcome, set]).toEqual([
          seed,
          index,
          outcome,
          outcome === 'changed' || outcome === 'unchanged',
        ]);
        // What differs from its base is never written.
        if (foreign.has(index)) expect([seed, index, currentBids[index]]).toEqual([seed, index, '2']);
      }
    },
  );
});
