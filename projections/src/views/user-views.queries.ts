import { statusAt } from '../reading/subscriptions/active-subscription.queries.ts';
import { columns } from './view-columns.ts';
import {
  cohortDay,
  dailyFactors,
  inApplicationCurrency,
  ofApplication,
  table,
  units,
} from './view-expressions.queries.ts';
import type { ViewDefinition, ViewScope } from './view-scope.ts';

const attribution = [
  'org_id',
  'campaign_id',
  'ad_group_id',
  'keyword_id',
  'ad_id',
  'country',
  'claim_type',
  'custom_product_page',
  'device_class',
] as const;
const attributed = attribution.join(', ');

/** What was left of a charge after tax, the store's fee as the application pays it, and refunds. */
const income = (scope: ViewScope): string => {
  const small = ofApplication(scope, (application) => (application.small_business ? '1' : '0'), '0');
  const net = `if(${small} = 1, net_small_business_micros, net_micros)`;
  return `if(is_priced, ${inApplicationCurrency(scope, net, 'toDate(purchased_at)', 'currency')}, NULL)`;
};

/** Users of the applications, and what they bought. */
export const userViews: readonly ViewDefinition[] = [
  {
    name: 'installs',
    comment: 'Installs that the SDK reported, with where they came from; tests are left out.',
    columns: columns(
      'application_id',
      'install_id',
      'state',
      ...attribution,
      'first_launch_at',
      'cohort_day',
      'recorded_at',
    ),
    select: (
      scope,
    ) => `SELECT application_id, install_id, state, ${attributed}, first_launch_at, ${cohortDay(scope)} AS cohort_day, recorded_at
    FROM ${table(scope, 'install_current_v1')} WHERE state != 'test'`,
  },
  {
    name: 'subscriptions',
    comment: 'Subscriptions and one-time purchases, one row each, with the attribution of their install.',
    columns: columns(
      'application_id',
      'original_transaction_id',
      'kind',
      'product_id',
      'storefront',
      'started_at',
      'intro',
      'is_converted',
      'is_trial_conversion',
      'is_refunded',
      'charge_count',
      'status',
      'auto_renew',
      'period_expires_at',
      'install_id',
      'install_state',
      ...attribution,
      'first_launch_at',
      'cohort_day',
      'recorded_at',
    ),
    select: (
      scope,
    ) => `SELECT application_id, original_transaction_id, kind, product_id, storefront, started_at, intro, is_converted,
      is_trial_conversion, is_refunded, charge_count, ${statusAt("now64(3, 'UTC')")} AS status, auto_renew, period_expires_at, install_id,
      install_state, ${attributed}, first_launch_at, ${cohortDay(scope)} AS cohort_day, recorded_at
    FROM ${table(scope, 'subscription_current_v1')} WHERE kind != 'none' AND install_state != 'test'`,
  },
  {
    name: 'charges',
    comment: 'Payments, one row each; refunded ones stay, with the share that was given back.',
    columns: columns(
      'application_id',
      'original_transaction_id',
      'transaction_id',
      'kind',
      'product_id',
      'purchased_at',
      'storefront',
      'charge_number',
      'is_priced',
      'refunded_share',
      'income',
      'gross_ex_vat',
      'net_original',
      'currency',
      'install_id',
      'install_state',
      ...attribution,
      'first_launch_at',
      'cohort_day',
      'recorded_at',
      'is_refund_estimated',
    ),
    select: (scope) => `WITH ${dailyFactors(scope)} AS rates
    SELECT application_id, original_transaction_id, transaction_id, kind, product_id, purchased_at, storefront, charge_number, is_priced,
      refunded_share, ${income(scope)} AS income, ${units('gross_ex_vat_micros')} AS gross_ex_vat, ${units('net_micros')} AS net_original,
      currency, install_id, install_state, ${attributed}, first_launch_at, ${cohortDay(scope)} AS cohort_day, recorded_at,
      is_refund_estimated
    FROM ${table(scope, 'charge_v1')} WHERE kind != 'none' AND install_state != 'test'`,
  },
  {
    name: 'product_prices',
    comment: 'Prices without tax that the store named, by product, storefront and day.',
    columns: columns('application_id', 'product_id', 'storefront', 'kind', 'day', 'currency', 'price'),
    select: (
      scope,
    ) => `SELECT application_id, product_id, storefront, kind, day, currency, ${units('gross_ex_vat_micros')} AS price
    FROM ${table(scope, 'product_price_per_day_v1')}`,
  },
  {
    name: 'store_sales_by_day',
    comment: 'Sales as the store’s own daily report counts them.',
    columns: columns(
      'application_id',
      'day',
      'country',
      'device',
      'kind',
      'product_id',
      'order_kind',
      'units',
      'proceeds',
      'proceeds_currency',
      'price',
      'price_currency',
    ),
    select: (scope) => `SELECT application_id, day, country, device, kind, product_id, order_kind, units,
      ${units('proceeds_micros')} AS proceeds, proceeds_currency, ${units('price_micros')} AS price, price_currency
    FROM ${table(scope, 'store_sales_per_day_v1')}`,
  },
];
