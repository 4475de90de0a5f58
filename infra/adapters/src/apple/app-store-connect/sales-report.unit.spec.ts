import { describe, expect, it } from 'vitest';
import { appRow, renewalRow, salesTable } from '../../../../../tests/support/stand-ins/stand-in-store-reports.ts';
import { NotATableError } from '../delimited/read-delimited.ts';
import { readSalesReport, salesOfApplication } from './sales-report.ts';

const day = '2026-02-03';
const adamId = 1500000001;
const otherApp = 1500000002;
type Row = ReturnType<typeof appRow>;

const read = (rows: Row[]) => readSalesReport(Buffer.from(salesTable(rows)), day);
const ours = (rows: Row[], appSku: string | null = `app-${adamId}`) =>
  salesOfApplication(read(rows), { adamId, appSku });

describe('a sales report', () => {
  it('gives downloads and sales of the application, amounts in total', () => {
    const { rows, set_aside } = ours([appRow(day, adamId), renewalRow(day, adamId)]);
    expect(set_aside).toEqual([]);
    expect(rows).toEqual([
      {
        country: 'US',
        device: 'iPhone',
        kind: 'download',
        product_id: '',
        store_item_id: adamId,
        order_kind: '',
        units: 3,
        proceeds_micros: 0,
        proceeds_currency: 'USD',
        price_micros: 0,
        price_currency: 'USD',
      },
      {
        country: 'US',
        device: 'iPhone',
        kind: 'subscription',
        product_id: 'monthly',
        store_item_id: 6_000_001,
        order_kind: 'renewal',
        units: 2,
        proceeds_micros: 13_980_000,
        proceeds_currency: 'USD',
        price_micros: 19_980_000,
        price_currency: 'USD',
      },
    ]);
  });

  it.each([
    ['negative units alone', { Units: -1 }],
    ['negative units and amounts', { Units: -1, 'Developer Proceeds': '-6.99', 'Customer Price': '-9.99' }],
  ])('takes a refund back once, recognized by %s', (_how, fields) => {
    expect(ours([renewalRow(day, adamId, fields)]).rows).toMatchObject([
      { order_kind: 'refund', units: -1, proceeds_micros: -6_990_000, price_micros: -9_990_000 },
    ]);
  });

  it.each([
    ['1F', 'download'],
    ['3F', 'redownload'],
    ['7T', 'update'],
    ['F1', 'download'],
    ['1-B', 'other'],
  ])('knows what an app row of type %s is', (type, kind) => {
    expect(ours([appRow(day, adamId, { 'Product Type Identifier': type })]).rows).toMatchObject([{ kind }]);
  });

  it('leaves out other apps of the vendor and what is sold within them', () => {
    const { rows, set_aside } = ours([appRow(day, otherApp), renewalRow(day, otherApp), renewalRow(day, adamId)]);
    expect(rows).toHaveLength(1);
    expect(set_aside).toEqual([]);
  });

  it('shows the names by which in-app rows refer to apps', () => {
    const { skuByAdamId } = read([appRow(day, adamId), renewalRow(day, adamId), appRow(day, otherApp)]);
    expect([...skuByAdamId]).toEqual([
      [adamId, `app-${adamId}`],
      [otherApp, `app-${otherApp}`],
    ]);
  });

  it.each([
    ['unknown_currency', { 'Currency of Proceeds': 'ZZQ' }],
    ['unknown_currency', { 'Customer Currency': '' }],
    ['unknown_product', { SKU: '' }],
    ['unknown_product', { 'Parent Identifier': 'an-unknown-app' }],
    ['unknown_product_type', { 'Product Type Identifier': 'ZZ9' }],
    ['unknown_product_type', { 'Product Type Identifier': '' }],
    ['unknown_country', { 'Country Code': 'usa' }],
    ['wrong_day', { 'Begin Date': '02/04/2026' }],
    ['unreadable', { Units: 'many' }],
    ['unreadable', { Units: '1.5' }],
    ['unreadable', { 'Developer Proceeds': '6,99' }],
    ['unreadable', { 'Developer Proceeds': '' }],
    ['unreadable', { 'Customer Price': '1e300' }],
    ['unreadable', { 'Apple Identifier': 'none' }],
  ])('sets a row aside as %s instead of counting it: %o', (reason, fields) => {
    const { rows, set_aside } = ours([appRow(day, adamId), renewalRow(day, adamId, fields)]);
    expect(rows).toHaveLength(1);
    expect(set_aside).toMatchObject([{ reason, rows: 1 }]);
  });

  it.each([
    ['both amounts', { 'Product Type Identifier': 'ZZ9' }, [['USD', 13.98, 19.98]], 0],
    ['amounts of a refund', { 'Country Code': '', Units: '-1' }, [['USD', -6.99, -9.99]], 0],
    [
      'amounts in two currencies',
      { 'Begin Date': '', 'Customer Currency': 'SEK' },
      [
        ['SEK', 0, 19.98],
        ['USD', 13.98, 0],
      ],
      0,
    ],
    [
      'amounts in a currency that does not exist',
      { 'Currency of Proceeds': 'ZZQ' },
      [
        ['USD', 0, 19.98],
        ['ZZQ', 13.98, 0],
      ],
      0,
    ],
    ['the price alone', { 'Developer Proceeds': '6,99' }, [['USD', 0, 19.98]], 1],
    ['the proceeds alone', { 'Customer Price': '9,99' }, [['USD', 13.98, 0]], 0],
    ['nothing', { Units: 'many' }, [], 1],
    ['no amount without a currency', { 'Currency of Proceeds': '$', 'Customer Currency': '' }, [], 1],
  ])('counts the money of a row that it sets aside: %s', (_what, fields, money, unread) => {
    const strange = renewalRow(day, adamId, fields);
    const [aside] = ours([appRow(day, adamId), strange, strange]).set_aside;
    const micros = (amount: string | number | undefined) => Math.round(Number(amount) * 2 * 1_000_000);
    expect(aside).toMatchObject({ rows: 2, rows_without_money: 2 * unread });
    expect(aside?.money).toEqual(
      money.map(([currency, proceeds, price]) => ({
        currency,
        proceeds_micros: micros(proceeds),
        price_micros: micros(price),
      })),
    );
  });

  it.each([
    ['+6.99', '+9.99', '+2'],
    ['6.990', '9.990000', '2.0'],
    ['006.99', '9.9900000', '2.'],
    ['6.99-', '-9.99', '2'],
  ])('reads amounts and units however they are spelled: %s, %s, %s', (proceeds, price, Units) => {
    const row = renewalRow(day, adamId, { 'Developer Proceeds': proceeds, 'Customer Price': price, Units });
    expect(ours([row]).rows).toMatchObject([{ units: 2, proceeds_micros: 13_980_000, price_micros: 19_980_000 }]);
  });

  it('reads amounts without a digit before or after the point', () => {
    const row = renewalRow(day, adamId, { 'Developer Proceeds': '.7', 'Customer Price': '1.', Units: '1-' });
    expect(ours([row]).rows).toMatchObject([{ units: -1, proceeds_micros: -700_000, price_micros: -1_000_000 }]);
  });

  it('sets sales aside while it is unknown what the vendor calls the app', () => {
    expect(ours([renewalRow(day, adamId)], null)).toEqual({
      rows: [],
      set_aside: [
        {
          reason: 'unknown_product',
          rows: 1,
          rows_without_money: 0,
          money: [{ currency: 'USD', proceeds_micros: 13_980_000, price_micros: 19_980_000 }],
        },
      ],
    });
  });

  it('is none without its columns', () => {
    expect(() => readSalesReport(Buffer.from('SKU\tUnits\nx\t1\n'), day)).toThrow(NotATableError);
    const headless = salesTable([appRow(day, adamId)])
      .split('\n')
      .slice(1)
      .join('\n');
    expect(() => readSalesReport(Buffer.from(headless), day)).toThrow(NotATableError);
  });
});
