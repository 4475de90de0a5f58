import { feeRate, type SubscriptionCharge, vatRate } from '../subscription/index.ts';
import { type ChargeDayRates, type UsdTenThousandths, usdProceeds, usdRefund } from './usd-proceeds.ts';
import type { WebhookFact } from './webhook-facts.ts';

/** What the proceeds of a fact are made from, beside its own price. */
export interface ProceedsSources {
  readonly charges: readonly SubscriptionCharge[];
  /** All facts of the original transaction, in the store's order. */
  readonly facts: readonly WebhookFact[];
  readonly small_business: boolean;
  /** Rates of the UTC date of an instant for a currency; `undefined` when none are known. */
  readonly ratesOf: (at: string, currency: string) => Promise<ChargeDayRates | undefined>;
  /** What was sent to this endpoint for a charge; `undefined` when it was not sent, `null` when it was without proceeds. */
  readonly sentFor: (charge: WebhookFact) => Promise<UsdTenThousandths | null | undefined>;
}

const paid: ReadonlySet<string> = new Set(['subscription_charge', 'non_subscription_purchase']);

/** @returns `null` while the price, or the rate, is not known. */
export async function factProceeds(fact: WebhookFact, sources: ProceedsSources): Promise<UsdTenThousandths | null> {
  if (paid.has(fact.event)) return chargeProceeds(fact.transaction_id, sources);
  if (fact.event !== 'refund') return 0;
  const charge = sources.facts.find(
    ({ event, transaction_id }) => paid.has(event) && transaction_id === fact.transaction_id,
  );
  const before = charge === undefined ? undefined : await sources.sentFor(charge);
  const sent = before === undefined ? await chargeProceeds(fact.transaction_id, sources) : before;
  if (sent === null) return null;
  let [taken, amount] = [0, 0];
  for (const refund of refundsOf(fact, sources.facts)) {
    amount = usdRefund(sent, refund.refunded_share ?? 1, taken);
    taken += amount;
  }
  return amount;
}

/** Refunds of the same charge up to this one, each once. */
function refundsOf(fact: WebhookFact, facts: readonly WebhookFact[]): WebhookFact[] {
  const refunds = facts.filter(
    ({ event, transaction_id }) => event === 'refund' && transaction_id === fact.transaction_id,
  );
  const each = [...new Map(refunds.map((refund) => [refund.key, refund])).values()];
  const place = each.findIndex(({ key }) => key === fact.key);
  return place === -1 ? [...each, fact] : each.slice(0, place + 1);
}

async function chargeProceeds(
  transactionId: string | null,
  { charges, small_business, ratesOf }: ProceedsSources,
): Promise<UsdTenThousandths | null> {
  const charge = charges.find(({ transaction_id }) => transaction_id === transactionId);
  if (charge === undefined || charge.gross_micros === null || charge.currency === null) return null;
  const rates = await ratesOf(charge.purchased_at, charge.currency);
  if (rates === undefined) return null;
  const price = {
    gross_micros: charge.gross_micros,
    vat_rate: vatRate(charge.storefront).rate,
    fee_rate: feeRate(charge, { small_business }),
  };
  return usdProceeds(price, rates);
}
