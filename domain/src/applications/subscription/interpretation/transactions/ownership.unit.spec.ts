import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpretSubscription } from '../interpret-subscription.ts';
import { notificationTable } from '../notifications/notification-table.ts';
import {
  charge,
  freeTrial,
  message,
  oldMessage,
  onDay,
  pack,
  renewal,
  secondMonth,
} from '../store-messages.fixture.ts';
import { webhookEventsOf } from '../webhook-events.ts';

const types = (version: 'v1' | 'v2'): string[] => [
  ...new Set(notificationTable.filter((row) => row.version === version).map((row) => row.type)),
];
const subtypes = ['', ' INITIAL_BUY', ' UPGRADE', ' AUTO_RENEW_DISABLED', ' VOLUNTARY', ' A_SUBTYPE_OF_NEXT_YEAR'];
const bought = [message('SUBSCRIBED INITIAL_BUY', 0, charge)];
const ownerships = fc.oneof(
  fc.constantFrom('ASSIGNED', 'FAMILY_SHARED', '', 'purchased'),
  fc.string({ maxLength: 20 }).filter((word) => word !== 'PURCHASED'),
);
const purchases = fc.constantFrom(charge, secondMonth, freeTrial, pack, { ...charge, revoked_at: onDay(3) });

describe('a transaction that its user did not buy', () => {
  it('earns nothing and posts nothing, whatever message brings it and whatever word says how it was had', () => {
    const messages = fc.oneof(
      fc.tuple(fc.constantFrom(...types('v2')), fc.constantFrom(...subtypes), fc.constant(message)),
      fc.tuple(fc.constantFrom(...types('v1')), fc.constant(''), fc.constant(oldMessage)),
    );
    fc.assert(
      fc.property(messages, ownerships, purchases, fc.boolean(), ([type, subtype, say], ownership, had, off) => {
        const overrides = off ? { renewal: renewal(false) } : {};
        const story = [say(`${type}${subtype}`, 5, { ...had, ownership }, overrides)];
        expect(interpretSubscription(story, [])).toBeNull();
        expect(webhookEventsOf(story)).toEqual([]);
        expect(interpretSubscription([...bought, ...story], [])).toEqual(interpretSubscription(bought, []));
        expect(webhookEventsOf([...bought, ...story])).toEqual(webhookEventsOf(bought));
      }),
      { numRuns: 500 },
    );
  });

  it('is not one that was purchased, said or left unsaid', () => {
    for (const overrides of [{}, { ownership: 'PURCHASED' }]) {
      const story = [message('SUBSCRIBED INITIAL_BUY', 0, { ...charge, ...overrides })];
      expect(interpretSubscription(story, [])?.charges).toHaveLength(1);
    }
  });
});

describe('a message of a type that is not known', () => {
  it('changes nothing, whatever transaction it holds', () => {
    const listedTypes = new Set(notificationTable.map((row) => row.type));
    const unknown = fc
      .string({ minLength: 1, maxLength: 20 })
      .filter((type) => !listedTypes.has(type) && !type.includes(' '));
    fc.assert(
      fc.property(unknown, fc.constantFrom(...subtypes), purchases, fc.boolean(), (type, subtype, held, old) => {
        const say = old ? oldMessage : message;
        const story = [say(`${type}${old ? '' : subtype}`, 5, held, { renewal: renewal(false) })];
        expect(interpretSubscription(story, [])).toBeNull();
        expect(webhookEventsOf(story)).toEqual([]);
        expect(interpretSubscription([...bought, ...story], [])).toEqual(interpretSubscription(bought, []));
      }),
    );
  });
});
