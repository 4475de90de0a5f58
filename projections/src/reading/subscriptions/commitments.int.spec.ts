import type { StoreTransaction } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignReport, explainRow, type ReportQuestion, rowGrain } from '../../queries.ts';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import { adamId, applicationId, campaign, orgId } from '../../testing/sample-events.ts';
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
  orgCurrency: 'USD',
  linkedOrgIds: [orgId],
  timeZone: 'Europe/Berlin',
  currency: 'USD',
  smallBusiness: false,
};
const questionAt = (now: string): ReportQuestion => ({
  scope,
  from: '2026-03-01',
  to: '2026-03-31',
  countries: null,
  claimType: 'total',
  status: 'all',
  now: new Date(now),
});
const first = transaction('s1', {
  commitment: { payment: 1, payments: 12, expires_at: '2027-03-10T12:00:00.000Z' },
} as Partial<StoreTransaction>);
const world = [campaign(1), installReported('i1'), installAttributed('i1'), linked('i1', 's1')];
const bought = notification('SUBSCRIBED', [first], { subtype: 'INITIAL_BUY' });
const off = notification('DID_CHANGE_RENEWAL_STATUS', [first], {
  subtype: 'AUTO_RENEW_DISABLED',
  signed_at: '2026-03-12T12:00:00.000Z',
});
// Ten dollars, less the store's fee; of what is to come, less the refunds that are usual.
const net = 7;
const expectedRefunds = 0.02;

async function rowAfter(events: readonly StreamEvent[], now: string) {
  const client = await tables.emptyTables();
  await writeInBatches(client, asRecorded([...world, ...events]), [20]);
  const question = questionAt(now);
  const report = await campaignReport(client, question);
  const row = report.rows.find(({ id }) => id === 1) as unknown as Record<string, number> & {
    products: Record<string, Record<string, number>>;
  };
  const explained = await explainRow(client, { ...question, ...rowGrain('campaigns', '1') });
  return { row, remaining: explained.parts.reduce((sum, { remaining }) => sum + remaining, 0) };
}

describe('a term that is paid month by month', () => {
  it('is active after renewal was switched off, and its owed payments are predicted', async () => {
    const { row, remaining } = await rowAfter([bought, off], '2026-03-20T00:00:00.000Z');
    expect(row.products.monthly).toMatchObject({ count: 1, active: 1, canceled: 0 });
    expect(row.current_income).toBeCloseTo(net, 6);
    expect(row.predicted_income).toBeCloseTo(net + 11 * net * (1 - expectedRefunds), 6);
    expect(remaining).toBeCloseTo(11 * net * (1 - expectedRefunds), 6);
  });

  it('is worth more while it is to be renewed, and nothing more once it has ended', async () => {
    const renewing = await rowAfter([bought], '2026-03-20T00:00:00.000Z');
    expect(renewing.remaining).toBeGreaterThan(11 * net * (1 - expectedRefunds));
    expect(renewing.row.predicted_income).toBeCloseTo(net + renewing.remaining, 6);
    const ended = await rowAfter([bought, off], '2027-03-11T00:00:00.000Z');
    expect(ended.row.products.monthly).toMatchObject({ active: 0, canceled: 1 });
    expect(ended.row.predicted_income).toBeCloseTo(net, 6);
  });
});
