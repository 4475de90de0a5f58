import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpretSubscription } from './interpret-subscription.ts';
import {
  afterTrial,
  charge,
  freeOffer,
  freeTrial,
  link,
  message,
  oldMessage,
  onDay,
  pack,
  paidIntro,
  renewal,
  secondMonth,
  transaction,
  upgrade,
} from './store-messages.fixture.ts';
import { webhookEventsOf } from './webhook-events.ts';

const trialStory = [
  message('SUBSCRIBED INITIAL_BUY', 0, freeTrial),
  message('DID_RENEW', 7, afterTrial),
  message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED', 20, afterTrial),
  message('REFUND', 25, { ...afterTrial, revoked_at: onDay(25) }),
  message('REFUND_REVERSED', 27, afterTrial),
  message('EXPIRED VOLUNTARY', 37, afterTrial),
];

describe('the view of a subscription', () => {
  it('is the same in whatever order messages arrive, and however often each arrives', () => {
    const expected = interpretSubscription(trialStory, [link('i1')]);
    const events = webhookEventsOf(trialStory);
    const arrivals = fc.array(fc.constantFrom(...trialStory), { maxLength: 6 });
    const shuffled = fc.shuffledSubarray(trialStory, { minLength: trialStory.length });
    fc.assert(
      fc.property(shuffled, arrivals, (all, repeated) => {
        expect(interpretSubscription([...all, ...repeated], [link('i1'), link('i1')])).toEqual(expected);
        expect(webhookEventsOf([...all, ...repeated])).toEqual(events);
      }),
    );
  });

  it('reads a notification that was mapped twice by its newest mapping, whichever comes first', () => {
    const first = message('DID_RENEW', 7, afterTrial, { id: 'renewal' });
    const better = message('DID_RENEW', 7, { ...afterTrial, price_micros: 12_990_000 }, { id: 'renewal', mapping: 2 });
    const started = message('SUBSCRIBED INITIAL_BUY', 0, freeTrial);
    for (const story of [
      [started, first, better],
      [better, first, started],
    ]) {
      expect(interpretSubscription(story, [])?.charges).toMatchObject([{ gross_micros: 12_990_000 }]);
    }
  });

  it('counts a trial that was charged as a trial, a conversion and a trial conversion', () => {
    expect(interpretSubscription(trialStory.slice(0, 2), [])).toMatchObject({
      kind: 'subscription',
      intro: 'free',
      intro_started_at: onDay(0),
      intro_expires_at: onDay(7),
      converted: true,
      trial_conversion: true,
      refunded: false,
      in_trial: false,
      status: 'active',
      auto_renew: true,
      period_expires_at: onDay(37),
      charges: [{ transaction_id: 't2', kind: 'charge', charge_number: 1, gross_micros: 9_990_000 }],
    });
  });

  it('counts a paid introductory offer as a trial whose payment is no charge', () => {
    expect(interpretSubscription([message('SUBSCRIBED INITIAL_BUY', 0, paidIntro)], [])).toMatchObject({
      intro: 'paid',
      converted: false,
      trial_conversion: false,
      in_trial: true,
      charges: [{ kind: 'intro', gross_micros: 1_990_000, charge_number: null }],
    });
  });

  it('counts a free offer that is no introduction neither as a trial nor as a charge', () => {
    const story = [message('SUBSCRIBED INITIAL_BUY', 0, freeOffer)];
    expect(interpretSubscription(story, [])).toMatchObject({
      intro: 'none',
      converted: false,
      in_trial: false,
      charges: [],
    });
  });

  it('counts priced promotional, win-back and code offers as charges at that price', () => {
    for (const offer_type of [2, 3, 4]) {
      const offered = transaction({ offer_type, offer_discount_type: 'PAY_AS_YOU_GO', price_micros: 4_990_000 });
      const view = interpretSubscription([message('SUBSCRIBED RESUBSCRIBE', 0, offered)], []);
      expect(view).toMatchObject({
        intro: 'none',
        converted: true,
        charges: [{ kind: 'charge', gross_micros: 4_990_000 }],
      });
    }
  });

  it('is nothing while there are only links, or only a relative’s access', () => {
    expect(interpretSubscription([], [link('i1')])).toBeNull();
    const shared = message('SUBSCRIBED INITIAL_BUY', 0, transaction({ family_shared: true }));
    expect(interpretSubscription([shared], [])).toBeNull();
  });

  it('counts a purchase of three at once as one purchase at the price of all', () => {
    const three = { ...pack, quantity: 3, price_micros: 14_970_000 };
    const view = interpretSubscription([message('ONE_TIME_CHARGE', 0, three)], []);
    expect(view).toMatchObject({ kind: 'one_time', converted: false, auto_renew: false, status: 'active' });
    expect(view?.charges).toMatchObject([{ kind: 'one_time', gross_micros: 14_970_000, charge_number: null }]);
  });

  it('learns of a charge from any message that names it, when its own was lost', () => {
    const story = [message('SUBSCRIBED INITIAL_BUY', 0, charge), message('DID_FAIL_TO_RENEW', 60, secondMonth)];
    const view = interpretSubscription(story, []);
    expect(view?.charges.map((item) => item.transaction_id)).toEqual(['t1', 't2']);
    expect(view).toMatchObject({ status: 'billing_issues', billing_retry_since: onDay(60) });
  });

  it('leaves billing issues behind when a newer period shows up in a message that says nothing else', () => {
    const story = [
      message('SUBSCRIBED INITIAL_BUY', 0, charge),
      message('DID_FAIL_TO_RENEW', 30, charge),
      message('PRICE_INCREASE PENDING', 40, secondMonth),
    ];
    expect(interpretSubscription(story, [])).toMatchObject({ status: 'active', billing_retry_since: null });
  });

  it('knows when a grace period ends and forgets it with the recovery', () => {
    const grace = { renewal: renewal(true, { grace_period_expires_at: onDay(46) }) };
    const story = [
      message('SUBSCRIBED INITIAL_BUY', 0, charge),
      message('DID_FAIL_TO_RENEW GRACE_PERIOD', 30, charge, grace),
    ];
    expect(interpretSubscription(story, [])?.grace_period_expires_at).toBe(onDay(46));
    const recovered = [...story, message('DID_RENEW BILLING_RECOVERY', 33, secondMonth)];
    expect(interpretSubscription(recovered, [])).toMatchObject({ grace_period_expires_at: null, auto_renew: true });
  });
});

