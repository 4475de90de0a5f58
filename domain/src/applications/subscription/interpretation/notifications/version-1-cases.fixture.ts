import {
  afterTrial,
  charge,
  freeOffer,
  freeTrial,
  oldMessage,
  onDay,
  paidIntro,
  relative,
  renewal,
  revoked,
  secondMonth,
  type TableCase,
  upgrade,
} from '../store-messages.fixture.ts';

const oldTrial = oldMessage('INITIAL_BUY', 0, freeTrial);
const oldPaying = oldMessage('INITIAL_BUY', 0, charge);
const off = { renewal: renewal(false) };
const oldIntro = oldMessage('INITIAL_BUY', 0, paidIntro);
const oldGift = { ...freeOffer, transaction_id: 'gift' };

/** Every line for version 1 messages. */
export const version1Cases: TableCase[] = [
  ['V1 INITIAL_BUY with a trial', [], oldTrial, 'trial_start', 'trial'],
  ['V1 INITIAL_BUY else', [], oldPaying, 'subscription_charge', 'active'],
  ['V1 INITIAL_BUY with a paid introductory offer', [], oldIntro, 'subscription_charge', 'trial'],
  ['V1 INITIAL_BUY with a free offer', [], oldMessage('INITIAL_BUY', 0, oldGift), null, 'active'],
  ['V1 DID_RENEW', [oldTrial], oldMessage('DID_RENEW', 7, [freeTrial, afterTrial]), 'subscription_charge', 'active'],
  [
    'V1 DID_RECOVER',
    [oldPaying],
    oldMessage('DID_RECOVER', 33, [charge, secondMonth]),
    'subscription_charge',
    'active',
  ],
  ['V1 RENEWAL', [oldPaying], oldMessage('RENEWAL', 33, [charge, secondMonth]), 'subscription_charge', 'active'],
  ...['DID_RENEW', 'DID_RECOVER', 'RENEWAL'].map((name): TableCase => {
    const again = { ...paidIntro, transaction_id: 'intro2', purchased_at: onDay(7), expires_at: onDay(14) };
    return [
      `V1 ${name} into another introductory period`,
      [oldIntro],
      oldMessage(name, 7, again),
      'subscription_charge',
      'trial',
    ];
  }),
  [
    'V1 DID_RENEW into a free offer',
    [oldPaying],
    oldMessage('DID_RENEW', 30, { ...oldGift, purchased_at: onDay(30) }),
    null,
    'active',
  ],
  ['V1 INTERACTIVE_RENEWAL with a trial', [], oldMessage('INTERACTIVE_RENEWAL', 0, freeTrial), 'trial_start', 'trial'],
  [
    'V1 INTERACTIVE_RENEWAL when paid',
    [],
    oldMessage('INTERACTIVE_RENEWAL', 0, charge),
    'subscription_charge',
    'active',
  ],
  [
    'V1 INTERACTIVE_RENEWAL with a paid introductory offer',
    [],
    oldMessage('INTERACTIVE_RENEWAL', 0, paidIntro),
    'subscription_charge',
    'trial',
  ],
  ['V1 INTERACTIVE_RENEWAL with a free offer', [], oldMessage('INTERACTIVE_RENEWAL', 0, oldGift), null, 'active'],
  [
    'V1 renewal off in a trial',
    [oldTrial],
    oldMessage('DID_CHANGE_RENEWAL_STATUS', 2, freeTrial, off),
    'trial_cancelation',
    'trial_canceled',
  ],
  [
    'V1 renewal off when paid',
    [oldPaying],
    oldMessage('DID_CHANGE_RENEWAL_STATUS', 2, charge, off),
    'subscription_cancelation',
    'canceled',
  ],
  [
    'V1 renewal off in a paid introduction',
    [oldIntro],
    oldMessage('DID_CHANGE_RENEWAL_STATUS', 2, paidIntro, off),
    'subscription_cancelation',
    'trial_canceled',
  ],
  [
    'V1 renewal off when refunded',
    [oldPaying, oldMessage('REFUND', 5, revoked)],
    oldMessage('DID_CHANGE_RENEWAL_STATUS', 6, revoked, off),
    null,
    'refunded',
  ],
  [
    'V1 renewal on in a trial',
    [oldTrial, oldMessage('DID_CHANGE_RENEWAL_STATUS', 2, freeTrial, off)],
    oldMessage('DID_CHANGE_RENEWAL_STATUS', 3, freeTrial, { renewal: renewal(true) }),
    null,
    'trial',
  ],
  [
    'V1 renewal on when paid',
    [oldPaying, oldMessage('DID_CHANGE_RENEWAL_STATUS', 2, charge, off)],
    oldMessage('DID_CHANGE_RENEWAL_STATUS', 3, charge, { renewal: renewal(true) }),
    null,
    'active',
  ],
  [
    'V1 renewal change that does not say which',
    [oldPaying],
    oldMessage('DID_CHANGE_RENEWAL_STATUS', 3, charge),
    null,
    'active',
  ],
  ...['DID_CHANGE_RENEWAL_PREF', 'PRICE_INCREASE_CONSENT', 'CONSUMPTION_REQUEST', 'SOMETHING_ELSE'].map(
    (name): TableCase => {
      return [`V1 ${name} changes nothing`, [oldTrial], oldMessage(name, 1, freeTrial), null, 'trial'];
    },
  ),
  ['V1 DID_FAIL_TO_RENEW', [oldPaying], oldMessage('DID_FAIL_TO_RENEW', 30, charge), null, 'billing_issues'],
  ['V1 CANCEL by support', [oldPaying], oldMessage('CANCEL', 5, revoked), 'refund', 'refunded'],
  [
    'V1 CANCEL by an upgrade',
    [oldPaying],
    oldMessage('CANCEL', 10, [{ ...revoked, is_upgraded: true }, upgrade]),
    null,
    'active',
  ],
  ['V1 REFUND', [oldPaying], oldMessage('REFUND', 5, revoked), 'refund', 'refunded'],
  ['V1 REVOKE', [oldPaying], oldMessage('REVOKE', 5, charge), null, 'active'],
  ['V1 by family sharing', [], oldMessage('INITIAL_BUY', 0, relative), null, 'nothing'],
];
