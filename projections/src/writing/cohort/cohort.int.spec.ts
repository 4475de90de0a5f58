import { type ClickHouseClient, insertRows } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignReport } from '../../queries.ts';
import type { ReportQuestion } from '../../reading/reports/report.ts';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import { adamId, applicationId, campaign, orgId } from '../../testing/sample-events.ts';
import {
  installAttributed,
  installOrganic,
  installReopened,
  installReported,
  linked,
  notification,
  testInstallReported,
  transaction,
} from '../../testing/sample-users.ts';
import { contentOf, startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';
import { type LinkRecorded, linkRows } from './cohort-events.ts';

const question: ReportQuestion = {
  scope: {
    applicationId,
    adamId,
    orgId,
    orgCurrency: 'EUR',
    timeZone: 'UTC',
    currency: 'USD',
    smallBusiness: false,
    linkedOrgIds: [orgId],
  },
  from: '2026-03-01',
  to: '2026-03-31',
  countries: null,
  claimType: 'total',
  status: 'all',
  now: new Date('2026-03-20T00:00:00.000Z'),
};

const trial = transaction('t1', {
  price_micros: 0,
  offer_type: 1,
  offer_discount_type: 'FREE_TRIAL',
  expires_at: '2026-03-13T12:00:00.000Z',
});
const charge = transaction('t2', {
  original_transaction_id: 't1',
  purchased_at: '2026-03-13T12:00:00.000Z',
  expires_at: '2026-04-13T12:00:00.000Z',
});
const refunded = { ...charge, revoked_at: '2026-03-15T00:00:00.000Z' };

const started = notification('SUBSCRIBED', [trial]);
const renewed = notification('DID_RENEW', [charge]);
const refundNotification = notification('REFUND', [refunded], { signed_at: '2026-03-15T00:00:00.000Z' });

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const written = async (events: readonly StreamEvent[], sizes: readonly number[]): Promise<ClickHouseClient> => {
  const client = await tables.emptyTables();
  await writeInBatches(client, asRecorded(events), sizes);
  return client;
};
const rowOf = async (client: ClickHouseClient, id: number) =>
  (await campaignReport(client, question)).rows.find((row) => row.id === id);

describe('what the users of an install buy', () => {
  it('counts for the campaign of the install, whatever arrived first', async () => {
    const events = [
      campaign(1),
      installReported('i1'),
      installAttributed('i1', { campaign_id: 1 }),
      linked('i1', 't1'),
      started,
      renewed,
    ];
    const expected = { first_launches: 1, trials: 1, conversions: 1, current_income: 7 };
    const orders = [events, [...events].reverse(), [started, renewed, ...events.slice(0, 4)]];
    for (const order of orders) {
      // An install is reported before it is attributed; everything else may come in any order.
      const sorted = [...order].sort(
        (a, b) => Number(a.event.type === 'InstallAttributed') - Number(b.event.type === 'InstallAttributed'),
      );
      const client = await written(sorted, [1]);
      expect(await rowOf(client, 1)).toMatchObject(expected);
    }
  });

  it('moves to the campaign when the attribution comes later', async () => {
    const events = [campaign(1), installReported('i1'), linked('i1', 't1'), started, renewed];
    const client = await written(events, [2]);
    expect(await rowOf(client, -1)).toMatchObject({ first_launches: 1, trials: 1, current_income: 7 });
    await writeInBatches(client, asRecorded([...events, installAttributed('i1')]).slice(-1), [1]);
    expect(await rowOf(client, -1)).toMatchObject({ first_launches: 0, trials: 0, current_income: 0 });
    expect(await rowOf(client, 1)).toMatchObject({ first_launches: 1, trials: 1, conversions: 1, current_income: 7 });
  });

  it('moves from organic over pending to the campaign when the token of the install comes later', async () => {
    const events = [campaign(1), installReported('i1'), installOrganic('i1', 'no_token'), linked('i1', 't1'), started];
    const client = await written([...events, renewed], [2]);
    const completed = asRecorded([...events, renewed, installReopened('i1'), installAttributed('i1')]).slice(-2);
    const bought = { trials: 1, conversions: 1, current_income: 7 };
    const inRows = async () =>
      Promise.all([0, -1, 1].map(async (id) => (await rowOf(client, id))?.first_launches ?? 0));
    expect(await inRows()).toEqual([1, 0, 0]);
    expect(await rowOf(client, 0)).toMatchObject(bought);
    await writeInBatches(client, completed.slice(0, 1), [1]);
    expect(await inRows()).toEqual([0, 1, 0]);
    expect(await rowOf(client, -1)).toMatchObject(bought);
    await writeInBatches(client, completed.slice(1), [1]);
    expect(await inRows()).toEqual([0, 0, 1]);
    expect(await rowOf(client, 1)).toMatchObject(bought);
  });

  it('counts for the campaign of an attribution of which the rest is not known', async () => {
    const partial = installAttributed('i1', { ad_group_id: null, keyword_id: null, country: null });
    const client = await written([campaign(1), installReported('i1'), partial, linked('i1', 't1'), renewed], [9]);
    expect(await rowOf(client, 1)).toMatchObject({ first_launches: 1, conversions: 1, current_income: 7 });
    const germany = await campaignReport(client, { ...question, countries: ['DE'] });
    expect(germany.rows.find(({ id }) => id === 1)?.first_launches ?? 0).toBe(0);
  });

  it('is linked by the account token alone, also in the other spelling', async () => {
    const token = 'a1b2c3d4-0000-4000-8000-00000000000a';
    const tokened = notification('SUBSCRIBED', [transaction('t9', { app_account_token: token })]);
    const client = await written(
      [tokened, installReported(token.toUpperCase()), installOrganic(token.toUpperCase())],
      [1],
    );
    expect(await rowOf(client, 0)).toMatchObject({ conversions: 1, current_income: 7 });
  });

  it('is in no count when the install is of a build that is not from the store, whatever arrived first', async () => {
    const test = testInstallReported('i1');
    const nothing = { first_launches: 0, trials: 0, conversions: 0, current_income: 0 };
    for (const events of [
      [campaign(1), test, linked('i1', 't1'), started, renewed],
      [campaign(1), started, renewed, linked('i1', 't1'), installReported('i1'), test],
    ]) {
      const { rows, totals } = await campaignReport(await written(events, [1]), question);
      for (const row of [...rows, totals]) expect(row).toMatchObject(nothing);
    }
  });

  it('is taken back by a refund, even one that arrived before the sale', async () => {
    const before = [campaign(1), installReported('i1'), installAttributed('i1'), linked('i1', 't1')];
    const client = await written([...before, refundNotification, renewed, started], [1]);
    expect(await rowOf(client, 1)).toMatchObject({
      trials: 1,
      conversions: 1,
      refund_rate: 1,
      current_income: 0,
      products: { monthly: { count: 1, refunded: 1, active: 0 } },
    });
  });

  it('gives the same tables for every way to cut the log into batches', async () => {
    const events = [
      campaign(1),
      started,
      installReported('i1'),
      renewed,
      linked('i1', 't1'),
      installAttributed('i1'),
      refundNotification,
      installReported('i2'),
      notification('SUBSCRIBED', [transaction('t5')]),
      linked('i2', 't5'),
      installOrganic('i2', 'no_token'),
      installReopened('i2'),
      installAttributed('i2'),
    ];
    const [oneByOne, atOnce, uneven] = await Promise.all([
      written(events, [1]),
      written(events, [99]),
      written(events, [3, 1, 4]),
    ]);
    const content = await contentOf(atOnce);
    expect(content.subscription_current_v1).toHaveLength(2);
    expect(await contentOf(oneByOne)).toEqual(content);
    expect(await contentOf(uneven)).toEqual(content);
  });

  it('lies at one place when it turns out to be of another install, of another day', async () => {
    const first = 'a1b2c3d4-0000-4000-8000-00000000000b';
    const second = 'A1B2C3D4-0000-4000-8000-00000000000B';
    const events = [
      notification('SUBSCRIBED', [transaction('t9', { app_account_token: first })]),
      installReported(second, '2026-03-02T09:00:00.000Z'),
      installOrganic(second),
      installReported(first, '2026-03-07T09:00:00.000Z'),
      installOrganic(first),
    ];
    const [oneByOne, atOnce] = await Promise.all([written(events, [1]), written(events, [99])]);
    const content = await contentOf(atOnce);
    expect(content.cohort_subscription_v1).toEqual([expect.stringContaining('2026-03-07')]);
    expect(content.cohort_charge_v1).toEqual([expect.stringContaining('2026-03-07')]);
    expect(await contentOf(oneByOne)).toEqual(content);
  });

  it('lies at one place whatever event its install begins with', async () => {
    const events = [linked('i1', 't1'), started, renewed, installReopened('i1')];
    expect(await contentOf(await written(events, [1]))).toEqual(await contentOf(await written(events, [99])));
  });

  it('is taken from its former place also when its batch was written in part before', async () => {
    const before = [started, installReported('i1')];
    const link = linked('i1', 't1');
    const client = await written(before, [2]);
    const recorded = asRecorded([...before, link]).slice(-1);
    for (const { table, row } of linkRows(recorded[0] as LinkRecorded)) {
      await insertRows(client, { table, rows: [row], token: `cut off ${table}` });
    }
    await writeInBatches(client, recorded, [1]);
    expect(await contentOf(client)).toEqual(await contentOf(await written([...before, link], [99])));
  });

  it('stays what it is when the whole log is written again', async () => {
    const events = [campaign(1), installReported('i1'), installAttributed('i1'), linked('i1', 't1'), started, renewed];
    const client = await written(events, [4]);
    const before = await contentOf(client);
    await writeInBatches(client, asRecorded(events), [1]);
    expect(await contentOf(client)).toEqual(before);
  });
});
