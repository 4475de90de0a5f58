import { createGunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDay, parseDay } from '../../base/calendar/calendar-days.ts';
import { createActivityStore } from '../../market/activity/activity-store.ts';
import { generateCampaignDay } from '../../market/activity/campaign-day.ts';
import { generateOrganicDay } from '../../market/activity/organic-day.ts';
import { peopleOf, sourcesOf } from '../../market/people/person.ts';
import type { StoreEvent } from '../../market/people/purchase.ts';
import { purchaseStoryOf } from '../../market/people/purchase-story.ts';
import { type Simulator, startSimulator } from '../../simulator.ts';
import { connectCall, rowsOf, salesPath, type TsvRow } from '../../testing/connect-caller.ts';

const startAt = Date.parse('2026-11-20T22:00:00Z');
const anchorDay = parseDay('2026-11-20') ?? 0;
const day = (before: number) => formatDay(anchorDay - before);
/** A Pacific day of winter time, as instants. */
const windowOf = (before: number) => {
  const from = Date.parse(`${day(before)}T08:00:00Z`);
  return { from, to: from + 86_400_000 };
};

let simulator: Simulator;
let messages: readonly StoreEvent[];

beforeAll(async () => {
  simulator = await startSimulator({ startAt, scale: 0.5, historyMonths: 2 });
  simulator.clock.pause(true);
  messages = storeMessages();
});

afterAll(() => simulator.stop());

const fileOf = async (before: number, changes: Record<string, string> = {}): Promise<readonly TsvRow[]> => {
  const response = await connectCall(simulator, salesPath(simulator, day(before), changes));
  expect(response.status).toBe(200);
  return rowsOf(response);
};
const subscription = { reportType: 'SUBSCRIPTION', version: '1_3' };
const events = { reportType: 'SUBSCRIPTION_EVENT', version: '1_3' };
const details = { reportType: 'SUBSCRIBER', reportSubType: 'DETAILED', version: '1_3' };

const sumBy = (rows: readonly TsvRow[], key: (row: TsvRow) => string, value: (row: TsvRow) => number) => {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0) + value(row));
  for (const [name, sum] of sums) sums.set(name, Math.round(sum * 100) / 100);
  return sums;
};
const numberOf = (row: TsvRow, column: string) => Number(row[column]);
const isInApp = (row: TsvRow) => ['IAY', 'IA1'].includes(row['Product Type Identifier'] ?? '');

/** All messages of the store about both apps' people, families aside; made from the world alone. */
function storeMessages(): readonly StoreEvent[] {
  const { world } = simulator;
  const activity = createActivityStore(world);
  const messages: StoreEvent[] = [];
  for (const app of world.apps) {
    for (let source = anchorDay - 90; source <= anchorDay; source += 1) {
      for (const person of sourcesOf(world, app, source).flatMap((peopleSource) =>
        peopleOf(world, activity, peopleSource),
      )) {
        for (const event of purchaseStoryOf(world, person)?.events ?? [])
          if (event.kind === 'notification' && event.transaction.ownership === 'PURCHASED') messages.push(event);
      }
    }
  }
  return messages;
}

const SALES = ['SUBSCRIBED', 'DID_RENEW', 'ONE_TIME_CHARGE', 'DID_CHANGE_RENEWAL_PREF'];

