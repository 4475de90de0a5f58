import { handleCommand } from '@tapwise/adapters';
import {
  addDays,
  adsMonthDecider,
  adsMonthStream,
  adsReportDecider,
  adsReportStream,
  type Day,
  type DomainEventOf,
  daysOfRange,
  firstOfMonth,
  fold,
  isMonthCounted,
} from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDays } from '../../../infra/operations/operator/ads/load-days.ts';
import { asTest } from '../../support/facts/settings.ts';
import {
  type SimulatedOrganization,
  simulatedAdamId,
  startSimulatedOrganization,
} from '../../support/facts/simulated-organization.ts';

/** What is loaded are the days; few rows of each are enough. */
const smallMarket = { SIMULATOR_SCALE: '0.1', SIMULATOR_MOVEMENT: 'off' };

let world: SimulatedOrganization;
beforeAll(async () => {
  world = await startSimulatedOrganization({ pulledDays: 90, simulator: smallMarket });
});
afterAll(() => world.stop());

const daysAgo = (count: number): Day => addDays(world.today, -count);
const load = (from: Day) => world.run(loadDays, 'v5', String(world.ref.org_id), `--from=${from}`);

/** Spend of campaigns by day, as the log has it; days without any are left out. */
async function loggedSpend(from: Day, to: Day): Promise<Record<Day, number>> {
  const spend: Record<Day, number> = {};
  for (const day of daysOfRange(from, to)) {
    const recorded = await world.log.readStream(adsReportStream(world.ref.application_id, world.ref.org_id, day));
    const events = recorded.map(({ event }) => event as DomainEventOf<'AdsReportRowsRecorded'>);
    const rows = [...fold(adsReportDecider, events)].flatMap(([page, ofPage]) =>
      page.endsWith(' campaign') ? [...ofPage.values()] : [],
    );
    const sum = rows.reduce((total, { spend_micros }) => total + spend_micros, 0);
    if (sum > 0) spend[day] = sum;
  }
  return spend;
}

/** The same, asked of the service. */
async function shownSpend(from: Day, to: Day): Promise<Record<Day, number>> {
  const client = world.simulator.searchAds({ api: 'v5' });
  const scope = { orgId: world.ref.org_id, currency: world.organization.currency };
  const ours = new Set(
    (await client.findCampaigns(scope, simulatedAdamId)).items.map(({ campaign_id }) => campaign_id),
  );
  const { items } = await client.report({ level: 'campaign', ...scope, from, to });
  const spend: Record<Day, number> = {};
  for (const { campaign_id, day, row } of items) {
    if (ours.has(campaign_id) && row.spend_micros > 0) spend[day] = (spend[day] ?? 0) + row.spend_micros;
  }
  return spend;
}

async function month(day: Day) {
  const stream = adsMonthStream(world.ref.application_id, world.ref.org_id, firstOfMonth(day));
  const recorded = await world.log.readStream(stream);
  return {
    stream,
    state: fold(
      adsMonthDecider,
      recorded.map(({ event }) => event as DomainEventOf<'AdsMonthRowsRecorded'>),
    ),
  };
}

