import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpretSubscription, netMicros, type StoreNotification } from '../subscription/index.ts';
import { charge, message, onDay, upgrade } from '../subscription/interpretation/store-messages.fixture.ts';
import { factProceeds } from './proceeds/fact-proceeds.ts';
import { factsOf, isEstimateKey, newWebhookFacts, type WebhookFact } from './webhook-facts.ts';

const bought = message('SUBSCRIBED INITIAL_BUY', 0, charge);
const upgraded = message('DID_CHANGE_RENEWAL_PREF UPGRADE', 10, upgrade);
const refundOf = (day: number, share: number | null = null) =>
  message('REFUND', day, { ...charge, revoked_at: onDay(day), revocation_share: share });
/** Arrived at once, whatever the day it is about. */
const arrived = (messages: readonly StoreNotification[]): StoreNotification[] =>
  messages.map((message) => ({ ...message, received_at: message.signed_at }));
const [ofMonth, ofYear] = [9_990_000, 59_990_000].map(
  (gross_micros) => netMicros({ gross_micros, vat_rate: 0, fee_rate: 0.3 }) / 100,
) as [number, number];

/**
 * What an address gets: in ten-thousandths of a dollar, by fact.
 * @param batch Messages that arrive before anything is sent.
 */
async function sentFor(messages: readonly StoreNotification[], batch = 1): Promise<Map<WebhookFact, number>> {
  const sent = new Map<WebhookFact, number>();
  const byKey = new Map<string, number>();
  const queued: WebhookFact[] = [];
  for (const [messageIndex] of messages.entries()) {
    const received = messages.slice(0, messageIndex + 1);
    queued.push(...newWebhookFacts(received));
    if ((messageIndex + 1) % batch !== 0 && messageIndex + 1 < messages.length) continue;
    const facts = factsOf(received);
    const sources = {
      charges: interpretSubscription(received, [])?.charges ?? [],
      facts,
      small_business: false,
      ratesOf: async () => ({ charged: 1.1, usd: 1.1 }),
      sentFor: async ({ key }: WebhookFact) => byKey.get(key),
      isWaiting: ({ key }: WebhookFact) => queued.some((fact) => fact.key === key),
    };
    const amounts = await Promise.all(queued.map((fact) => factProceeds(fact, sources)));
    for (const [index, fact] of queued.entries()) {
      sent.set(fact, amounts[index] ?? Number.NaN);
      byKey.set(fact.key, amounts[index] ?? Number.NaN);
    }
    queued.length = 0;
  }
  return sent;
}

const refunds = (sent: ReadonlyMap<WebhookFact, number>): number[] =>
  [...sent].filter(([{ event }]) => event === 'refund').map(([, amount]) => amount);

describe('an upgrade', () => {
  it('posts what it takes back once, marked, and the charge of the new product', async () => {
    const sent = await sentFor(arrived([bought, upgraded, upgraded]));
    expect([...sent].map(([{ event }, amount]) => [event, amount])).toEqual([
      ['subscription_charge', ofMonth],
      ['subscription_charge', ofYear],
      ['refund', -Math.round((ofMonth * 20) / 30)],
    ]);
    expect([...sent.keys()].map(({ key }) => isEstimateKey(key))).toEqual([false, false, true]);
    expect(isEstimateKey(null)).toBe(false);
  });

  it('posts it also when the message of the interrupted charge comes last', async () => {
    const sent = await sentFor(arrived([upgraded, bought]));
    expect(refunds(sent)).toEqual([-Math.round((ofMonth * 20) / 30)]);
  });

  it('followed by a refund that the store reports, posts the difference, whichever way it goes', async () => {
    const estimate = Math.round((ofMonth * 20) / 30);
    for (const batch of [1, 3]) {
      expect(refunds(await sentFor(arrived([bought, upgraded, refundOf(12)]), batch))).toEqual([
        -estimate,
        -(ofMonth - estimate),
      ]);
      expect(refunds(await sentFor(arrived([bought, upgraded, refundOf(12, 0.5)]), batch))).toEqual([
        -estimate,
        estimate - ofMonth / 2,
      ]);
    }
  });

  it('after a refund posts nothing more, whichever of the two was signed first', async () => {
    for (const day of [8, 12]) {
      for (const batch of [1, 3])
        expect(refunds(await sentFor(arrived([bought, refundOf(day), upgraded]), batch))).toEqual([-ofMonth]);
    }
  });

  it('that was interpreted before estimates were made, leaves a refund whole', async () => {
    const received = arrived([bought, upgraded, refundOf(12)]);
    const [fact] = newWebhookFacts(received);
    const sources = {
      charges: interpretSubscription(received, [])?.charges ?? [],
      facts: factsOf(received),
      small_business: false,
      ratesOf: async () => ({ charged: 1.1, usd: 1.1 }),
      sentFor: async () => undefined,
      isWaiting: () => false,
    };
    expect(fact && (await factProceeds(fact, sources))).toBe(-ofMonth);
  });

  it('and refunds add up to what reports keep of the charges, in whatever order messages arrive', async () => {
    const refund = fc.record({ day: fc.integer({ min: 1, max: 20 }), percent: fc.integer({ min: 0, max: 100 }) });
    const severalRefunds = fc.uniqueArray(refund, { maxLength: 4, selector: ({ day }) => day });
    await fc.assert(
      fc.asyncProperty(
        severalRefunds,
        fc.boolean(),
        fc.integer({ min: 1, max: 4 }),
        fc.infiniteStream(fc.nat()),
        async (refundSpec, isUpgraded, batch, order) => {
          const reported = refundSpec.map(({ day, percent }) => refundOf(day, percent / 100));
          const messages = arrived([bought, ...(isUpgraded ? [upgraded] : []), ...reported]);
          const keys = new Map(messages.map((message) => [message, order.next().value as number]));
          // A refund of what is not known yet posts what the charge would have brought.
          const shuffled = messages.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
          const sent = await sentFor(shuffled, batch);
          const total = [...sent.values()].reduce((sum, amount) => sum + amount, 0);
          const kept = (interpretSubscription(messages, [])?.charges ?? []).map(
            ({ gross_micros, refunded_share }) =>
              netMicros({ gross_micros: gross_micros ?? 0, vat_rate: 0, fee_rate: 0.3, refunded_share }) / 100,
          );
          // Each refund is rounded once.
          const rounded = refundSpec.length + 2;
          expect(Math.abs(total - kept.reduce((sum, amount) => sum + amount, 0))).toBeLessThan(rounded);
        },
      ),
      { numRuns: 200 },
    );
  });
});
