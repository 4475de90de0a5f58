import type { ClickHouseClient } from '@tapwise/adapters';
import { interpretSubscription, type StoreNotification, statusAt } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adGroupOfScope,
  adGroupReport,
  campaignOfScope,
  campaignReport,
  firstPullDone,
  keywordReport,
  monthlyReport,
  tablesPosition,
  todayTotals,
} from '../../queries.ts';
import { extraIncomplete, extraPulled, monthFigures } from '../../testing/ads-extra-events.ts';
import { randomWorld, worldNow } from '../../testing/random/random-world.ts';
import { randomOf } from '../../testing/random/seeded-random.ts';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import {
  adamId,
  adGroup,
  applicationId,
  campaign,
  figures,
  keyword,
  orgId,
  pullCompleted,
  pullIncomplete,
  rates,
} from '../../testing/sample-events.ts';
import { installAttributed, installReported, linked, notification, transaction } from '../../testing/sample-users.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';
import type { ReportQuestion } from './report.ts';
import type { ReportScope } from './report-scope.ts';

const scope: ReportScope = {
  applicationId,
  adamId,
  orgId,
  orgCurrency: 'EUR',
  timeZone: 'UTC',
  currency: 'USD',
  smallBusiness: false,
  linkedOrgIds: [orgId],
};
const question: ReportQuestion = {
  scope,
  from: '2026-03-01',
  to: '2026-03-31',
  countries: null,
  claimType: 'total',
  status: 'all',
  now: new Date('2026-03-10T23:00:00.000Z'),
};
const dayRates = rates('2026-03-01', { USD: 1.1, GBP: 0.88 });

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

async function written(...events: StreamEvent[]): Promise<ClickHouseClient> {
  const client = await tables.emptyTables();
  await writeInBatches(client, asRecorded(events), [100, 2000]);
  return client;
}