describe('SALES files', () => {
  it('sell what the notifications of the day report, refunds as negative units', async () => {
    for (const before of [2, 5, 12]) {
      const { from, to } = windowOf(before);
      const expected = new Map<string, number>();
      for (const event of messages) {
        if (event.at < from || event.at >= to) continue;
        const units =
          SALES.includes(event.type) || event.type === 'REFUND_REVERSED' ? 1 : event.type === 'REFUND' ? -1 : 0;
        const key = `${event.transaction.product.productId}/${event.transaction.storefront}`;
        if (units !== 0) expected.set(key, (expected.get(key) ?? 0) + units);
      }
      const rows = (await fileOf(before)).filter(isInApp);
      expect(
        sumBy(
          rows,
          (row) => `${row.SKU}/${row['Country Code']}`,
          (row) => numberOf(row, 'Units'),
        ),
      ).toEqual(expected);
      expect(expected.size).toBeGreaterThan(10);
    }
  });

  it('pay per unit what is left after tax and the store’s share, in the customer’s currency', async () => {
    const rows = [...(await fileOf(2)), ...(await fileOf(3))].filter(isInApp);
    const weekly = (country: string) => {
      const match = rows.find(
        (row) => row.SKU === 'moonvale.weekly' && row['Country Code'] === country && numberOf(row, 'Units') > 0,
      );
      return [match?.['Customer Price'], match?.['Developer Proceeds'], match?.['Currency of Proceeds']];
    };
    expect(weekly('US')).toEqual(['6.99', '4.89', 'USD']);
    const [price, proceeds, currency] = weekly('DE');
    expect([Number(proceeds), currency]).toEqual([Math.round((Number(price) / 1.19) * 70) / 100, 'EUR']);
    for (const row of rows) {
      expect(numberOf(row, 'Developer Proceeds')).toBeGreaterThanOrEqual(0);
      expect(Math.sign(numberOf(row, 'Customer Price')) * numberOf(row, 'Units')).toBeGreaterThanOrEqual(0);
      expect(row['Customer Currency']).toBe(row['Currency of Proceeds']);
    }
    expect(rows.some((row) => numberOf(row, 'Units') < 0)).toBe(true);
  });

  it('count every download, by ads and without, by the moment it happened', async () => {
    const { world } = simulator;
    const { from, to } = windowOf(3);
    const within = (at: number) => at >= from && at < to;
    const sources = [4, 3, 2].map((before) => anchorDay - before);
    const paid = world.campaigns
      .flatMap((campaign) => sources.map((source) => generateCampaignDay(world, campaign, source)))
      .flatMap(({ start, installs }) => [...installs.time].filter((time) => within(start + time))).length;
    const organic = world.apps
      .flatMap((app) => sources.map((source) => generateOrganicDay(world, app, source)))
      .flatMap(({ start, launch }) => [...launch].filter((time) => within(start + time))).length;
    const rows = (await fileOf(3)).filter((row) => !isInApp(row));
    expect(rows.reduce((sum, row) => sum + numberOf(row, 'Units'), 0)).toBe(paid + organic);
    expect(new Set(rows.map((row) => row['Product Type Identifier']))).toEqual(new Set(['1F', '3F']));
    expect(new Set(rows.map((row) => row.Device))).toEqual(new Set(['iPhone', 'iPad']));
    expect(new Set(rows.map((row) => row['Apple Identifier']))).toEqual(new Set(['1500000001', '1500000002']));
  });

  it('write in-app rows as the store does: the app by its SKU, dates by the Pacific day, blanks as a space', async () => {
    const rows = await fileOf(2);
    const sale = rows.find((row) => row.SKU === 'ledgerly.weekly');
    expect(sale).toMatchObject({
      Provider: 'APPLE',
      'Product Type Identifier': 'IAY',
      'Parent Identifier': 'LEDGERLY_IOS',
      'Begin Date': '11/18/2026',
      'End Date': '11/18/2026',
      'Promo Code': ' ',
    });
    expect(Object.keys(sale ?? {})).toHaveLength(28);
    const app = rows.find((row) => row['Product Type Identifier'] === '1F' && row['Country Code'] === 'JP');
    expect(app).toMatchObject({ 'Parent Identifier': ' ', 'Customer Currency': 'JPY', 'Customer Price': '0' });
  });

  it('agree with the truth about sales, by product, country and device', async () => {
    for (const app of ['1500000001', '1500000002']) {
      const response = await fetch(`${simulator.url}/truth/sales?app=${app}&from=${day(6)}&to=${day(3)}`);
      const truth = (await response.json()) as {
        sales: readonly { country: string; device: string; product: string; units: number; proceeds: number }[];
        downloads: readonly { country: string; device: string; first: number; again: number }[];
      };
      const rows = (await Promise.all([6, 5, 4, 3].map((before) => fileOf(before)))).flat();
      const name = app === '1500000001' ? 'moonvale' : 'ledgerly';
      const key = (row: TsvRow) => `${row.SKU}/${row['Country Code']}/${row.Device?.toLowerCase()}`;
      const appRows = rows.filter((row) => row.SKU?.startsWith(`${name}.`));
      const expected = (value: (row: (typeof truth.sales)[number]) => number) =>
        new Map(
          truth.sales.map((row) => [`${row.product}/${row.country}/${row.device}`, Math.round(value(row) * 100) / 100]),
        );
      expect(sumBy(appRows, key, (row) => numberOf(row, 'Units'))).toEqual(expected((row) => row.units));
      const proceeds = (row: TsvRow) => numberOf(row, 'Units') * numberOf(row, 'Developer Proceeds');
      expect(sumBy(appRows, key, proceeds)).toEqual(expected((row) => row.proceeds));
      const downloads = rows.filter((row) => row['Apple Identifier'] === app);
      expect(downloads.reduce((sum, row) => sum + numberOf(row, 'Units'), 0)).toBe(
        truth.downloads.reduce((sum, row) => sum + row.first + row.again, 0),
      );
    }
  });
});

