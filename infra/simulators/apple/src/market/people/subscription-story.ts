import { DAY_MS, HOUR_MS } from '../../base/calendar/calendar-days.ts';
import type { Product } from '../world/apps.ts';
import type { Transaction } from './purchase.ts';
import type { StoryWriter } from './story-writer.ts';

/** Chance that a charge is followed by the next one; the last entry holds for all later charges. */
const RETENTION: Readonly<Record<string, readonly number[]>> = {
  P1W: [0.72, 0.8, 0.85, 0.945],
  P1M: [0.56, 0.78, 0.85, 0.875],
  P1Y: [0.28, 0.6],
};

const TRIAL_CANCEL_SHARE = 0.58;
const BILLING_PROBLEM_SHARE = 0.1;
const RECOVERY_SHARE = 0.4;
const REFUND_SHARE = 0.03;
const RETRY_MS = 60 * DAY_MS;

/** Writes a subscription from its first day to its end (or the story's horizon). */
export function writeSubscription(
  writer: StoryWriter,
  product: Product,
  startAt: number,
  options: { direct?: boolean } = {},
): void {
  const { random } = writer;
  const offer = options.direct === true ? null : product.introductory;
  const first = writer.transaction({
    product,
    purchasedAt: startAt,
    offer,
    previous: null,
    baseUsd: offer?.baseUsd ?? product.baseUsd,
  });
  writer.say('SUBSCRIBED', 'INITIAL_BUY', startAt, { transaction: first });
  if (random.chance(0.004)) sayFamilyMember(writer, product, startAt);
  if (offer === null) writeCharges(writer, first, 1);
  else writeIntroduction(writer, first);
}

/** A family member gains access by the same purchase: a message that counts for nothing. */
function sayFamilyMember(writer: StoryWriter, product: Product, startAt: number): void {
  const at = startAt + 3 * HOUR_MS;
  const shared = writer.transaction({
    product,
    purchasedAt: at,
    offer: null,
    previous: null,
    baseUsd: product.baseUsd,
    familyShared: true,
  });
  writer.say('SUBSCRIBED', 'INITIAL_BUY', at, { transaction: shared });
}

/** Cancelled trials end quietly at their end; 55 % of cancels come on the first day, 84 % by the second. */
function writeIntroduction(writer: StoryWriter, trial: Transaction): void {
  const { random } = writer;
  const end = trial.expiresAt ?? trial.purchasedAt;
  const length = end - trial.purchasedAt;
  let willPay = !random.chance(TRIAL_CANCEL_SHARE);
  if (!willPay) {
    const dice = random.next();
    const day =
      dice < 0.55
        ? random.between(0.01, 0.9)
        : dice < 0.84
          ? random.between(1, 1.9)
          : random.between(1.9, length / DAY_MS);
    const cancelAt = Math.min(end - HOUR_MS, trial.purchasedAt + day * DAY_MS);
    writer.say('DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_DISABLED', cancelAt, { transaction: trial, autoRenew: false });
    if (random.chance(0.06)) {
      writer.say('DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_ENABLED', (cancelAt + end) / 2, { transaction: trial });
      willPay = true;
    }
  }
  if (!willPay)
    writer.say('EXPIRED', 'VOLUNTARY', end, { transaction: trial, autoRenew: false, status: 2, expirationIntent: 1 });
  else renew(writer, trial, 1);
}