describe('an upgrade', () => {
  const story = [
    message('SUBSCRIBED INITIAL_BUY', 0, charge),
    message('DID_CHANGE_RENEWAL_PREF UPGRADE', 10, upgrade),
    message('DID_RENEW', 375, { ...upgrade, transaction_id: 'up2', purchased_at: onDay(375), expires_at: onDay(740) }),
  ];

  it('moves the subscription to the new product and leaves income with the old one', () => {
    const view = interpretSubscription(story, []);
    expect(view?.product_id).toBe('year');
    expect(
      view?.charges.map(({ product_id, product_line, charge_number }) => [product_id, product_line, charge_number]),
    ).toEqual([
      ['month', 0, 1],
      ['year', 1, 1],
      ['year', 1, 2],
    ]);
  });

  it('is neither a new trial nor a second conversion', () => {
    expect(interpretSubscription(story, [])).toMatchObject({ intro: 'none', converted: true, trial_conversion: false });
  });
});

describe('refunds', () => {
  const months = [message('SUBSCRIBED INITIAL_BUY', 0, charge), message('DID_RENEW', 30, secondMonth)];
  const back = (refundedCharge: typeof charge, day: number, overrides = {}) =>
    message('REFUND', day, { ...refundedCharge, revoked_at: onDay(day), ...overrides });

  it('of an older charge give money back and leave the status', () => {
    const view = interpretSubscription([...months, back(charge, 35)], []);
    expect(view).toMatchObject({ status: 'active', refunded: true });
    expect(view?.charges.map((item) => item.refunded_share)).toEqual([1, 0]);
  });

  it('of a part of the latest charge make it refunded too', () => {
    const view = interpretSubscription([...months, back(secondMonth, 35, { revocation_share: 0.4 })], []);
    expect(view).toMatchObject({ status: 'refunded', refunded: true });
    expect(view?.charges.at(-1)?.refunded_share).toBe(0.4);
  });

  it('of several parts of one charge add up to the whole at most, each once, whatever the order in which they arrive', () => {
    const refunds = fc.uniqueArray(
      fc.record({ day: fc.integer({ min: 31, max: 90 }), percent: fc.integer({ min: 0, max: 100 }) }),
      { minLength: 1, maxLength: 5, selector: ({ day }) => day },
    );
    fc.assert(
      fc.property(refunds, fc.infiniteStream(fc.nat()), (given, order) => {
        const reported = given.map(({ day, percent }) => back(secondMonth, day, { revocation_share: percent / 100 }));
        // A later message shows the last of them again, and does not say of which part it is.
        const last = given.toSorted((a, b) => a.day - b.day).at(-1)?.day ?? 0;
        const expired = message('EXPIRED VOLUNTARY', 91, { ...secondMonth, revoked_at: onDay(last) });
        const story = [...months, ...reported, ...reported, expired];
        const places = new Map(story.map((notification) => [notification, order.next().value as number]));
        const shuffled = story.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
        const percents = Math.min(
          100,
          given.reduce((sum, { percent }) => sum + percent, 0),
        );
        expect(interpretSubscription(shuffled, [])?.charges.at(-1)?.refunded_share).toBe(percents / 100);
      }),
    );
  });

  it('of several parts are all reversed, and one that comes later counts alone', () => {
    const part = (day: number, revocation_share: number) => back(secondMonth, day, { revocation_share });
    const story = [...months, part(35, 0.3), part(40, 0.3), message('REFUND_REVERSED', 50, secondMonth)];
    expect(interpretSubscription(story, [])).toMatchObject({ status: 'active', refunded: false });
    const again = interpretSubscription([...story, part(60, 0.2)], []);
    expect(again?.charges.at(-1)?.refunded_share).toBe(0.2);
  });

  it('keep the status refunded whatever follows, until a new charge', () => {
    const story = [...months, back(secondMonth, 35)];
    const after = [
      message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED', 36, secondMonth),
      message('DID_FAIL_TO_RENEW', 60, secondMonth),
      message('EXPIRED BILLING_RETRY', 120, secondMonth),
    ];
    for (let count = 1; count <= after.length; count += 1) {
      expect(interpretSubscription([...story, ...after.slice(0, count)], [])?.status).toBe('refunded');
    }
    const again = transaction({ transaction_id: 't5', purchased_at: onDay(130), expires_at: onDay(160) });
    const resubscribed = [...story, ...after, message('SUBSCRIBED RESUBSCRIBE', 130, again)];
    expect(interpretSubscription(resubscribed, [])).toMatchObject({ status: 'active', refunded: true });
  });

  it('that are reversed count no longer', () => {
    const view = interpretSubscription(
      [...months, back(secondMonth, 35), message('REFUND_REVERSED', 50, secondMonth)],
      [],
    );
    expect(view).toMatchObject({ status: 'active', refunded: false });
    expect(view?.charges.map((item) => item.refunded_share)).toEqual([0, 0]);
  });

  it('of one transaction leave the others of the subscription alone, each with its own reversal', () => {
    const story = [...months, back(charge, 32), back(secondMonth, 35), message('REFUND_REVERSED', 36, charge)];
    const view = interpretSubscription(story, []);
    expect(view?.charges.map((item) => item.refunded_share)).toEqual([0, 1]);
    expect(view?.status).toBe('refunded');
  });

  it('are seen on a transaction also when the refund message itself was lost', () => {
    const renewalOff = message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED', 36, {
      ...secondMonth,
      revoked_at: onDay(35),
    });
    expect(interpretSubscription([...months, renewalOff], [])).toMatchObject({ status: 'refunded', refunded: true });
  });

  it('of a paid introduction are no refunded conversion', () => {
    const story = [message('SUBSCRIBED INITIAL_BUY', 0, paidIntro), back(paidIntro, 3)];
    const view = interpretSubscription(story, []);
    expect(view).toMatchObject({ status: 'refunded', refunded: false, converted: false });
    expect(view?.charges[0]?.refunded_share).toBe(1);
  });
});

