import { charge, message, type TableCase } from '../store-messages.fixture.ts';

/** Types that say nothing of what a subscription is, and one that is not known yet. */
const ignored = [
  'PRICE_INCREASE PENDING',
  'PRICE_INCREASE ACCEPTED',
  'REFUND_DECLINED',
  'CONSUMPTION_REQUEST',
  'RENEWAL_EXTENDED',
  'RENEWAL_EXTENSION SUMMARY',
  'RENEWAL_EXTENSION FAILURE',
  'TEST',
  'EXTERNAL_PURCHASE_TOKEN UNREPORTED',
  'RESCIND_CONSENT',
  'METADATA_UPDATE',
  'MIGRATION',
  'PRICE_CHANGE',
  'DID_CHANGE_RENEWAL_STATUS',
  'A_TYPE_OF_NEXT_YEAR',
];

const paying = message('SUBSCRIBED INITIAL_BUY', 0, charge);
const failed = message('DID_FAIL_TO_RENEW', 30, charge);

/** Version 2 messages that change nothing. */
export const ignoredCases = ignored.map(
  (name): TableCase => [`${name} changes nothing`, [paying, failed], message(name, 31, charge), null, 'billing_issues'],
);