describe('subscription files', () => {
  it('hold one row per transaction that adds up to the sales', async () => {
    const sales = (await fileOf(4)).filter((row) => row['Product Type Identifier'] === 'IAY');
    const rows = await fileOf(4, details);
    const bySale = (row: TsvRow) => `${row['Apple Identifier']}/${row['Country Code']}/${row['Customer Price']}`;
    const byRow = (row: TsvRow) => `${row['Subscription Apple ID']}/${row.Country}/${row['Customer Price']}`;
    const sign = (row: TsvRow) => (row.Refund === 'Yes' ? -1 : 1) * numberOf(row, 'Units');
    expect(sumBy(rows, byRow, sign)).toEqual(sumBy(sales, bySale, (row) => numberOf(row, 'Units')));
    expect(rows.every((row) => /^\d+$/.test(row['Subscriber ID'] ?? ''))).toBe(true);
  });

  it('hold the events that the notifications of the day report', async () => {
    const { from, to } = windowOf(4);
    const ofDay = messages.filter(
      (event) => event.at >= from && event.at < to && event.transaction.product.period !== null,
    );
    const count = (type: string, subtype: string | null) =>
      ofDay.filter((event) => event.type === type && event.subtype === subtype).length;
    const reported = sumBy(
      await fileOf(4, events),
      (row) => row.Event ?? '',
      (row) => numberOf(row, 'Quantity'),
    );
    const reportedCount = (...names: readonly string[]) =>
      names.reduce((sum, name) => sum + (reported.get(name) ?? 0), 0);
    expect(reportedCount('Renew', 'Paid Subscription from Introductory Offer')).toBe(count('DID_RENEW', null));
    expect(reportedCount('Renewal from Billing Retry')).toBe(count('DID_RENEW', 'BILLING_RECOVERY'));
    expect(reportedCount('Subscribe', 'Start Introductory Offer')).toBe(count('SUBSCRIBED', 'INITIAL_BUY'));
    expect(reportedCount('Cancel')).toBe(count('EXPIRED', 'VOLUNTARY'));
    expect(reportedCount('Refund')).toBe(count('REFUND', null));
    expect(reportedCount('Start Introductory Offer')).toBeGreaterThan(10);
    expect(reportedCount('Cancel')).toBeGreaterThan(5);
  });

  it('hold the free trials that run at the end of the day', async () => {
    const { to } = windowOf(4);
    const past = messages.filter((event) => event.at < to);
    const replaced = new Set(
      past.flatMap(({ type, transaction }) =>
        SALES.includes(type) && transaction.offer === null ? [transaction.originalId] : [],
      ),
    );
    const running = past.filter(
      ({ type, transaction }) =>
        type === 'SUBSCRIBED' &&
        transaction.offer?.discount === 'FREE_TRIAL' &&
        (transaction.expiresAt ?? 0) > to &&
        !replaced.has(transaction.originalId),
    ).length;
    const rows = await fileOf(4, subscription);
    const sum = (column: string) => rows.reduce((total, row) => total + numberOf(row, column), 0);
    expect(running).toBeGreaterThan(20);
    expect(sum('Active Free Trial Introductory Offer Subscriptions')).toBe(running);
    const parts = ['Active Standard Price Subscriptions', 'Active Pay Up Front Introductory Offer Subscriptions'];
    const active = running + parts.reduce((total, column) => total + sum(column), 0);
    expect(sum('Subscribers')).toBe(active + sum('Grace Period'));
    expect(sum('Billing Retry')).toBeGreaterThan(0);
  });
});