describe('rows', () => {
  const paused = { status: 'PAUSED', display_status: 'PAUSED' } as const;

  it('show running objects without data, and deleted ones only with data', async () => {
    const client = await written(
      campaign(1),
      campaign(2, paused),
      campaign(3, { deleted: true }),
      campaign(4, { deleted: true }),
      campaign(5, { adam_id: 99 }),
      figures('campaign', 4, '2026-03-05', [{ impressions: 1 }]),
    );
    const ids = async (status: ReportQuestion['status']) =>
      (await campaignReport(client, { ...question, status })).rows.map(({ id, status: rowStatus }) => [id, rowStatus]);
    expect(await ids('all')).toEqual([
      [1, 'RUNNING'],
      [2, 'PAUSED'],
      [4, 'DELETED'],
      [0, null],
      [-1, null],
    ]);
    expect(await ids('active')).toEqual([[1, 'RUNNING']]);
    expect(await ids('paused')).toEqual([[2, 'PAUSED']]);
  });

  it('say what an object is set to, in the currency of the organization', async () => {
    const client = await written(
      dayRates,
      pullCompleted('2026-03-10T12:00:00.000Z'),
      campaign(1, { budget_micros: 900_000_000 }),
      adGroup(1, 11, { cpa_goal_micros: 2_000_000 }),
      keyword(1, 11, 111),
      figures('campaign', 1, '2026-03-10', [{ taps: 1, spend_micros: 4_000_000 }]),
    );
    const campaigns = await campaignReport(client, { ...question, countries: ['DE'] });
    expect(campaigns.rows).toMatchObject([
      { id: 1, budget: 900, daily_cap: 50, daily_spend: 4, settings_currency: 'EUR', spend: 0, name: 'C1' },
    ]);
    const adGroups = await adGroupReport(client, { ...question, campaignId: 1 });
    expect(adGroups.rows).toMatchObject([{ id: 11, campaign_id: 1, cpt_bid: 1.5, cpa_goal: 2, search_match: false }]);
    const keywords = await keywordReport(client, { ...question, campaignId: 1, adGroupId: 11 });
    expect(keywords.rows).toMatchObject([{ id: 111, campaign_id: 1, ad_group_id: 11, name: 'K111', cpt_bid: 0.9 }]);
  });

  it('keep what an ad group had beyond its keywords as Search Match, never below zero', async () => {
    const client = await written(
      dayRates,
      campaign(1),
      adGroup(1, 11),
      keyword(1, 11, 111),
      figures('ad_group', 1, '2026-03-05', [{ ad_group_id: 11, impressions: 90, taps: 5, spend_micros: 1_000_000 }]),
      figures('keyword', 1, '2026-03-05', [{ ad_group_id: 11, keyword_id: 111, impressions: 70, taps: 6 }]),
    );
    const { rows, totals } = await keywordReport(client, { ...question, campaignId: 1, adGroupId: 11 });
    expect(rows.find(({ id }) => id === 0)).toMatchObject({
      name: 'Search Match',
      status: null,
      impressions: 20,
      taps: 0,
      spend: 1.1,
    });
    expect(totals).toMatchObject({ impressions: 90, taps: 6, spend: 1.1 });
  });

  it('do not know what could not be read, and take it for no traffic without a keyword', async () => {
    const unread = {
      ad_group_id: 11,
      keyword_id: 112,
      impressions: 9,
      unread: ['taps' as const, 'spend_micros' as const],
    };
    const client = await written(
      dayRates,
      campaign(1),
      adGroup(1, 11),
      keyword(1, 11, 111),
      keyword(1, 11, 112),
      figures('ad_group', 1, '2026-03-05', [{ ad_group_id: 11, impressions: 90, taps: 5, spend_micros: 1_000_000 }]),
      figures('keyword', 1, '2026-03-05', [{ ad_group_id: 11, keyword_id: 111, impressions: 70, taps: 3 }, unread]),
    );
    const { rows, totals, warning } = await keywordReport(client, { ...question, campaignId: 1, adGroupId: 11 });
    expect(rows.find(({ id }) => id === 112)).toMatchObject({ impressions: 9, taps: null, spend: null, cpt: null });
    expect(rows.find(({ id }) => id === 0)).toMatchObject({ impressions: 11, taps: null, spend: null });
    expect(totals).toMatchObject({ impressions: 90, taps: 3 });
    expect(warning).toContain('Some figures of Apple Ads could not be read');
  });

  it('convert spend in another currency than that of the organization, and say so', async () => {
    const foreign = { taps: 1, spend_micros: 880_000, currency: 'GBP' };
    const localFigures = { country: 'DE', taps: 1, spend_micros: 1_000_000 };
    const client = await written(dayRates, campaign(1), figures('campaign', 1, '2026-03-10', [foreign, localFigures]));
    const { rows, warning } = await campaignReport(client, question);
    // 0.88 pounds are a euro, which are 1.1 dollars; today's spend is in the currency of the organization.
    expect(rows[0]?.spend).toBeCloseTo(2.2, 6);
    expect(rows[0]?.daily_spend).toBeCloseTo(2, 6);
    expect(warning).toContain('Apple Ads gave spend in GBP, which is not the currency of the ad organization');
  });

  it('stay as they are while the ad service is not read whole, which is said beside their age', async () => {
    const problem = pullIncomplete('2026-03-10T12:00:00.000Z');
    const client = await written(dayRates, campaign(1), pullCompleted('2026-03-10T10:00:00.000Z'), problem);
    const { asOf, warning } = await campaignReport(client, question);
    expect([asOf.ads, warning]).toEqual([
      '2026-03-10T10:00:00.000Z',
      'Apple Ads could only be read in part since 10 Mar 2026, 12:00 UTC: its lists end too early. ' +
        'Figures and their age are those of the last complete reading.',
    ]);
    const later = await written(dayRates, campaign(1), problem, pullCompleted('2026-03-10T13:00:00.000Z'));
    expect((await campaignReport(later, question)).warning).toBeUndefined();
  });

  describe('of what the ad service is asked for beside structure and daily figures', () => {
    const since = '2026-03-10T12:00:00.000Z';
    const because = 'could only be read in part since 10 Mar 2026, 12:00 UTC: its lists end too early.';
    const pulled = pullCompleted('2026-03-10T10:00:00.000Z');
    const started = [dayRates, campaign(1), adGroup(1, 11), keyword(1, 11, 111), pulled];
    const { now, countries, claimType } = question;
    const monthsOf = (client: ClickHouseClient, year: number) =>
      monthlyReport(client, { scopes: [scope], year, countries, claimType, now, currency: 'USD' });

    it('say of months that they were not read whole, where months are shown', async () => {
      const client = await written(...started, extraIncomplete('months', since));
      expect((await monthsOf(client, 2025)).warning).toContain(
        `Monthly figures of Apple Ads ${because} Months that are not known by day are those of the last complete reading, or missing.`,
      );
      expect((await campaignReport(client, question)).warning).toBeUndefined();
      const whole = await written(...started, extraIncomplete('months', since), extraPulled('months'));
      expect((await monthsOf(whole, 2025)).warning).not.toContain('Monthly figures');
    });

    it('say it of search terms and impression shares where they are shown', async () => {
      const problems = [extraIncomplete('search_terms', since), extraIncomplete('impression_share', since)];
      const client = await written(...started, ...problems);
      const { warning } = await keywordReport(client, { ...question, campaignId: 1, adGroupId: 11 });
      for (const name of ['Search terms', 'Impression shares'])
        expect(warning).toContain(
          `${name} of Apple Ads ${because} They and their age are those of the last complete reading.`,
        );
      expect((await monthsOf(client, 2025)).warning).not.toContain('could only be read in part');
      expect((await campaignReport(client, question)).warning).toBeUndefined();
    });
  });

  it('of users without a campaign know nothing of ads', async () => {
    const client = await written(installReported('i1'));
    const { rows } = await campaignReport(client, question);
    expect(rows.find(({ id }) => id === -1)).toMatchObject({
      name: 'Attribution pending',
      first_launches: 1,
      impressions: null,
      spend: null,
      current_result: null,
    });
  });

  it('leave money unknown while there is no exchange rate', async () => {
    const client = await written(campaign(1), figures('campaign', 1, '2026-03-05', [{ taps: 1, spend_micros: 5 }]));
    expect((await campaignReport(client, question)).rows[0]).toMatchObject({ taps: 1, spend: null, cpt: null });
  });
});