describe('days that version 1 will not give', () => {
  it('are not asked for over version 1', async () => {
    const { code, rows } = await world.run(loadDays, 'v1', String(world.ref.org_id));
    expect([code, rows]).toEqual([1, [{ status: 'error', code: 'wrong_api', error_message: expect.any(String) }]]);
  });

  it('end where the service gives no older ones, which is no fault', async () => {
    await world.simulator.faults({ v5_daily_reach: '90_days' });
    const { code, rows } = await load(daysAgo(200));
    expect([code, rows]).toEqual([
      0,
      [{ status: 'success', first_day: null, days: 0, months_replaced: 0, months_differ: [] }],
    ]);
  });

  it('come in once, by day, however often and by how many they are asked for', async () => {
    await world.simulator.faults({ v5_daily_reach: '24_months' });
    const [first, second] = await Promise.all([load(daysAgo(120)), load(daysAgo(120))]);
    // The pull began 89 days ago, so that the day before it is the first one.
    const result = { status: 'success', first_day: daysAgo(120), days: 31, months_differ: [] };
    for (const { code, rows } of [first, second]) expect([code, rows.at(-1)]).toMatchObject([0, result]);
    const spans = [...first.rows, ...second.rows].filter(({ kind }) => kind === 'span');
    expect(spans.map(({ from }) => String(from)).sort()[0]).toBe(daysAgo(120));
    expect(
      spans
        .map(({ to }) => String(to))
        .sort()
        .at(-1),
    ).toBe(daysAgo(90));
    expect(spans[0]).toMatchObject({ rows: expect.any(Number), calls: expect.any(Number) });
    expect(await loggedSpend(daysAgo(120), daysAgo(90))).toEqual(await shownSpend(daysAgo(120), daysAgo(90)));
    const again = await load(daysAgo(120));
    expect(again.rows).toEqual([first.rows.at(-1)]);
  });

  it('take the place of their months, unless these differ by more than a cent', async () => {
    const differing = await month(daysAgo(150));
    expect(isMonthCounted(differing.state)).toBe(true);
    const [row] = [...differing.state.values()];
    if (row === undefined) throw new Error('The month has no rows');
    await handleCommand(world.log, {
      stream: differing.stream,
      decider: adsMonthDecider,
      cause: 'restated',
      context: asTest,
      decide: () => [
        {
          type: 'AdsMonthRowsRecorded',
          data: {
            ...world.ref,
            month: firstOfMonth(daysAgo(150)),
            currency: world.organization.currency,
            pulled_at: new Date().toISOString(),
            rows: [{ ...row, spend_micros: row.spend_micros + 20_000 }],
          },
        },
      ],
    });
    const { code, rows } = await load(daysAgo(215));
    expect(code).toBe(0);
    expect(rows.filter(({ kind }) => kind === 'span').map(({ from, to }) => [from, to])).toEqual([
      [daysAgo(210), daysAgo(121)],
      [daysAgo(215), daysAgo(211)],
    ]);
    const result = rows.at(-1) as {
      days: number;
      months_replaced: number;
      months_differ: { month_spend: number; days_spend: number }[];
    };
    expect(result).toMatchObject({ first_day: daysAgo(215), days: 126 });
    expect(result.months_replaced).toBeGreaterThan(0);
    expect(result.months_differ).toMatchObject([
      { month: daysAgo(150).slice(0, 7), level: 'campaign', id: row.campaign_id },
    ]);
    const [difference] = result.months_differ;
    expect((difference?.month_spend ?? 0) - (difference?.days_spend ?? 0)).toBeCloseTo(0.02, 6);
    expect(isMonthCounted((await month(daysAgo(150))).state)).toBe(true);
    expect(isMonthCounted((await month(addDays(firstOfMonth(daysAgo(150)), 31))).state)).toBe(false);
    expect(await loggedSpend(daysAgo(215), daysAgo(200))).toEqual(await shownSpend(daysAgo(215), daysAgo(200)));
  });

  it('stay as they are while rows of them do not come', async () => {
    const path = 'reports/campaigns';
    await world.simulator.faults({ reading_faults: [{ path, fault: 'truncated_page', times: 50 }] });
    const { code, rows } = await load(daysAgo(225));
    await world.simulator.faults({ reading_faults: [] });
    expect([code, rows.at(-1)]).toMatchObject([1, { status: 'error', code: 'unavailable' }]);
    expect((await load(daysAgo(225))).rows.at(-1)).toMatchObject({ first_day: daysAgo(225), days: 136 });
  });

  it('are asked for of one organization, from a day on', async () => {
    await expect(world.run(loadDays, 'v5')).rejects.toThrow('The id of one ad organization is needed');
    await expect(load('2026-02-30')).rejects.toThrow('--from takes a day');
    expect(await world.run(loadDays, 'v5', '999')).toMatchObject({ code: 1, rows: [{ code: 'not_found' }] });
  });
});
