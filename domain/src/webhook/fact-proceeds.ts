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
  /** What was sent to this endpoint for a fact; `undefined` when it was not sent, `null` when it was without proceeds. */
  readonly sentFor: (fact: WebhookFact) => Promise<UsdTenThousandths | null | undefined>;
  /** Whether a fact is to be sent to this endpoint and was not yet. */
  readonly isWaiting: (fact: WebhookFact) => boolean;
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
  if (fact.estimated_share !== undefined) return usdRefund(sent, fact.estimated_share, 0);
  const refunds = refundsOf(fact, sources.facts);
  let [taken, amount] = [0, 0];
  for (const refund of refunds) {
    amount = usdRefund(sent, refund.refunded_share ?? 1, taken);
    taken += amount;
  }
  // The first refund that the store reports takes the place of what an upgrade took back.
  const difference = refunds.length > 1 ? amount : amount - (await takenByUpgrade(fact, sent, sources));
  return difference === 0 ? 0 : difference;
}

/** What was sent, or is to be, as the part of the charge that an upgrade left unused; zero or less. */
async function takenByUpgrade(
  { transaction_id }: WebhookFact,
  sent: UsdTenThousandths,
  { facts, sentFor, isWaiting }: ProceedsSources,
): Promise<UsdTenThousandths> {
  const estimate = facts.find(
    (other) => other.estimated_share !== undefined && other.transaction_id === transaction_id,
  );
  if (estimate === undefined) return 0;
  const taken = await sentFor(estimate);
  if (taken !== undefined) return taken ?? 0;
  return isWaiting(estimate) ? usdRefund(sent, estimate.estimated_share ?? 0, 0) : 0;
}

/** Reported refunds of the same charge up to this one, each once. */
function refundsOf(fact: WebhookFact, facts: readonly WebhookFact[]): WebhookFact[] {
  const refunds = facts.filter(
    ({ event, estimated_share, transaction_id }) =>
      event === 'refund' && estimated_share === undefined && transaction_id === fact.transaction_id,
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
