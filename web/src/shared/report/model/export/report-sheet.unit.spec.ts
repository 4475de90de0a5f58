import type { ReportRow, ReportTotals } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { tabSeparated } from '../../../tables/table-export/tab-separated.ts';
import { type LayoutContext, layoutColumns } from '../columns/column-layout.ts';
import { fileName, receiptOf } from './report-receipt.ts';
import { sheetHead, sheetLines, sheetRow } from './report-sheet.ts';

const context: LayoutContext = {
  level: 'campaign',
  tab: 'short_report',
  predictions: true,
  rangeDays: 7,
  timeZone: 'UTC',
  compact: false,
  columns: ['status', 'daily_cap', 'taps', 'spend', 'predicted_roas', 'product:yearly:active'],
  currencySign: '$',
  settingsSign: '€',
};
const products = {
  yearly: {
    count: 3,
    trial: 1,
    trial_canceled: 0,
    billing_issues: 0,
    active: 2,
    canceled: 0,
    refunded: 0,
    current_income: 9,
    predicted_income: 12,
  },
};
// The schema's rows are open, so that TypeScript cannot see the products beside the cells.
const row = {
  id: 1,
  name: '=cmd',
  status: 'PAUSED',
  daily_cap: 30,
  taps: 1234,
  spend: 99.123456,
  predicted_roas: 1.2892,
  products,
} as unknown as ReportRow;
const totals = {
  taps: 1234,
  spend: 99.123456,
  predicted_roas: null,
  daily_cap: 30,
  products,
} as unknown as ReportTotals;
const columns = layoutColumns(context, { rows: [row], totals });
const source = { level: 'campaign' as const, columns, totals, receipt: [{ label: 'Rows', value: 1 }] };

describe('the sheet of a report', () => {
  it('has the columns of the screen in their order, with unit, product and mode in the header', () => {
    expect(sheetHead(source).columns.map(({ header, kind }) => `${header} (${kind})`)).toEqual([
      'Campaign (text)',
      'Status (text)',
      'Daily cap, € (money)',
      'Taps (count)',
      'Spend, $ (money)',
      'Predicted ROAS, % (percent)',
      'yearly: Active (count)',
    ]);
  });

  it('has figures as they were counted and names with their status, as the screen shows them', () => {
    expect(sheetRow(columns, row)).toEqual(['=cmd (PAUSED)', 'Paused', 30, 1234, 99.123456, 1.2892, 2]);
  });

  it('says the totals in the receipt, but none of settings', () => {
    const labels = sheetHead(source).receipt.map(({ label }) => label);
    expect(labels).toEqual(['Rows', 'Total: Taps', 'Total: Spend, $', 'Total: yearly: Active']);
  });

  it('on the clipboard is text that is no formula', () => {
    const text = tabSeparated(sheetLines(source, [row]));
    expect(text.split('\n')).toHaveLength(3);
    expect(text).toContain("\n'=cmd (PAUSED)\tPaused\t30\t1234\t99.123456\t1.2892\t2");
  });
});

describe('the receipt', () => {
  it('says whose figures of which days, how filtered, how old and how many', () => {
    const lines = receiptOf({
      application: 'Moonvale',
      organization: 'Moonvale Apps',
      timeZone: 'Europe/Berlin',
      currency: 'USD',
      params: { application_id: 1, asa_organization_id: 2, from: '2026-11-15', to: '2026-11-21', country: 'DE,US' },
      asOf: { ads: '2026-11-21T14:40:00Z', sdk: null, store: null, impression_share: null },
      position: '1234',
      path: ['US · Brand'],
      tab: 'Full report',
      predictions: false,
      rowFilter: 'sleep',
      rows: 20_000,
      madeAt: new Date('2026-11-21T15:00:00Z'),
    });
    const text = lines.map(({ label, value }) => `${label}: ${value}`).join('\n');
    for (const line of [
      'Application: Moonvale',
      'Within: US · Brand',
      'Days: 2026-11-15 to 2026-11-21 (Europe/Berlin)',
      'Countries: DE,US',
      'Claim type: Tap-through',
      'Row filter: sleep',
      'Predictions for active subscriptions: Not included',
      'Apple Ads as of: 2026-11-21T14:40:00Z',
      'Store as of: nothing yet',
      'Log position: 1234',
      'Rows: 20000',
    ]) {
      expect(text).toContain(line);
    }
  });

  it('goes with a file named after rows and days', () => {
    const params = { application_id: 1, asa_organization_id: 2, from: '2026-11-15', to: '2026-11-21' };
    expect(fileName(params, 'ad groups', 'xlsx')).toBe('tapwise-ad-groups-2026-11-15-2026-11-21.xlsx');
  });

  it('of the past says as of when the figures were known, and so does the name of the file', () => {
    const params = { application_id: 1, asa_organization_id: 2, from: '2026-11-15', to: '2026-11-21' };
    const facts = {
      application: 'Moonvale',
      organization: 'Moonvale Apps',
      timeZone: 'Europe/Berlin',
      currency: 'USD',
      asOf: { ads: null, sdk: null, store: null, impression_share: null },
      position: null,
      path: [],
      tab: 'Full report',
      predictions: true,
      rowFilter: '',
      rows: 1,
      madeAt: new Date(0),
    };
    const as_of = '2026-11-20T09:00Z';
    const lineOf = (requestParams: typeof params & { as_of?: string }) =>
      receiptOf({ ...facts, params: requestParams }).find(({ label }) => label === 'As known at')?.value;
    expect(lineOf({ ...params, as_of })).toBe(as_of);
    expect(lineOf(params)).toBeUndefined();
    const name = fileName({ ...params, as_of }, 'ad groups', 'csv');
    expect(name).toBe('tapwise-ad-groups-2026-11-15-2026-11-21-as-of-2026-11-20T0900Z.csv');
  });
});
