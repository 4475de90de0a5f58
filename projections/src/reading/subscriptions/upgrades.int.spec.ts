import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignReport, explainRow, type ReportQuestion, rowGrain } from '../../queries.ts';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import { adamId, applicationId, campaign, orgId, rates } from '../../testing/sample-events.ts';
import { installAttributed, installReported, linked, notification, transaction } from '../../testing/sample-users.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const scope = {
  applicationId,
  adamId,
  orgId,
  orgCurrency: 'EUR',
  linkedOrgIds: [orgId],
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  smallBusiness: false,
};
const question: ReportQuestion = {
  scope,
  from: '2026-03-01',
  to: '2026-03-31',
  countries: null,
  claimType: 'total',
  status: 'all',
  now: new Date('2026-03-31T10:00:00.000Z'),
};

const month = transaction('s1', { purchased_at: '2026-03-10T12:00:00.000Z', expires_at: '2026-04-09T12:00:00.000Z' });
/** A quarter of the thirty days is used: seven and a half days. */
const year = transaction('s1-year', {
  original_transaction_id: 's1',
  product_id: 'yearly',
  price_micros: 60_000_000,
  purchased_at: '2026-03-18T00:00:00.000Z',
  expires_at: '2027-03-18T00:00:00.000Z',
});
const bought = notification('SUBSCRIBED', [month], { subtype: 'INITIAL_BUY' });
const upgraded = notification('DID_CHANGE_RENEWAL_PREF', [year], { subtype: 'UPGRADE' });
const refunded = notification('REFUND', [{ ...month, revoked_at: '2026-03-20T00:00:00.000Z' }], {
  signed_at: '2026-03-20T00:00:00.000Z',
});
const world = [
  campaign(1),
  installReported('i1'),
  installAttributed('i1'),
  linked('i1', 's1'),
  rates('2026-03-01', { USD: 1.25 }),
  rates('2026-03-17', { USD: 1.6 }),
];

/** The campaign's row and the explanation of its income. */
async function responsesAfter(events: readonly StreamEvent[]) {
  const client = await tables.emptyTables();
  await writeInBatches(client, asRecorded([...world, ...events]), [events.length + 3]);
  const report = await campaignReport(client, question);
  const row = report.rows.find(({ id }) => id === 1) as unknown as Record<string, number> & {
    products: Record<string, Record<string, number>>;
  };
  const explained = await explainRow(client, { ...question, ...rowGrain('campaigns', '1') });
  return { row, explained };
}

// Ten dollars without tax, less the store's fee, at the rate of their day; sixty likewise, at a later rate.
const ofMonth = (10 * 0.7) / 1.25;
const ofYear = (60 * 0.7) / 1.6;

describe('an upgrade in mid-period', () => {
  it('lowers the income of the interrupted product by its unused share, at the rate of its own day, and says so', async () => {
    const { row, explained } = await responsesAfter([bought, upgraded]);
    expect(row.current_income).toBeCloseTo(ofMonth / 4 + ofYear, 4);
    expect(row.products.monthly?.current_income).toBeCloseTo(ofMonth / 4, 4);
    expect(row.products.yearly).toMatchObject({ count: 1, active: 1, refunded: 0 });
    expect(row).toMatchObject({ conversions: 1, refund_rate: 0 });
    expect(explained.estimated?.charges).toBe(1);
    expect(explained.estimated?.taken_back).toBeCloseTo((ofMonth * 3) / 4, 4);
  });

  it('is replaced by what the store reports, whichever comes first', async () => {
    for (const events of [
      [bought, upgraded, refunded],
      [bought, refunded, upgraded],
    ]) {
      const { row, explained } = await responsesAfter(events);
      expect(row.current_income).toBeCloseTo(ofYear, 4);
      expect(row).toMatchObject({ conversions: 1, refund_rate: 1 });
      expect(row.products.yearly).toMatchObject({ active: 1, refunded: 0 });
      expect(explained.estimated).toBeNull();
    }
  });

  it('takes back a part of what an unpriced payment counts for too', async () => {
    const old = (events: StreamEvent) => {
      const data = events.event.data as { transactions: object[]; version: string };
      const transactions = data.transactions.map((sale) => ({ ...sale, price_micros: null, currency: null }));
      return { ...events, event: { ...events.event, data: { ...data, version: 'v2', transactions } } } as StreamEvent;
    };
    // The price of the month is known from another user.
    const other = notification('SUBSCRIBED', [transaction('s2', { purchased_at: '2026-03-09T12:00:00.000Z' })], {
      subtype: 'INITIAL_BUY',
    });
    const { row } = await responsesAfter([other, old(bought), upgraded]);
    expect(row.current_income).toBeCloseTo(ofMonth / 4 + ofYear, 4);
  });
});
