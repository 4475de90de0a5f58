import type { StoreNotification } from '../subscription.decider.ts';
import {
  afterTrial,
  charge,
  freeOffer,
  freeTrial,
  message,
  onDay,
  pack,
  paidIntro,
  secondMonth,
  transaction,
  upgrade,
} from './store-messages.fixture.ts';

/** A line of the table, what came before, the message, what is posted and the status after it; `nothing`: no view at all. */
export type TableCase = [
  line: string,
  past: StoreNotification[],
  present: StoreNotification,
  event: string | null,
  status: string,
];

const inTrial = message('SUBSCRIBED INITIAL_BUY', 0, freeTrial);
const inIntro = message('SUBSCRIBED INITIAL_BUY', 0, paidIntro);
const paying = message('SUBSCRIBED INITIAL_BUY', 0, charge);
const gifted = message('SUBSCRIBED INITIAL_BUY', 0, freeOffer);
const packed = message('ONE_TIME_CHARGE', 0, pack);
const canceledTrial = message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED', 2, freeTrial);
const canceled = message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED', 9, charge);
const failed = message('DID_FAIL_TO_RENEW', 30, charge);
export const revoked = transaction({ revoked_at: onDay(5) });
const refunded = message('REFUND', 5, revoked);
export const relative = transaction({ family_shared: true });
const end = (subtype: string, about = charge) => message(`EXPIRED ${subtype}`, 31, about);
const free = 'in a free trial';