describe('sales without a price', () => {
  const silent = { price_micros: null, currency: null, storefront: null, offer_discount_type: null };
  const oldSale = notification(
    'INITIAL_BUY',
    [transaction('t1', { ...silent, purchased_at: '2026-03-08T00:00:00.000Z' })],
    {
      version: 'v1',
    },
  );
  const user = [campaign(1), installReported('i1'), installAttributed('i1', { country: 'GB' }), linked('i1', 't1')];
  const named = (day: string, price: number, storefront = 'GB') =>
    notification('SUBSCRIBED', [
      transaction(`p${day}`, {
        purchased_at: `${day}T00:00:00.000Z`,
        price_micros: price * 1e6,
        storefront,
        currency: 'GBP',
      }),
    ]);

  it('are counted in the warning until a price is known', async () => {
    const { rows, totals, warning } = await campaignReport(await written(dayRates, ...user, oldSale), question);
    expect(rows[0]).toMatchObject({ conversions: 1, current_income: 0, products: { monthly: { current_income: 0 } } });
    expect(totals).toMatchObject({ conversions: 1, current_income: 0 });
    expect(warning).toBe(
      '1 sale has no known price yet. 1 live subscription has no known price and adds nothing to predictions. ' +
        'Predictions for monthly are based on little data.',
    );
  });

  it.each([
    ['the last price before them', [named('2026-03-01', 12), named('2026-03-07', 24), named('2026-03-09', 48)], 24],
    ['else the first after it', [named('2026-03-12', 36), named('2026-03-09', 48)], 48],
  ] as const)('take %s', async (_rule, prices, price) => {
    const { rows } = await campaignReport(await written(dayRates, ...user, oldSale, ...prices), question);
    expect(rows[0]?.current_income).toBeCloseTo(((price / 1.2) * 0.7 * 1.1) / 0.88, 4);
  });
});

describe('the warning', () => {
  it('names what is in no row or only in part', async () => {
    const abroad = transaction('t5', { storefront: 'XK', currency: 'EUR' });
    const rare = transaction('t6', { currency: 'TWD', storefront: 'TW' });
    const client = await written(
      dayRates,
      campaign(1),
      installReported('i1'),
      installAttributed('i1'),
      installReported('i2'),
      installAttributed('i2', { org_id: 41 }),
      linked('i1', 't5'),
      notification('SUBSCRIBED', [abroad]),
      linked('i1', 't6'),
      notification('SUBSCRIBED', [rare]),
      notification('SUBSCRIBED', [transaction('t7')]),
    );
    expect((await campaignReport(client, question)).warning).toBe(
      '1 user came from ad organizations that are not linked. 1 sale of unknown users brought 7.00 USD and is in no row. ' +
        'VAT is not known for XK; none was taken out. ' +
        'There is no exchange rate for TWD; such sales are left out of the income. ' +
        'Predictions for monthly are based on little data.',
    );
    expect(
      (await campaignReport(client, { ...question, from: '2026-04-01', to: '2026-04-02' })).warning,
    ).toBeUndefined();
  });

  it('of a year counts over all organizations and says each thing once', async () => {
    const silent = { price_micros: null, currency: null, storefront: null, offer_discount_type: null };
    const sale = (id: string, product_id: string) =>
      notification('INITIAL_BUY', [transaction(id, { ...silent, product_id })], { version: 'v1' });
    const client = await written(
      dayRates,
      campaign(1),
      installReported('i1'),
      installAttributed('i1'),
      installReported('i2'),
      installAttributed('i2', { org_id: 41 }),
      linked('i1', 't8'),
      sale('t8', 'weekly'),
      linked('i2', 't9'),
      sale('t9', 'yearly'),
    );
    const { now, countries, claimType } = question;
    const scopes = [scope, { ...scope, orgId: 41 }];
    const yearQuestion = { scopes, year: 2026, countries, claimType, now, currency: 'USD' };
    expect((await monthlyReport(client, yearQuestion)).warning).toBe(
      '2 sales have no known price yet. 2 live subscriptions have no known price and add nothing to predictions. ' +
        'Predictions for weekly, yearly are based on little data.',
    );
  });
});

