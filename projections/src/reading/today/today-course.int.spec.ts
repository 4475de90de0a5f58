import type { ClickHouseClient } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Random, randomOf } from '../../testing/random/seeded-random.ts';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import { adamId, applicationId, campaign, figures, orgId, rates } from '../../testing/sample-events.ts';
import { installAttributed, installReported, linked, notification, transaction } from '../../testing/sample-users.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';
import { campaignReport } from '../reports/ask-report.ts';
import type { ReportScope } from '../reports/report-scope.ts';
import { type CourseCells, todayCourse } from './today-course.ts';

// On the 8th clocks went forward, so that day had 23 hours: from 08:00 UTC until 07:00 UTC.
const scope: ReportScope = {
  applicationId,
  adamId,
  orgId,
  orgCurrency: 'EUR',
  timeZone: 'America/Los_Angeles',
  currency: 'USD',
  smallBusiness: false,
  linkedOrgIds: [orgId],
};
const yesterday = '2026-03-08';
const today = '2026-03-09';
const began = Date.parse('2026-03-08T08:00:00.000Z');
const begins = Date.parse('2026-03-09T07:00:00.000Z');
const now = new Date('2026-03-09T18:40:00.000Z');
const hour = 3_600_000;
const minute = 60_000;
const iso = (ms: number): string => new Date(ms).toISOString();

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

async function written(...events: StreamEvent[]): Promise<ClickHouseClient> {
  const client = await tables.emptyTables();
  const dayRates = rates('2026-03-01', { USD: 1.1 });
  await writeInBatches(client, asRecorded([dayRates, campaign(1), campaign(2), ...events]), [100]);
  return client;
}

interface Pull {
  at: number;
  day: string;
  campaignId: number;
  country: string;
  installs: number;
  euros: number;
}
interface Buyer {
  id: string;
  launched: number;
  bought: number | null;
  trial: boolean;
}

const pulled = ({ at, day, campaignId, country, installs, euros }: Pull): StreamEvent => {
  const row = { country, tap_installs: installs, spend_micros: euros * 1_000_000 };
  return figures('campaign', campaignId, day, [row], { pulledAt: iso(at) });
};

function bought({ id, launched, bought: at, trial }: Buyer): StreamEvent[] {
  const installed = [installReported(id, iso(launched)), installAttributed(id)];
  if (at === null) return installed;
  const offer = trial ? { price_micros: 0, offer_type: 1, offer_discount_type: 'FREE_TRIAL' } : {};
  const bought = { purchased_at: iso(at), original_purchased_at: iso(at), expires_at: iso(at + 7 * 24 * hour) };
  return [
    ...installed,
    linked(id, id),
    notification('SUBSCRIBED', [transaction(id, { ...bought, ...offer } as object)]),
  ];
}

/** Figures as the newest pull said that was over five minutes earlier, at the latest, by the end of its five minutes. */
function expectedFigures(pulls: readonly Pull[], day: string, at: number): Pick<CourseCells, 'installs' | 'spend'> {
  const newest = new Map<string, Pull>();
  for (const pull of pulls) {
    const reportedFrom = Math.floor(pull.at / (5 * minute)) * 5 * minute + 5 * minute;
    const key = `${pull.campaignId} ${pull.country}`;
    if (pull.day === day && reportedFrom <= at && pull.at >= (newest.get(key)?.at ?? 0)) newest.set(key, pull);
  }
  if (newest.size === 0) return { installs: null, spend: null };
  const sum = (of: (pull: Pull) => number) => [...newest.values()].reduce((total, pull) => total + of(pull), 0);
  return { installs: sum(({ installs }) => installs), spend: 1.1 * sum(({ euros }) => euros) };
}

function expectedPeople(buyers: readonly Buyer[], [start, end]: [number, number], at: number) {
  const by = buyers.filter((buyer) => {
    const when = buyer.bought === null ? null : Math.max(buyer.bought, buyer.launched);
    return when !== null && buyer.launched >= start && buyer.launched < end && when < Math.min(at, end);
  });
  const charges = by.filter(({ trial }) => !trial).length;
  return { trials: by.length - charges, current_income: charges * 7 };
}

