import { describe, expect, it } from 'vitest';
import { parseDay } from '../../base/calendar/calendar-days.ts';
import { createSigningChain } from '../../signing/certificates.ts';
import { createNotificationSigner } from '../../signing/notification-signer.ts';
import { createActivityStore } from '../activity/activity-store.ts';
import { createWorld } from '../world/world.ts';
import { signedNotification } from './notification-payload.ts';
import { peopleOf } from './person.ts';
import { purchaseStoryOf } from './purchase-story.ts';

const anchorDay = parseDay('2026-11-20') ?? 0;
const world = createWorld({ seed: 3, scale: 1, anchorDay });
const activity = createActivityStore(world);
const signer = createNotificationSigner(await createSigningChain());

const decode = (jws: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8'));

/** Decoded messages about the buyers of one campaign's day, with their inner parts. */
const messages = Array.from({ length: 20 }, (_, index) =>
  peopleOf(world, activity, { kind: 'campaign', index: 1, day: anchorDay - 1 - index }),
)
  .flat()
  .flatMap((person) => {
    const story = purchaseStoryOf(world, person);
    return (story?.events ?? []).flatMap((event) => {
      if (event.kind !== 'notification') return [];
      const body = decode(signedNotification(signer, { person, tagged: story?.tagged ?? true }, event));
      const data = body.data as Record<string, unknown>;
      const renewal = data.signedRenewalInfo === undefined ? null : decode(String(data.signedRenewalInfo));
      return [{ event, transaction: decode(String(data.signedTransactionInfo)), renewal }];
    });
  });

describe('notifications', () => {
  it('say what the next period will cost, in full and in the currency of the storefront', () => {
    const trials = messages.filter(({ event }) => event.type === 'SUBSCRIBED' && event.transaction.offer !== null);
    expect(trials.length).toBeGreaterThan(3);
    for (const { transaction, renewal } of trials) {
      expect(renewal).toMatchObject({
        autoRenewStatus: 1,
        currency: transaction.currency,
        renewalDate: transaction.expiresDate,
      });
      expect(Number(renewal?.renewalPrice)).toBeGreaterThan(Number(transaction.price));
    }
    const renewals = messages.filter(({ event }) => event.type === 'DID_RENEW');
    expect(renewals.length).toBeGreaterThan(3);
    for (const { transaction, renewal } of renewals) expect(renewal?.renewalPrice).toBe(transaction.price);
  });

  it('name no price for what will not be renewed, and no renewal for single purchases', () => {
    const off = messages.filter(({ event }) => !event.autoRenew && event.transaction.product.period !== null);
    expect(off.length).toBeGreaterThan(3);
    for (const { renewal } of off) expect(renewal).not.toHaveProperty('renewalPrice');
    for (const { event, renewal } of messages) expect(renewal === null).toBe(event.transaction.product.period === null);
  });
});