/** Every line for version 2 messages. */
export const version2Cases: TableCase[] = [
  ['SUBSCRIBED INITIAL_BUY with a free trial', [], inTrial, 'trial_start', 'trial'],
  [
    'SUBSCRIBED RESUBSCRIBE with a free trial',
    [],
    message('SUBSCRIBED RESUBSCRIBE', 0, freeTrial),
    'trial_start',
    'trial',
  ],
  ['SUBSCRIBED INITIAL_BUY at the standard price', [], paying, 'subscription_charge', 'active'],
  [
    'SUBSCRIBED RESUBSCRIBE at the standard price',
    [paying, canceled, end('VOLUNTARY')],
    message(
      'SUBSCRIBED RESUBSCRIBE',
      90,
      transaction({ transaction_id: 't9', purchased_at: onDay(90), expires_at: onDay(120) }),
    ),
    'subscription_charge',
    'active',
  ],
  ['SUBSCRIBED INITIAL_BUY with a paid introductory offer', [], inIntro, 'subscription_charge', 'trial'],
  [
    'SUBSCRIBED RESUBSCRIBE with a paid introductory offer',
    [],
    message('SUBSCRIBED RESUBSCRIBE', 0, paidIntro),
    'subscription_charge',
    'trial',
  ],
  ['SUBSCRIBED with a free offer that is no introduction', [], gifted, null, 'active'],
  ['SUBSCRIBED by family sharing', [], message('SUBSCRIBED INITIAL_BUY', 0, relative), null, 'nothing'],
  ['DID_RENEW after a trial', [inTrial], message('DID_RENEW', 7, afterTrial), 'subscription_charge', 'active'],
  ['DID_RENEW after a paid period', [paying], message('DID_RENEW', 30, secondMonth), 'subscription_charge', 'active'],
  [
    'DID_RENEW BILLING_RECOVERY',
    [paying, failed],
    message('DID_RENEW BILLING_RECOVERY', 33, secondMonth),
    'subscription_charge',
    'active',
  ],
  [
    'DID_RENEW BILLING_RECOVERY after a trial',
    [inTrial],
    message('DID_RENEW BILLING_RECOVERY', 9, afterTrial),
    'subscription_charge',
    'active',
  ],
  [
    'DID_RENEW into another paid introductory period',
    [inIntro],
    message('DID_RENEW', 7, { ...paidIntro, transaction_id: 'intro2', purchased_at: onDay(7), expires_at: onDay(14) }),
    'subscription_charge',
    'trial',
  ],
  [
    'DID_RENEW into a free offer',
    [paying],
    message('DID_RENEW', 30, { ...secondMonth, price_micros: 0, offer_type: 2 }),
    null,
    'active',
  ],
  ['DID_RENEW that still names the trial', [inTrial], message('DID_RENEW', 1, freeTrial), null, 'trial'],
  ['AUTO_RENEW_DISABLED in a trial', [inTrial], canceledTrial, 'trial_cancelation', 'trial_canceled'],
  ['AUTO_RENEW_DISABLED in a paid period', [paying], canceled, 'subscription_cancelation', 'canceled'],
  [
    'AUTO_RENEW_DISABLED in a paid introduction',
    [inIntro],
    message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED', 2, paidIntro),
    'subscription_cancelation',
    'trial_canceled',
  ],
  ['AUTO_RENEW_DISABLED when refunded', [paying, refunded], canceled, null, 'refunded'],
  [
    'AUTO_RENEW_ENABLED in a trial',
    [inTrial, canceledTrial],
    message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED', 3, freeTrial),
    null,
    'trial',
  ],
  [
    'AUTO_RENEW_ENABLED in a paid period',
    [paying, canceled],
    message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED', 10, charge),
    null,
    'active',
  ],
  [
    'DID_CHANGE_RENEWAL_PREF UPGRADE with a price',
    [paying],
    message('DID_CHANGE_RENEWAL_PREF UPGRADE', 10, upgrade),
    'subscription_charge',
    'active',
  ],
  [
    'DID_CHANGE_RENEWAL_PREF DOWNGRADE',
    [paying],
    message('DID_CHANGE_RENEWAL_PREF DOWNGRADE', 10, charge),
    null,
    'active',
  ],
  [
    'DID_CHANGE_RENEWAL_PREF without subtype',
    [inTrial],
    message('DID_CHANGE_RENEWAL_PREF', 1, freeTrial),
    null,
    'trial',
  ],
  [
    'OFFER_REDEEMED UPGRADE with a price',
    [paying],
    message('OFFER_REDEEMED UPGRADE', 10, { ...upgrade, offer_type: 2 }),
    'subscription_charge',
    'active',
  ],
  ['OFFER_REDEEMED that applies later', [paying], message('OFFER_REDEEMED', 10, charge), null, 'active'],
  [
    'OFFER_REDEEMED for nothing',
    [paying],
    message('OFFER_REDEEMED', 10, { ...upgrade, price_micros: 0, offer_type: 3 }),
    null,
    'active',
  ],
  [
    'OFFER_REDEEMED at a price, at once',
    [paying],
    message('OFFER_REDEEMED', 30, { ...secondMonth, offer_type: 2 }),
    'subscription_charge',
    'active',
  ],
  ['OFFER_REDEEMED DOWNGRADE', [paying], message('OFFER_REDEEMED DOWNGRADE', 10, charge), null, 'active'],
  ['DID_FAIL_TO_RENEW', [paying], failed, null, 'billing_issues'],
  [
    'DID_FAIL_TO_RENEW GRACE_PERIOD',
    [paying],
    message('DID_FAIL_TO_RENEW GRACE_PERIOD', 30, charge),
    null,
    'billing_issues',
  ],
  ['GRACE_PERIOD_EXPIRED', [paying, failed], message('GRACE_PERIOD_EXPIRED', 46, charge), null, 'billing_issues'],
  [
    `EXPIRED VOLUNTARY ${free}, cancelation posted`,
    [inTrial, canceledTrial],
    end('VOLUNTARY', freeTrial),
    null,
    'trial_canceled',
  ],
  ['EXPIRED VOLUNTARY when paid, cancelation posted', [paying, canceled], end('VOLUNTARY'), null, 'canceled'],
  [
    `EXPIRED VOLUNTARY ${free}, cancelation not posted`,
    [inTrial],
    end('VOLUNTARY', freeTrial),
    'trial_cancelation',
    'trial_canceled',
  ],
  [
    'EXPIRED VOLUNTARY when paid, cancelation not posted',
    [paying],
    end('VOLUNTARY'),
    'subscription_cancelation',
    'canceled',
  ],
  [
    'EXPIRED BILLING_RETRY after a trial',
    [inTrial],
    end('BILLING_RETRY', freeTrial),
    'trial_cancelation',
    'trial_canceled',
  ],
  [
    'EXPIRED BILLING_RETRY after a paid period',
    [paying, failed],
    end('BILLING_RETRY'),
    'subscription_cancelation',
    'canceled',
  ],
  ['EXPIRED PRICE_INCREASE when paid', [paying], end('PRICE_INCREASE'), 'subscription_cancelation', 'canceled'],
  [
    `EXPIRED PRICE_INCREASE ${free}`,
    [inTrial],
    end('PRICE_INCREASE', freeTrial),
    'trial_cancelation',
    'trial_canceled',
  ],
  [
    'EXPIRED PRODUCT_NOT_FOR_SALE when paid',
    [paying],
    end('PRODUCT_NOT_FOR_SALE'),
    'subscription_cancelation',
    'canceled',
  ],
  [
    `EXPIRED PRODUCT_NOT_FOR_SALE ${free}`,
    [inTrial],
    end('PRODUCT_NOT_FOR_SALE', freeTrial),
    'trial_cancelation',
    'trial_canceled',
  ],
  [
    'EXPIRED PRODUCT_NOT_FOR_SALE, cancelation posted',
    [paying, canceled],
    end('PRODUCT_NOT_FOR_SALE'),
    null,
    'canceled',
  ],
  ['EXPIRED for a reason we do not know', [paying], end('SOMETHING_NEW'), 'subscription_cancelation', 'canceled'],
  [
    'EXPIRED for a reason we do not know, cancelation posted',
    [paying, canceled],
    end('SOMETHING_NEW'),
    null,
    'canceled',
  ],
  ['ONE_TIME_CHARGE', [], packed, 'non_subscription_purchase', 'active'],
  [
    'ONE_TIME_CHARGE by family sharing',
    [],
    message('ONE_TIME_CHARGE', 0, { ...pack, family_shared: true }),
    null,
    'nothing',
  ],
  ['REFUND of the latest charge', [paying], refunded, 'refund', 'refunded'],
  [
    'REFUND of a one-time product',
    [packed],
    message('REFUND', 5, { ...pack, revoked_at: onDay(5) }),
    'refund',
    'refunded',
  ],
  [
    'REFUND of an older charge',
    [paying, message('DID_RENEW', 30, secondMonth)],
    message('REFUND', 35, revoked),
    'refund',
    'active',
  ],
  ['REFUND_REVERSED when active before', [paying, refunded], message('REFUND_REVERSED', 6, charge), null, 'active'],
  [
    'REFUND_REVERSED when canceled before',
    [paying, canceled, message('REFUND', 12, revoked)],
    message('REFUND_REVERSED', 13, charge),
    null,
    'canceled',
  ],
  [
    'REVOKE by family sharing',
    [message('SUBSCRIBED INITIAL_BUY', 0, relative)],
    message('REVOKE', 5, relative),
    null,
    'nothing',
  ],
  ['REVOKE of what is no family member', [paying], message('REVOKE', 5, charge), null, 'active'],
  ...[
    ...['PRICE_INCREASE PENDING', 'PRICE_INCREASE ACCEPTED', 'REFUND_DECLINED', 'CONSUMPTION_REQUEST'],
    ...['RENEWAL_EXTENDED', 'RENEWAL_EXTENSION SUMMARY', 'RENEWAL_EXTENSION FAILURE', 'TEST'],
    ...['EXTERNAL_PURCHASE_TOKEN UNREPORTED', 'RESCIND_CONSENT', 'METADATA_UPDATE', 'MIGRATION', 'PRICE_CHANGE'],
    ...['A_TYPE_OF_NEXT_YEAR'],
  ].map(
    (name): TableCase => [
      `${name} changes nothing`,
      [paying, failed],
      message(name, 31, charge),
      null,
      'billing_issues',
    ],
  ),
];