function randomPulls(random: Random): Pull[] {
  const pulls: Pull[] = [];
  for (const [day, start, end] of [
    [yesterday, began, begins + 6 * hour],
    [today, begins, now.getTime()],
  ] as const) {
    for (const campaignId of [1, 2]) {
      for (const country of ['US', 'DE']) {
        let installs = 0;
        let euros = 0;
        for (let at = start + random.upTo(3 * hour); at < end; at += 1 + random.upTo(2 * hour)) {
          // The service now and then takes something back.
          installs = Math.max(0, installs + random.upTo(9) - 2);
          euros += random.upTo(20);
          pulls.push({ at, day, campaignId, country, installs, euros });
        }
      }
    }
  }
  return pulls;
}

function randomBuyers(random: Random): Buyer[] {
  return Array.from({ length: 120 }, (_, index) => {
    const launched = began - 6 * hour + random.upTo(now.getTime() - began + 6 * hour);
    const at = launched - hour + random.upTo(16 * hour);
    const bought = random.next() < 0.2 ? null : Math.min(at, now.getTime());
    return { id: `i${index}`, launched, bought, trial: random.next() < 0.5 };
  });
}

describe('the course of today', () => {
  it.each([1, 2, 3])('is what pulls and purchases had shown by each hour, counted in plain code (%i)', async (seed) => {
    const random = randomOf(seed);
    const pulls = randomPulls(random);
    const buyers = randomBuyers(random);
    const client = await written(...pulls.map(pulled), ...buyers.flatMap(bought));
    const course = await todayCourse(client, [scope], now);
    expect([course.yesterday.length, course.today.length]).toEqual([23, 11]);
    const days = [
      { cells: course.yesterday, day: yesterday, range: [began, begins] as [number, number] },
      { cells: course.today, day: today, range: [begins, begins + 24 * hour] as [number, number] },
    ];
    const byNow = began + (now.getTime() - begins);
    const points = [
      ...days.flatMap(({ cells, day, range }) =>
        cells.map((cell, index) => ({ cell, day, range, at: range[0] + (index + 1) * hour })),
      ),
      { cell: course.yesterdayByNow, day: yesterday, range: [began, begins] as [number, number], at: byNow },
    ];
    for (const { cell, day, range, at } of points) {
      const expected = { ...expectedFigures(pulls, day, at), ...expectedPeople(buyers, range, at) };
      for (const [name, value] of Object.entries(expected)) {
        const actual = cell[name as keyof CourseCells];
        if (value === null || actual === null) expect([day, at, name, actual]).toEqual([day, at, name, value]);
        else expect(Math.abs(actual - value), `${name} ${iso(at)}`).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(value)));
      }
      const { spend, current_income, predicted_income } = cell;
      expect(predicted_income ?? -1).toBeGreaterThanOrEqual(current_income ?? 0);
      const same = (actual: number | null, value: number | null) =>
        value === null ? expect(actual).toBeNull() : expect(actual).toBeCloseTo(value, 9);
      same(cell.current_result, spend === null ? null : (current_income ?? 0) - spend);
      same(cell.predicted_result, spend === null ? null : (predicted_income ?? 0) - spend);
      same(cell.current_roas, spend ? (current_income ?? 0) / spend : null);
      same(cell.predicted_roas, spend ? (predicted_income ?? 0) / spend : null);
    }
  });

  it('ends at the report of today, when no user waited until the next day', async () => {
    const buyers = randomBuyers(randomOf(9)).filter(({ launched, bought: at }) => launched >= begins && at !== null);
    const client = await written(...buyers.flatMap(bought));
    const atHour = new Date(begins + 12 * hour);
    const course = await todayCourse(client, [scope], atHour);
    const range = { from: today, to: today, countries: null, claimType: 'total', status: 'all' } as const;
    const { totals } = await campaignReport(client, { scope, ...range, now: atHour });
    const last = course.today.at(-1);
    expect(last?.trials).toBe(totals.trials);
    expect(last?.current_income).toBeCloseTo(Number(totals.current_income), 9);
    expect(last?.predicted_income).toBeCloseTo(Number(totals.predicted_income), 9);
    expect(Number(last?.predicted_income)).toBeGreaterThan(Number(last?.current_income));
  });

  it('of several organizations adds up what each had of its own day at the same instants', async () => {
    const early = Date.parse('2026-03-09T05:00:00.000Z');
    const late = begins + 90 * minute;
    const bought = (id: string, launched: number, org_id: number): StreamEvent[] => [
      installReported(id, iso(launched)),
      installAttributed(id, { org_id }),
      linked(id, id),
      notification('SUBSCRIBED', [
        transaction(id, { purchased_at: iso(launched + minute), original_purchased_at: iso(launched) }),
      ]),
    ];
    const client = await written(
      ...bought('a', late, orgId),
      ...bought('b', early, 41),
      // The evening of the 8th in Los Angeles, and the same time since midnight of the 8th in UTC.
      ...bought('c', began + 90 * minute, orgId),
      ...bought('d', early - 24 * hour, 41),
      pulled({ at: begins, day: today, campaignId: 1, country: 'US', installs: 3, euros: 5 }),
    );
    const other = { ...scope, orgId: 41, timeZone: 'UTC', linkedOrgIds: [orgId, 41] };
    const mine = { ...scope, linkedOrgIds: [orgId, 41] };
    const course = await todayCourse(client, [mine, other], now);
    // In UTC the day began first, at midnight, and 18 hours of it are over; Los Angeles joins at 07:00.
    expect([course.yesterday.length, course.today.length]).toEqual([24, 18]);
    expect(course.today.map(({ current_income }) => current_income)).toEqual([
      ...Array<number>(5).fill(0),
      ...Array<number>(3).fill(7),
      ...Array<number>(10).fill(14),
    ]);
    expect(course.yesterday.map(({ current_income }) => current_income)).toEqual([
      ...Array<number>(5).fill(0),
      ...Array<number>(3).fill(7),
      ...Array<number>(16).fill(14),
    ]);
    expect(course.today.map(({ installs }) => installs)).toEqual([
      ...Array<null>(7).fill(null),
      ...Array<number>(11).fill(3),
    ]);
    expect(course.yesterdayByNow.current_income).toBe(14);
  });

  it('before the first pull of a day has the part of its figures that first launches had by then', async () => {
    const launched = (id: string, at: number) => [installReported(id, iso(at)), installAttributed(id)];
    // Yesterday: an install an hour. Today: one every half hour, and the first pull after ten hours.
    const installs = [
      ...Array.from({ length: 23 }, (_, index) => launched(`y${index}`, began + index * hour + minute)),
      ...Array.from({ length: 23 }, (_, index) => launched(`t${index}`, begins + index * 30 * minute)),
    ].flat();
    const client = await written(
      ...installs,
      pulled({ at: begins + 9 * hour, day: yesterday, campaignId: 1, country: 'US', installs: 46, euros: 100 }),
      pulled({ at: begins + 10 * hour, day: today, campaignId: 1, country: 'US', installs: 41, euros: 50 }),
    );
    const course = await todayCourse(client, [scope], now);
    expect(course.estimatedHours).toEqual({ today: 10, yesterday: 23 });
    expect(course.yesterday.map(({ installs: count }) => count)).toEqual(
      Array.from({ length: 23 }, (_, index) => 2 * (index + 1)),
    );
    expect(course.yesterday.at(10)?.spend).toBeCloseTo((110 * 11) / 23, 4);
    // What the pull showed had come by its end and a quarter of an hour more: ten hours and twenty minutes.
    const by = course.today.map(({ installs: count }) => count ?? -1);
    expect(by.slice(0, 9).every((count, index) => Math.abs(count - (41 * (index + 1)) / (10 + 1 / 3)) <= 1)).toBe(true);
    expect(by.slice(10)).toEqual([41]);
  });

  it('is empty without an organization', async () => {
    const course = await todayCourse(await written(), [], now);
    expect(course).toMatchObject({ today: [], yesterday: [], yesterdayByNow: { spend: null, trials: null } });
  });
});
