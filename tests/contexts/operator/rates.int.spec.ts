import { createLogger } from '@tapwise/adapters';
import { exchangeRatesStream, storeDayStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rates } from '../../../infra/operations/operator/rates.ts';
import { projections } from '../../../projections/src/projection-list.ts';
import { rebuildTables } from '../../../projections/src/writing/filling/rebuild-tables.ts';
import { happened, inTables } from '../../support/facts/ads-world.ts';
import { expectUsageError, runOperator } from '../../support/programs/operator-command.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';

const currency = 'SEK';
const held = (day: string, rate: number) => ({
  type: 'ExchangeRatesHeldBack' as const,
  data: {
    day,
    fetched_at: '2026-03-04T15:00:00.000Z',
    held: [{ currency, rate, previous_rate: 10, previous_day: '2026-03-02' }],
  },
});
let api: ApiService;
let token: string;
let applicationId: number;

beforeAll(async () => {
  api = await startApi({ tables: true });
  ({ token } = await api.signUp());
  const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
  applicationId = Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
  await publish('2026-03-02', { SEK: 10, USD: 1 });
  await publish('2026-03-03', { USD: 1 });
  await happened(api, exchangeRatesStream('2026-03-03'), held('2026-03-03', 100));
  await publish('2026-03-04', { USD: 1 });
  await happened(api, exchangeRatesStream('2026-03-04'), held('2026-03-04', 1));
  const sale = {
    country: 'SE',
    device: 'iPhone',
    kind: 'purchase' as const,
    product_id: 'coins',
    store_item_id: 5,
    order_kind: 'new',
    units: 1,
    proceeds_micros: 1_000_000_000,
    proceeds_currency: currency,
    price_micros: 1_000_000_000,
    price_currency: currency,
  };
  const data = { application_id: applicationId, day: '2026-03-03', pulled_at: '2026-03-05T10:00:00.000Z' };
  const sold = { ...data, rows: [sale], set_aside: [] };
  const position = await happened(api, storeDayStream(applicationId, data.day), {
    type: 'StoreSalesRecorded',
    data: sold,
  });
  await inTables(api, position);
});
afterAll(() => api.stop());

const publish = (day: string, rates: Record<string, number>) =>
  happened(api, exchangeRatesStream(day), {
    type: 'ExchangeRatesPublished',
    data: { day, rates, fetched_at: '2026-03-04T15:00:00.000Z' },
  });
const operator = (...args: string[]) => runOperator(api.addresses, ...args);

/** What the report says the sale brought, in US dollars. */
async function proceeds(): Promise<number | undefined> {
  const query = { application_id: applicationId };
  const { body } = await api.call('GET', '/api/application/iap_prices', { token, query });
  return (body as { purchases: { total_amount: number }[] }).purchases[0]?.total_amount;
}

describe('rates that are held back', () => {
  const row = {
    day: '2026-03-03',
    currency,
    units_per_euro: 100,
    previous_units_per_euro: 10,
    previous_day: '2026-03-02',
    held_since: '2026-03-04T15:00:00.000Z',
    state: 'held',
  };

  it('are listed, and not used', async () => {
    const { code, rows } = await operator('rates');
    expect([code, rows]).toEqual([0, [row, { ...row, day: '2026-03-04', units_per_euro: 1 }]]);
    expect(await proceeds()).toBe(100);
  });

  it('are used once an operator accepts them, and never when they are refused; rebuilt tables say the same', async () => {
    const accepted = await operator('rates', '--accept', '2026-03-03', 'sek', '--reason', 'Seen at the bank');
    expect(accepted).toMatchObject({ code: 0, rows: [{ ...row, state: 'accepted' }] });
    const refused = await operator('rates', '--refuse', '2026-03-04', currency);
    expect(refused).toMatchObject({ code: 0, rows: [{ day: '2026-03-04', state: 'refused' }] });
    await inTables(api, BigInt(String(refused.rows[0]?.log_position)));
    expect(await proceeds()).toBe(10);
    expect((await operator('rates')).rows).toEqual([]);
    const last = (await api.log.readStream(exchangeRatesStream('2026-03-03'))).at(-1);
    expect(last).toMatchObject({
      event: { type: 'ExchangeRateAccepted', data: { rate: 100, confirmed_by: null } },
      metadata: { actor: { kind: 'operator' }, reason: 'Seen at the bank' },
    });
    const { CLICKHOUSE_URL: url } = api.addresses;
    const rebuilt = projections.filter(({ name }) => name === 'exchange-rate');
    const logger = createLogger('test', 'silent');
    expect(await rebuildTables({ log: api.log, url, logger, projections: rebuilt, epoch: 1 })).toMatchObject({
      swapped: true,
      differences: [],
    });
    expect(await proceeds()).toBe(10);
  });

  it('say how they are decided about', async () => {
    const { code, rows, complaint } = await operator('rates', '--accept', '2026-03-02', currency);
    expect([code, rows]).toEqual([2, []]);
    expect(complaint).toContain('Usage: npm run --silent operator -- rates');
  });

  it.each([
    ['a day without one', ['--accept', '2026-03-02', currency]],
    ['a currency without one', ['--refuse', '2026-03-03', 'USD']],
    ['no day', ['--accept', currency]],
    ['a day that does not exist', ['--accept', '2026-02-30', currency]],
    ['two decisions', ['--accept', '--refuse', '2026-03-03', currency]],
    ['no decision', ['2026-03-03', currency]],
    ['an empty reason', ['--reason', ' ']],
  ])('are not decided about with %s', async (_what, args) => {
    await expectUsageError(api, rates, args);
  });
});
