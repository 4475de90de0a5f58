import type { Adjustment, Books, Subscription, Transaction } from './world.ts';

/** The provider's own forms of what is in its books. */
const currency = 'USD';

export function priceWire(books: Books, id: string) {
  const price = books.price(id);
  const at = '2026-01-01T00:00:00Z';
  return {
    id,
    product_id: 'pro_01simulated0000000000000000',
    description: 'Plan',
    name: null,
    type: 'standard',
    billing_cycle: { interval: price?.interval ?? 'month', frequency: 1 },
    trial_period: null,
    tax_mode: 'account_setting',
    custom_data: null,
    import_meta: null,
    status: 'active',
    unit_price: { amount: String(price?.cents ?? 0), currency_code: currency },
    unit_price_overrides: [],
    quantity: { minimum: 1, maximum: 1 },
    created_at: at,
    updated_at: at,
  };
}

const productWire = () => ({
  id: 'pro_01simulated0000000000000000',
  name: 'Tapwise',
  description: null,
  type: 'standard',
  status: 'active',
  tax_category: 'saas',
  image_url: null,
  custom_data: null,
  import_meta: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
});

const totals = (cents: number) => ({
  subtotal: String(cents),
  discount: '0',
  tax: '0',
  total: String(cents),
  credit: '0',
  credit_to_balance: '0',
  balance: '0',
  grand_total: String(cents),
  fee: null,
  earnings: null,
  currency_code: currency,
});

const detailsWire = (cents: number) => ({
  tax_rates_used: [],
  totals: totals(cents),
  line_items: [],
  adjusted_totals: totals(cents),
  payout_totals: null,
  adjusted_payout_totals: null,
});

export function transactionWire(books: Books, transaction: Transaction) {
  const { cents, price_id, ...fields } = transaction;
  return {
    ...fields,
    customer_id: 'ctm_01simulated0000000000000000',
    address_id: null,
    business_id: null,
    currency_code: currency,
    invoice_id: null,
    invoice_number: null,
    collection_mode: 'automatic',
    discount_id: null,
    billing_details: null,
    items: [{ price: priceWire(books, price_id), price_id, quantity: 1, proration: null }],
    details: detailsWire(cents),
    payments: [],
    checkout: { url: null },
    billed_at: transaction.created_at,
  };
}

/** @param addresses Where a person changes the card and cancels; absent in notifications. */
export function subscriptionWire(
  books: Books,
  subscription: Subscription,
  options: { transactionId?: string; addresses?: { cancel: string; update: string }; next?: boolean } = {},
) {
  const { charges: _charges, owed: _owed, credit, price_id, ...fields } = subscription;
  const price = priceWire(books, price_id);
  const { started_at, updated_at, next_billed_at } = subscription;
  const isRenewing = next_billed_at !== null && subscription.scheduled_change === null;
  return {
    ...fields,
    customer_id: 'ctm_01simulated0000000000000000',
    address_id: 'add_01simulated0000000000000000',
    business_id: null,
    currency_code: currency,
    created_at: started_at,
    first_billed_at: started_at,
    discount: null,
    collection_mode: 'automatic',
    billing_details: null,
    billing_cycle: price.billing_cycle,
    items: [
      {
        status: 'active',
        quantity: 1,
        recurring: true,
        created_at: started_at,
        updated_at,
        previously_billed_at: started_at,
        next_billed_at,
        trial_dates: null,
        price,
        product: productWire(),
      },
    ],
    ...(options.transactionId === undefined ? {} : { transaction_id: options.transactionId }),
    ...(options.addresses === undefined
      ? {}
      : { management_urls: { cancel: options.addresses.cancel, update_payment_method: options.addresses.update } }),
    next_transaction:
      options.next && isRenewing
        ? {
            billing_period: { starts_at: next_billed_at, ends_at: next_billed_at },
            details: { ...detailsWire(Number(price.unit_price.amount) - credit) },
            adjustments: [],
          }
        : null,
    recurring_transaction_details: null,
    import_meta: null,
  };
}

export function adjustmentWire(adjustment: Adjustment) {
  const { cents, type, ...fields } = adjustment;
  return {
    ...fields,
    type,
    currency_code: currency,
    reason: 'simulated',
    credit_applied_to_balance: null,
    items: [{ item_id: 'txnitm_1', type, amount: String(cents), proration: null, totals: null }],
    totals: totals(cents),
  };
}
