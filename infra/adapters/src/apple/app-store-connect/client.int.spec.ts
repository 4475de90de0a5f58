import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  appRow,
  renewalRow,
  type StandInStoreReports,
  salesTable,
  startStandInStoreReports,
  subscriptionRow,
  subscriptionTable,
} from '../../../../../tests/support/stand-ins/stand-in-store-reports.ts';
import { createStoreReportsClient, type StoreReportsClient } from './client.ts';

const day = '2026-02-03';
const adamId = 1500000001;
const maxTextBytes = 1_000_000;

let store: StandInStoreReports;
let client: StoreReportsClient;

beforeEach(async () => {
  store = await startStandInStoreReports();
  client = createStoreReportsClient({ url: store.url, timeoutMs: 2000, maxFileBytes: 200_000, maxTextBytes });
  store.responses.set(`SALES ${day}`, { table: salesTable([appRow(day, adamId), renewalRow(day, adamId)]) });
});

afterEach(async () => {
  await client.close();
  await store.stop();
});

const sales = () => client.salesReport(store.key, day);
/** How many lines the report of the day has. */
const lines = async () => {
  const report = await sales();
  return report.kind === 'report' ? report.content.lines.length : report.kind;
};

describe('the client of the store reports', () => {
  it('asks with a token of the key that lives at most twenty minutes', async () => {
    expect(await lines()).toBe(2);
    const [question] = store.questions;
    expect(question?.query).toEqual({
      frequency: 'DAILY',
      reportType: 'SALES',
      reportSubType: 'SUMMARY',
      version: '1_0',
      vendorNumber: store.key.vendor_number,
      reportDate: day,
    });
    expect(question?.header).toMatchObject({ alg: 'ES256', kid: store.key.key_id, typ: 'JWT' });
    expect(Number(question?.claims.exp) - Number(question?.claims.iat)).toBeLessThanOrEqual(1200);
  });

  it('gives the state of the subscriptions of one app', async () => {
    const offers = { 'Free Trial Promotional Offer Subscriptions': 2, 'Billing Retry': 3 };
    const table = subscriptionTable([subscriptionRow(adamId, offers), subscriptionRow(adamId + 1)]);
    store.responses.set(`SUBSCRIPTION ${day}`, { table });
    const row = {
      country: 'US',
      device: 'iPhone',
      store_item_id: 6_000_001,
      name: 'Monthly',
      group_id: '',
      duration: '1 Month',
      active: 40,
      trials: 5,
      paid_introductions: 0,
      offers: 2,
      billing_retry: 3,
      grace_period: 0,
    };
    expect(await client.subscriptionReport(store.key, { day, adamId })).toEqual({
      kind: 'report',
      content: { rows: [row], set_aside: [] },
    });
    expect(store.questions[0]?.query).toMatchObject({ reportType: 'SUBSCRIPTION', version: '1_3' });
  });

  it.each([
    ['unreadable', { 'Active Standard Price Subscriptions': '-4' }],
    ['unknown_product', { 'Subscription Apple ID': '' }],
    ['unknown_country', { Country: 'Everywhere' }],
  ])('sets a row of subscriptions aside as %s: %o', async (reason, fields) => {
    const table = subscriptionTable([subscriptionRow(adamId, fields), subscriptionRow(adamId)]);
    store.responses.set(`SUBSCRIPTION ${day}`, { table });
    const report = await client.subscriptionReport(store.key, { day, adamId });
    expect(report).toMatchObject({ content: { rows: [{ active: 40 }], set_aside: [{ reason, rows: 1 }] } });
  });

  it.each([
    ['no_sales', { status: 404, detail: 'There were no sales for the date specified.' }],
    ['not_available', { status: 404, detail: 'Report is not available yet. Daily reports for the Americas are …' }],
    ['not_available', { status: 404, detail: 'There were no sales: the report is not yet available.' }],
    ['unclear', { status: 404, detail: 'The specified resource does not exist' }],
    ['unclear', { status: 404, detail: '' }],
  ])('says why a day has no report: %s', async (kind, fault) => {
    store.faults.push(fault);
    expect(await sales()).toEqual({ kind });
  });

  it('asks again with the version that the store names, and goes on with it', async () => {
    const detail = 'The version parameter you have specified is invalid. The latest version for this report is 1_1.';
    store.faults.push({ status: 400, detail });
    expect(await lines()).toBe(2);
    await sales();
    expect(store.questions.map(({ query }) => query.version)).toEqual(['1_0', '1_1', '1_1']);
  });

  it('does not follow versions for ever', async () => {
    const named = (version: string) => ({ status: 400, detail: `The latest version for this report is ${version}.` });
    store.faults.push(named('1_1'), named('1_2'));
    await expect(sales()).rejects.toMatchObject({ name: 'StoreReportsError', kind: 'rejected' });
    expect(store.questions).toHaveLength(2);
  });

  it.each([
    [{ status: 401 }, 'refused'],
    [{ status: 403 }, 'refused'],
    [{ status: 400, detail: 'Invalid vendor number specified.' }, 'rejected'],
    [{ status: 500 }, 'away'],
    [{ status: 503 }, 'away'],
  ])('reports %o as %s', async (fault, kind) => {
    store.faults.push(fault);
    await expect(sales()).rejects.toMatchObject({ name: 'StoreReportsError', kind });
  });

  it('passes the Retry-After of the store on', async () => {
    store.faults.push({ status: 429, headers: { 'retry-after': '90' } });
    await expect(sales()).rejects.toMatchObject({ kind: 'limited', afterSeconds: 90 });
  });

  it('is reported when nothing answers', async () => {
    await store.stop();
    await expect(sales()).rejects.toMatchObject({ kind: 'away' });
    store = await startStandInStoreReports();
  });
});