describe('the install of a subscription', () => {
  const story = (token: string | null) => [
    message('SUBSCRIBED INITIAL_BUY', 0, { ...charge, app_account_token: token }),
  ];

  it('is the one named first, by account token or link, with the other as a candidate', () => {
    const links = [link('late', { linked_at: onDay(3) }), link('early', { linked_at: onDay(1) })];
    expect(interpretSubscription(story('token'), links)).toMatchObject({
      install_id: 'token',
      install_candidates: ['token', 'early'],
    });
    const before = [link('before', { linked_at: onDay(-1) }), ...links];
    expect(interpretSubscription(story('token'), before)?.install_candidates).toEqual(['before', 'token']);
  });

  it('is the first link where the app gave the store no token', () => {
    const links = [link('late', { linked_at: onDay(3) }), link('early', { linked_at: onDay(1) })];
    expect(interpretSubscription(story(null), links)?.install_id).toBe('early');
    expect(interpretSubscription(story(null), [])?.install_id).toBeNull();
  });

  it('never comes from a link of another application', () => {
    expect(interpretSubscription(story(null), [link('other', { application_id: 2 })])?.install_id).toBeNull();
  });

  it('is asked per application where two applications get messages about one purchase', () => {
    const both = [
      ...story('a'),
      message('SUBSCRIBED INITIAL_BUY', 0, { ...charge, app_account_token: 'b' }, { app: 2 }),
    ];
    expect(interpretSubscription(both, [], { application_id: 1 })?.install_id).toBe('a');
    expect(interpretSubscription(both, [], { application_id: 2 })).toMatchObject({
      application_id: 2,
      install_id: 'b',
    });
  });
});

describe('old-style messages', () => {
  it('leave prices open until they are known', () => {
    const view = interpretSubscription([oldMessage('INITIAL_BUY', 0, charge)], []);
    expect(view?.charges).toMatchObject([{ gross_micros: null, currency: null, storefront: null }]);
  });

  it('take the price from a new-style message about the same transaction', () => {
    const story = [oldMessage('INITIAL_BUY', 0, charge), message('DID_FAIL_TO_RENEW', 30, charge)];
    expect(interpretSubscription(story, [])?.charges).toMatchObject([{ gross_micros: 9_990_000, storefront: 'US' }]);
    const reversed = [message('DID_FAIL_TO_RENEW', 30, charge), oldMessage('DID_RENEW', 31, [charge, secondMonth])];
    expect(interpretSubscription(reversed, [])?.charges[0]?.gross_micros).toBe(9_990_000);
  });

  it('bring the whole history with one message', () => {
    const view = interpretSubscription([oldMessage('DID_RENEW', 7, [afterTrial, freeTrial])], []);
    expect(view).toMatchObject({ intro: 'free', trial_conversion: true, started_at: onDay(0) });
  });
});
