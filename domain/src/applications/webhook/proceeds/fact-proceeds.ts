import { feeRate, type SubscriptionCharge, vatRate } from '../../subscription/index.ts';
import type { WebhookFact } from '../webhook-facts.ts';
import { type ChargeDayRates, type UsdTenThousandths, usdProceeds, usdRefund } from './usd-proceeds.ts';

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
  const balance = await balanceBefore(fact, sent, sources);
  const difference = balance.due + usdRefund(sent, fact.refunded_share ?? 1, balance.due) - balance.posted;
  return difference === 0 ? 0 : difference;
}

/**
 * What the other refunds of a charge take back of it, and what is posted of that; both zero or less. Each refund settles the difference
 * between both, so it does not matter which is posted first: what an upgrade took back is part of what was posted, and of no refund.
 */
async function balanceBefore(
  fact: WebhookFact,
  sent: UsdTenThousandths,
  sources: ProceedsSources,
): Promise<{ due: UsdTenThousandths; posted: UsdTenThousandths }> {
  const refunds = otherRefunds(fact, sources.facts);
  let due = 0;
  let posted = await takenByUpgrade(fact, sent, sources);
  const open: WebhookFact[] = [];
  for (const { refund, isEarlier } of refunds) {
    const amount = await sources.sentFor(refund);
    if (amount === undefined) {
      if (isEarlier) open.push(refund);
      continue;
    }
    const taken = usdRefund(sent, refund.refunded_share ?? 1, due);
    due += taken;
    posted += amount ?? taken;
  }
  for (const refund of open) due += usdRefund(sent, refund.refunded_share ?? 1, due);
  // One before it settles what is open before it comes to this one.
  return { due, posted: open.length > 0 ? due : posted };
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
  const sentAmount = await sentFor(estimate);
  if (sentAmount !== undefined) return sentAmount ?? 0;
  return isWaiting(estimate) ? usdRefund(sent, estimate.estimated_share ?? 0, 0) : 0;
}

/** The other reported refunds of the same charge, each once, and which of them come before this one in the store's order. */
function otherRefunds(
  fact: WebhookFact,
  facts: readonly WebhookFact[],
): readonly { refund: WebhookFact; isEarlier: boolean }[] {
  const refunds = facts.filter(
    ({ event, estimated_share, transaction_id }) =>
      event === 'refund' && estimated_share === undefined && transaction_id === fact.transaction_id,
  );
  const distinct = [...new Map(refunds.map((refund) => [refund.key, refund])).values()];
  const ownIndex = distinct.findIndex(({ key }) => key === fact.key);
  return distinct.flatMap((refund, index) =>
    refund.key === fact.key ? [] : [{ refund, isEarlier: ownIndex === -1 || index < ownIndex }],
  );
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
    vat_rate: vatRate(charge.storefront, charge.purchased_at).rate,
    fee_rate: feeRate(charge, { small_business }),
  };
  return usdProceeds(price, rates);
}