describe('months that have not been read from the ad service', () => {
  const year = async (...events: StreamEvent[]) => {
    const client = await written(
      rates('2026-01-01', { USD: 1 }),
      campaign(1),
      installReported('i1'),
      installAttributed('i1'),
      ...events,
    );
    const { now, countries, claimType } = question;
    const monthsQuestion = { scopes: [scope], year: 2026, countries, claimType, now, currency: 'EUR' };
    return await monthlyReport(client, monthsQuestion);
  };
  const march = figures('campaign', 1, '2026-03-05', [{ country: 'US', tap_installs: 4, spend_micros: 9_000_000 }]);
  const pulled = pullCompleted('2026-03-10T12:00:00.000Z', '2026-02-20');
  const unread = { installs: null, spend: null, predicted_result: null, predicted_roas: null };

  it('are not known, also those known in part, nor are the totals', async () => {
    const part = figures('campaign', 1, '2026-02-25', [{ country: 'US', spend_micros: 5_000_000 }]);
    const { rows, totals } = await year(pulled, march, part);
    expect(rows.map(({ spend }) => spend)).toEqual([null, null, 9]);
    expect(rows[0]).toMatchObject({ ...unread, first_launches: 0 });
    expect(rows[1]).toMatchObject(unread);
    expect(totals).toMatchObject(unread);
  });

  it('are known as soon as they have come, and are zeros where nothing was, once all have', async () => {
    const february = monthFigures('2026-02-01', [{ spend_micros: 7_000_000 }]);
    const { rows, totals } = await year(pulled, march, february);
    expect(rows.map(({ spend }) => spend)).toEqual([null, 7, 9]);
    expect(totals.spend).toBeNull();
    const whole = await year(pulled, march, february, extraPulled('months'));
    expect(whole.rows.map(({ spend }) => spend)).toEqual([0, 7, 9]);
    expect(whole.totals).toMatchObject({ spend: 16 });
  });

  it('are not known before the first pull either', async () => {
    const { rows, totals } = await year();
    expect([...rows, totals].map(({ spend }) => spend)).toEqual([null, null, null, null]);
    expect(rows[2]).toMatchObject({ first_launches: 1 });
  });
});

describe('months before the first day of the SDK', () => {
  it('have spend, and no figures of users', async () => {
    const client = await written(
      rates('2026-01-01', { USD: 1 }),
      campaign(1),
      pullCompleted('2026-03-10T12:00:00.000Z'),
      extraPulled('months'),
      ...['2026-01-10', '2026-02-10', '2026-03-05'].map((day) =>
        figures('campaign', 1, day, [{ country: 'US', tap_installs: 4, spend_micros: 9_000_000 }]),
      ),
    );
    const { now, countries, claimType } = question;
    const monthsOf = async (firstSdkDay: string | null) => {
      const scopes = [{ ...scope, firstSdkDay }];
      const { rows, totals } = await monthlyReport(client, {
        scopes,
        year: 2026,
        countries,
        claimType,
        now,
        currency: 'EUR',
      });
      return { rows, totals };
    };
    const { rows, totals } = await monthsOf('2026-02-28');
    const [january, february] = rows;
    expect(january).toMatchObject({ month: '2026-01', spend: 9, installs: 4 });
    for (const column of ['current_income', 'current_result', 'current_roas', 'predicted_income', 'trials']) {
      expect([column, january?.[column]]).toEqual([column, null]);
    }
    expect(february).toMatchObject({ spend: 9, current_income: 0, current_result: -9, trials: 0 });
    expect(totals).toMatchObject({ spend: 27, current_income: 0 });
    const never = await monthsOf(null);
    expect(never.rows.map(({ current_result }) => current_result)).toEqual(never.rows.map(() => null));
  });
});