/** Tries to charge the next period; `charge` is the number the new charge will have. */
function renew(writer: StoryWriter, previous: Transaction, charge: number): void {
  const { random } = writer;
  const due = previous.expiresAt ?? previous.purchasedAt;
  if (due > writer.site.horizon) return;
  const { product } = previous;
  const sell = (purchasedAt: number) =>
    writer.transaction({ product, purchasedAt, offer: null, previous, baseUsd: product.baseUsd, renewal: true });
  if (!random.chance(BILLING_PROBLEM_SHARE)) {
    const next = sell(due);
    writer.say('DID_RENEW', null, due, { transaction: next });
    writeCharges(writer, next, charge);
    return;
  }
  const grace = random.chance(0.5);
  writer.say('DID_FAIL_TO_RENEW', grace ? 'GRACE_PERIOD' : null, due, { transaction: previous, status: grace ? 4 : 3 });
  if (random.chance(RECOVERY_SHARE)) {
    const paidAt = due + random.between(6 * HOUR_MS, 15 * DAY_MS);
    const next = sell(paidAt);
    writer.say('DID_RENEW', 'BILLING_RECOVERY', paidAt, { transaction: next });
    writeCharges(writer, next, charge);
    return;
  }
  if (grace) writer.say('GRACE_PERIOD_EXPIRED', null, due + 16 * DAY_MS, { transaction: previous, status: 3 });
  writer.say('EXPIRED', 'BILLING_RETRY', due + RETRY_MS, {
    transaction: previous,
    autoRenew: false,
    status: 2,
    expirationIntent: 2,
  });
}

/** What follows a charge: money back, another plan, a cancellation, or the next charge. */
function writeCharges(writer: StoryWriter, paid: Transaction, charge: number): void {
  const { random } = writer;
  const end = paid.expiresAt ?? paid.purchasedAt;
  if (paid.purchasedAt > writer.site.horizon) return;
  if (random.chance(REFUND_SHARE)) {
    const at = writer.refund(paid, paid.purchasedAt, end - 1000);
    writer.say('DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_DISABLED', at + 5_000, {
      transaction: paid,
      autoRenew: false,
      status: 5,
    });
    return;
  }
  if (random.chance(0.02) && upgrade(writer, paid, charge)) return;
  if (random.chance(0.01)) writer.say('REFUND_DECLINED', null, (paid.purchasedAt + end) / 2, { transaction: paid });
  const chances = RETENTION[paid.product.period ?? 'P1M'] ?? [];
  const stays = random.chance(chances[Math.min(charge, chances.length) - 1] ?? 0.8);
  if (stays) {
    renew(writer, paid, charge + 1);
    return;
  }
  const cancelAt = paid.purchasedAt + (end - paid.purchasedAt) * random.between(0.02, 0.98);
  writer.say('DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_DISABLED', cancelAt, { transaction: paid, autoRenew: false });
  writer.say('EXPIRED', 'VOLUNTARY', end, { transaction: paid, autoRenew: false, status: 2, expirationIntent: 1 });
  if (random.chance(0.05)) comeBack(writer, paid, end);
}

/** To the yearly plan at once, at its full price; the store gives the rest of the old period back and says nothing of it. */
function upgrade(writer: StoryWriter, paid: Transaction, charge: number): boolean {
  const yearly = writer.site.person.app.products.find((product) => product.period === 'P1Y');
  if (yearly === undefined || yearly === paid.product) return false;
  const end = paid.expiresAt ?? paid.purchasedAt;
  const at = paid.purchasedAt + (end - paid.purchasedAt) * writer.random.between(0.1, 0.8);
  const next = writer.transaction({
    product: yearly,
    purchasedAt: at,
    offer: null,
    previous: paid,
    baseUsd: yearly.baseUsd,
  });
  writer.say('DID_CHANGE_RENEWAL_PREF', 'UPGRADE', at, { transaction: next });
  writeCharges(writer, next, charge + 1);
  return true;
}

/** Some return days after the end, without an offer. */
function comeBack(writer: StoryWriter, last: Transaction, end: number): void {
  const at = end + writer.random.between(DAY_MS, 40 * DAY_MS);
  const { product } = last;
  const next = writer.transaction({ product, purchasedAt: at, offer: null, previous: last, baseUsd: product.baseUsd });
  writer.say('SUBSCRIBED', 'RESUBSCRIBE', at, { transaction: next });
  writeCharges(writer, next, 2);
}
