import { countriesLtvResponseSchema, iapInfoResponseSchema, iapPricesResponseSchema } from '@tapwise/contract';
import { type StoreSaleRow, storeDayStream, storeReportsPullStream, subscriptionStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { happened, inTables } from '../../../../tests/support/facts/ads-world.ts';
import { type ApiService, startApi } from '../../../../tests/support/services/api-service.ts';

const hourMs = 3_600_000;
let api: ApiService;
let token: string;
let applicationId: number;

beforeAll(async () => {
  api = await startApi({ tables: true });
  ({ token } = await api.signUp());
  const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
  applicationId = Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
  const day = at(-48).slice(0, 10);
  await happened(api, storeDayStream(applicationId, day), {
    type: 'StoreSalesRecorded',
    data: {
      application_id: applicationId,
      day,
      pulled_at: at(-1),
      rows: [
        sale({ kind: 'download', product_id: '', units: 40, proceeds_micros: 0, price_micros: 0 }),
        sale({ kind: 'download', device: 'iPad', product_id: '', units: 10, proceeds_micros: 0, price_micros: 0 }),
        sale({ units: 4, proceeds_micros: 28_000_000, price_micros: 40_000_000 }),
        sale({ units: -1, order_kind: 'refund', proceeds_micros: -7_000_000, price_micros: -10_000_000 }),
        sale({ country: 'DE', device: 'iPad', units: 1, proceeds_micros: 6_000_000, price_micros: 10_000_000 }),
      ],
      set_aside: [
        {
          reason: 'unknown_currency',
          rows: 3,
          rows_without_money: 1,
          money: [
            { currency: 'USD', proceeds_micros: -2_500_000, price_micros: 0 },
            { currency: 'ZZQ', proceeds_micros: 12_300_000, price_micros: 0 },
          ],
        },
      ],
    },
  });
  await happened(api, storeReportsPullStream(applicationId), {
    type: 'StoreReportsPullCompleted',
    data: {
      application_id: applicationId,
      vendor_number: '80012345',
      pulled_at: at(-1),
      days: [day],
      app_sku: 'MOONVALE_IOS',
    },
  });
  await happened(api, storeReportsPullStream(applicationId), {
    type: 'StoreReportDaysPending',
    data: {
      application_id: applicationId,
      vendor_number: '80012345',
      checked_at: at(-1),
      days: [
        { day: at(-120).slice(0, 10), reason: 'not_available' },
        { day: at(-144).slice(0, 10), reason: 'missing_column', columns: ['Units'] },
      ],
    },
  });
  await trialStarted('t1');
  await inTables(api, await trialStarted('t2'));
});
afterAll(() => api.stop());

/** The day of such an instant, as people write it. */
const written = (hours: number) =>
  new Date(at(hours))
    .toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .replace('Sept', 'Sep');
/** An instant so many hours from now. */
const at = (hours: number) => new Date(api.deps.now().getTime() + hours * hourMs).toISOString();

const sale = (overrides: Partial<StoreSaleRow>): StoreSaleRow => ({
  country: 'US',
  device: 'iPhone',
  kind: 'subscription',
  product_id: 'month',
  store_item_id: 5,
  order_kind: 'new',
  units: 1,
  proceeds_micros: 7_000_000,
  proceeds_currency: 'USD',
  price_micros: 10_000_000,
  price_currency: 'USD',
  ...overrides,
});

/** A user in the United States began a free week, at 9.99 afterwards. */
function trialStarted(id: string, hour = -30): Promise<bigint> {
  const transaction = {
    transaction_id: id,
    original_transaction_id: id,
    product_id: 'month',
    kind: 'auto_renewable' as const,
    purchased_at: at(hour),
    original_purchased_at: at(hour),
    expires_at: at(138),
    quantity: 1,
    family_shared: false,
    app_account_token: null,
    reason: 'PURCHASE' as const,
    price_micros: 0,
    currency: 'USD',
    storefront: 'US',
    offer_type: 1,
    offer_discount_type: 'FREE_TRIAL',
    is_upgraded: false,
    revoked_at: null,
    revocation_type: null,
    revocation_share: null,
    subscription_group: 'g',
  };
  const renewal = {
    auto_renew_product_id: 'month',
    auto_renew: true,
    expiration_intent: null,
    in_billing_retry: null,
    grace_period_expires_at: null,
    renewal_at: at(138),
    renewal_price_micros: 9_990_000,
    currency: 'USD',
  };
  return happened(api, subscriptionStream(id), {
    type: 'StoreNotificationReceived',
    data: {
      application_id: applicationId,
      mapping: 1,
      notification_id: `n-${id}`,
      version: 'v2',
      notification_type: 'SUBSCRIBED',
      subtype: 'INITIAL_BUY',
      signed_at: at(-30),
      received_at: at(-30),
      original_transaction_id: id,
      transactions: [transaction],
      renewal,
    },
  });
}

const ask = (path: string, query = {}) =>
  api.call('GET', `/api/application/${path}`, { token, query: { application_id: applicationId, ...query } });

describe.each(['iap_prices', 'countries_ltv'])('what the store reported and no figure counts: %s', (path) => {
  it('is said with its rows, its money by currency, its day, and the days that are missing', async () => {
    expect((await ask(path)).body).toMatchObject({
      set_aside: 3,
      warning: [
        `3 rows of the store's reports of ${written(-48)} are not counted.`,
        'Their proceeds are -2.50 USD, 12.30 ZZQ. The proceeds of 1 of them cannot be read.',
        `The store's reports of ${written(-120)} are missing and asked for again.`,
        `The store's reports of ${written(-144)} lack the column Units and are not counted.`,
      ].join(' '),
    });
  });
});

describe('in-app products', () => {
  it('are what the store reported, with refunds taken off the proceeds and off no purchase', async () => {
    const response = iapPricesResponseSchema.parse((await ask('iap_prices')).body);
    expect(response).toMatchObject({ currency: 'USD', set_aside: 3, last_updated: expect.any(String) });
    expect(response.purchases).toMatchObject([
      {
        product_id: 'month',
        subscription: true,
        purchases: 5,
        price: 10,
        total_amount: 27,
        countries: [
          { country: 'US', purchases: 4, price: 10, total_amount: 21 },
          { country: 'DE', purchases: 1, total_amount: 6 },
        ],
      },
    ]);
    const [product] = response.purchases;
    expect(product?.trial_conversion).toBeGreaterThan(0);
    expect(product?.trial_conversion).toBeLessThan(1);
  });

  it('have the curves of the model, with the built-in one before any fit', async () => {
    const response = iapInfoResponseSchema.parse((await ask('iap_info', { product_id: 'month' })).body);
    expect(response).toMatchObject({ product_id: 'month', products: ['month'], fitted_at: null, horizon_months: 24 });
    const world = response.countries.find((country) => country.country === undefined);
    expect(world).toMatchObject({ introDuration: '1w', confidence: 'low', observedCharges: 0 });
    expect(world?.conversionProbability).toHaveLength(169);
  });

  it('that are not sold, and those of others, are not found', async () => {
    expect(await ask('iap_info', { product_id: 'year' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const other = await api.signUp();
    const query = { application_id: applicationId };
    expect(await api.call('GET', '/api/application/iap_info', { token: other.token, query })).toMatchObject({
      status: 404,
    });
    expect(await api.call('GET', '/api/application/iap_info', { token: other.token })).toMatchObject({ status: 404 });
  });
});

describe('countries', () => {
  it('count first downloads and proceeds of the store, and trials of the notifications', async () => {
    const { countries } = countriesLtvResponseSchema.parse((await ask('countries_ltv')).body);
    expect(countries.map((row) => row.country)).toEqual(['US', 'DE']);
    expect(countries[0]).toMatchObject({ installs: 50, current_income: 21, install_to_trial: 2 / 50 });
    expect(countries[1]).toMatchObject({ installs: 0, current_income: 6, install_to_trial: null, ltv: null });
    const [us] = countries;
    expect(us?.ltv).toBeCloseTo((us?.predicted_income ?? 0) / 50, 9);
    expect(us?.predicted_income).toBeGreaterThan(21);
  });

  it('can be asked for one device', async () => {
    const { countries } = countriesLtvResponseSchema.parse((await ask('countries_ltv', { device: 'iPad' })).body);
    expect(countries.find((row) => row.country === 'US')).toMatchObject({ installs: 10, install_to_trial: 0 });
    expect(await ask('countries_ltv', { device: 'Toaster' })).toMatchObject({ status: 400 });
  });

  it('have no rate by install while reports do not reach back to the first trial', async () => {
    await inTables(api, await trialStarted('t3', -240));
    const before = countriesLtvResponseSchema.parse((await ask('countries_ltv')).body);
    expect(before.countries[0]).toMatchObject({ installs: 50, current_income: 21, install_to_trial: null, ltv: null });
    expect(before.warning).toContain(`in from ${written(-144)} on`);
    const days = [at(-240), at(-264)].map((instant) => instant.slice(0, 10));
    const pulled = await happened(api, storeReportsPullStream(applicationId), {
      type: 'StoreReportsPullCompleted',
      data: {
        application_id: applicationId,
        vendor_number: '80012345',
        pulled_at: at(-1),
        days,
        empty_days: days,
        app_sku: 'MOONVALE_IOS',
      },
    });
    await inTables(api, pulled);
    const after = countriesLtvResponseSchema.parse((await ask('countries_ltv')).body);
    expect(after.countries[0]).toMatchObject({ install_to_trial: 3 / 50 });
    expect(after.warning).not.toContain('rates by install');
  });
});