describe('a report that is none', () => {
  const whole = gzipSync(salesTable([appRow(day, adamId)]));
  const corrupt = Buffer.from(whole);
  corrupt.fill(0xff, 20, 40);

  it.each([
    ['no gzip at all', Buffer.from('SKU\tUnits\n')],
    ['empty', Buffer.alloc(0)],
    ['corrupt', corrupt],
    ['truncated', whole.subarray(0, whole.length - 12)],
    ['a thousand times larger than it looks', gzipSync(Buffer.alloc(50_000_000))],
    ['larger than it may be', randomBytes(300_000)],
    [
      'without a header',
      gzipSync(
        salesTable([appRow(day, adamId)])
          .split('\n')
          .slice(1)
          .join('\n'),
      ),
    ],
    ['another table', gzipSync('a\tb\n1\t2\n')],
  ])('is an error and never rows: %s', async (_what, bytes) => {
    store.faults.push({ bytes });
    await expect(sales()).rejects.toMatchObject({ name: 'StoreReportsError', kind: 'unreadable' });
    // The next answer is none the worse for it.
    expect(await lines()).toBe(2);
  });
});

describe('a report of another form', () => {
  it.each([
    [['Units'], 'Units'],
    [['Currency of Proceeds', 'Customer Price'], 'Currency of Proceeds, Customer Price'],
  ])('names the columns it lacks: %j', async (columns, _words) => {
    let table = salesTable([appRow(day, adamId)]);
    for (const column of columns) table = table.replace(column, `${column} (old)`);
    store.faults.push({ table });
    await expect(sales()).rejects.toMatchObject({ kind: 'unreadable', missingColumns: columns });
  });

  it('is so for reports of subscriptions', async () => {
    const table = subscriptionTable([subscriptionRow(adamId)]).replace('Subscription Apple ID', 'Subscription ID');
    store.responses.set(`SUBSCRIPTION ${day}`, { table });
    await expect(client.subscriptionReport(store.key, { day, adamId })).rejects.toMatchObject({
      kind: 'unreadable',
      missingColumns: ['Subscription Apple ID'],
    });
  });
});

describe('a key that is tried', () => {
  it('is accepted when the store has an answer, and when it says there is nothing', async () => {
    expect(await client.probe(store.key)).toBe('accepted');
    store.faults.push({ bytes: Buffer.from('whatever') });
    expect(await client.probe(store.key)).toBe('accepted');
  });

  it('is refused when it is not of that issuer, or has another id, or no right', async () => {
    expect(await client.probe({ ...store.key, issuer_id: 'another issuer' })).toBe('key_refused');
    expect(await client.probe({ ...store.key, key_id: 'FFFFF12345' })).toBe('key_refused');
    store.faults.push({ status: 403 });
    expect(await client.probe(store.key)).toBe('role_missing');
    store.faults.push({ status: 403, code: 'FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED' });
    expect(await client.probe(store.key)).toBe('agreement_missing');
  });

  it('is refused without a call when it is no key of the right kind', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const rsa = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(await client.probe({ ...store.key, private_key: rsa })).toBe('key_refused');
    expect(await client.probe({ ...store.key, private_key: 'not a key' })).toBe('key_refused');
    expect(store.questions).toEqual([]);
  });

  it('is distinguished from a wrong vendor number', async () => {
    expect(await client.probe({ ...store.key, vendor_number: '1' })).toBe('vendor_number_refused');
  });

  it('is neither accepted nor refused while the store is away', async () => {
    store.faults.push({ status: 503 });
    await expect(client.probe(store.key)).rejects.toMatchObject({ kind: 'away' });
  });
});