describe('damaged files on demand', () => {
  const responseWith = async (switches: object): Promise<Response> => {
    await fetch(`${simulator.url}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(switches),
    });
    return connectCall(simulator, salesPath(simulator, day(4)));
  };

  it.each(['connect_corrupt_gzip_next', 'connect_truncated_gzip_next'])('%s cannot be inflated', async (name) => {
    const damaged = await responseWith({ [name]: 1 });
    expect(damaged.status).toBe(200);
    await expect(rowsOf(damaged)).rejects.toThrow();
    expect((await fileOf(4)).length).toBeGreaterThan(10);
  });

  it('explode from less than a megabyte to more than 200', async () => {
    const response = await responseWith({ connect_exploding_gzip_next: 1 });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBeLessThan(1_048_576);
    const stream = createGunzip();
    stream.end(bytes);
    let size = 0;
    for await (const part of stream) size += (part as Buffer).length;
    expect(size).toBeGreaterThan(200 * 1_048_576);
  });

  it('come late, lack columns, or are corrected, until the switch is turned back', async () => {
    const usual = await fileOf(4);
    const late = await responseWith({ connect_late_days: [day(4)] });
    expect([late.status, await late.text()]).toEqual([404, expect.stringContaining('not available yet')]);
    expect((await fileOf(5)).length).toBeGreaterThan(0);
    const [short] = await rowsOf(await responseWith({ connect_late_days: [], connect_missing_columns: ['Units'] }));
    expect(short).not.toHaveProperty('Units');
    const switches = { connect_missing_columns: [], connect_corrected_days: [day(4)] };
    const corrected = await rowsOf(await responseWith(switches));
    const units = (rows: readonly TsvRow[]) => rows.map((row) => numberOf(row, 'Units'));
    expect(units(corrected)).toEqual(units(usual).map((count) => (count > 0 ? count + 1 : count)));
    expect(await rowsOf(await responseWith({ connect_corrected_days: [] }))).toEqual(usual);
  });

  it('hold rows of an unknown currency and of an unknown product', async () => {
    const strange = await rowsOf(
      await responseWith({ connect_unknown_currency_next: 1, connect_unknown_product_next: 1 }),
    );
    const usual = await fileOf(4);
    expect(strange.slice(0, -2)).toEqual(usual);
    expect(strange.slice(-2)).toEqual([
      expect.objectContaining({ 'Currency of Proceeds': 'XQX', 'Parent Identifier': 'MOONVALE_IOS' }),
      expect.objectContaining({ 'Product Type Identifier': 'ZZ9', 'Parent Identifier': 'UNKNOWN_APP' }),
    ]);
  });
});