describe('states', () => {
  it('are those of the domain, at every instant', async () => {
    const random = randomOf(77);
    const { events, people } = randomWorld(21);
    const client = await written(...events);
    const isDisplayed = ({ firstLaunchAt, campaignId }: (typeof people)[number]) =>
      firstLaunchAt >= question.from && campaignId !== 'unknown' && campaignId !== 'elsewhere';
    const displayedIds = new Set(
      people.filter(isDisplayed).flatMap((person) => person.purchases.map(({ originalId }) => originalId)),
    );
    const received = new Map<string, StoreNotification[]>();
    for (const { event } of events) {
      if (event.type !== 'StoreNotificationReceived') continue;
      const id = event.data.original_transaction_id;
      if (!displayedIds.has(id)) continue;
      received.set(id, [...(received.get(id) ?? []), event.data]);
    }
    for (let round = 0; round < 6; round += 1) {
      const now = Date.parse(worldNow) + random.upTo(80) * 86_400_000;
      const expected: Record<string, number> = {};
      for (const notifications of received.values()) {
        const view = interpretSubscription(notifications, []);
        if (view !== null) expected[statusAt(view, now)] = (expected[statusAt(view, now)] ?? 0) + 1;
      }
      const { rows } = await campaignReport(client, { ...question, now: new Date(now) });
      const actual: Record<string, number> = {};
      for (const { products } of rows) {
        for (const { count: _count, current_income: _now, predicted_income: _later, ...states } of Object.values(
          products,
        )) {
          for (const [state, number] of Object.entries(states))
            if (number > 0) actual[state] = (actual[state] ?? 0) + number;
        }
      }
      expect(actual).toEqual(expected);
    }
  });
});

describe('other reads', () => {
  it('find the application of campaigns and ad groups, also of those only their users name', async () => {
    const client = await written(
      campaign(1),
      adGroup(1, 11),
      campaign(2, { adam_id: 99 }),
      adGroup(2, 21),
      campaign(3, { orgId: 41 }),
      installReported('i1'),
      installAttributed('i1', { campaign_id: 8, ad_group_id: 81 }),
    );
    const campaigns = [1, 2, 3, 8, 9].map((id) => campaignOfScope(client, scope, id));
    expect(await Promise.all(campaigns)).toEqual([true, false, false, true, false]);
    const adGroups = (
      [
        [1, 11],
        [1, 21],
        [2, 21],
        [8, 81],
        [8, 11],
      ] as const
    ).map(([parent, id]) => adGroupOfScope(client, scope, parent, id));
    expect(await Promise.all(adGroups)).toEqual([true, false, false, true, false]);
  });

  it('give the position of the tables and the freshness of each source', async () => {
    const empty = await tables.emptyTables();
    expect(await tablesPosition(empty)).toBeUndefined();
    expect(await firstPullDone(empty, applicationId, orgId)).toBe(false);
    expect((await campaignReport(empty, question)).position).toBe(0n);
    const client = await written(installReported('i1'), pullCompleted('2026-03-09T10:00:00.000Z'));
    expect(await tablesPosition(client)).toMatchObject({ position: 110n });
    expect(await firstPullDone(client, applicationId, orgId)).toBe(true);
    expect(await firstPullDone(client, applicationId, 41)).toBe(false);
    expect(await campaignReport(client, question)).toMatchObject({
      position: 110n,
      asOf: { ads: '2026-03-09T10:00:00.000Z', sdk: '2026-03-10T12:00:00.000Z', store: null, impression_share: null },
    });
  });

  it('give today, each organization in its own time zone', async () => {
    const client = await written(
      dayRates,
      campaign(1),
      figures('campaign', 1, '2026-03-10', [{ taps: 3, spend_micros: 1_000_000 }]),
      figures('campaign', 1, '2026-03-11', [{ taps: 40 }]),
    );
    const now = new Date('2026-03-10T23:00:00.000Z');
    expect((await todayTotals(client, [scope], now)).totals).toMatchObject({ taps: 3, spend: 1.1 });
    const east = { ...scope, timeZone: 'Asia/Tokyo' };
    expect((await todayTotals(client, [east], now)).totals).toMatchObject({ taps: 40 });
  });
});
