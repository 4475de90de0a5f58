import {
  feeRate,
  interpretSubscription,
  isAfterPaidYear,
  isoCurrency,
  netMicros,
  type StoreNotification,
  type SubscriptionCharge,
  type SubscriptionView,
  statusTimetable,
  type TransactionLink,
  vatRate,
} from '@tapwise/domain';
import type { TableRow } from '../../tables/table-catalogue.ts';
import type { Bookkeeping } from '../runner/projection.ts';
import type { SubjectKey } from './cohort-lookups.queries.ts';
import { placedCharge, placedSubscription, unknownLaunch } from './cohort-places.ts';
import { type InstallIndex, linkedInstall } from './install-link.ts';
import { type InstallRow, unknownOrigin } from './install-state.ts';
import { lineColumns } from './line-columns.ts';

/** Everything the log says about one original transaction. */
export interface SubscriptionHistory {
  readonly subject: SubjectKey;
  readonly notifications: readonly StoreNotification[];
  /** Position of each notification. */
  readonly positions: readonly bigint[];
  readonly links: readonly TransactionLink[];
  /** Newest position of all notifications and links. */
  readonly position: bigint;
  readonly recordedAt: string;
}

/**
 * The subscription's row and one row per transaction, whole, from everything known; each also at its place in the order of
 * reports, and removed from the places where it may have been.
 * @param formerLaunches First launches of the installs under which its rows may lie from earlier on.
 */
export function subscriptionRows(
  facts: SubscriptionHistory,
  installs: InstallIndex,
  formerLaunches: readonly string[],
): TableRow[] {
  const { application_id, id: original_transaction_id } = facts.subject;
  if (facts.notifications.length === 0) return [];
  const view = interpretSubscription(facts.notifications, facts.links, { application_id });
  const { install_id, install } = linkedInstall(application_id, view?.install_candidates ?? [], installs);
  const first_launch_at = install?.first_launch_at ?? unknownLaunch;
  const shared = {
    application_id,
    original_transaction_id,
    first_launch_at,
    ...attributionColumns(install_id, install),
    ...versionColumns(facts, install),
  };
  const former = formerLaunches.filter((formerLaunch) => formerLaunch !== first_launch_at);
  const charges = new Map((view?.charges ?? []).map((charge) => [charge.transaction_id, charge]));
  const transactions = facts.notifications.flatMap((notification) => notification.transactions);
  const purchases = new Map(transactions.map((transaction) => [transaction.transaction_id, transaction]));
  const lines = (view?.lines ?? []).map((line, index): TableRow => {
    const key = { application_id, original_transaction_id, line: index };
    return { table: 'subscription_line_v1', row: { ...key, ...lineColumns(line), ...factColumns(facts) } };
  });
  const subscription = view ? { ...viewColumns(view, install), ...shared } : { ...nothingToCount, ...shared };
  return [
    { table: 'subscription_current_v1', row: subscription },
    ...placedSubscription(subscription, former),
    ...lines,
    ...[...purchases.values()].flatMap(({ transaction_id, product_id, purchased_at }): TableRow[] => {
      const charge = charges.get(transaction_id);
      const key = { transaction_id, product_id, purchased_at };
      const row = charge
        ? { ...key, ...chargeColumns(charge, install), ...shared }
        : { ...key, kind: 'none' as const, ...shared };
      return [{ table: 'charge_v1', row }, ...placedCharge(row, former)];
    }),
  ];
}

function attributionColumns(install_id: string, install: InstallRow | undefined) {
  if (install === undefined) return { install_id, install_state: 'unknown' as const, ...unknownOrigin };
  const { state, reported_position, log_position, recorded_at, application_id, first_launch_at, ...columns } = install;
  return { ...columns, install_state: state };
}

function versionColumns(facts: SubscriptionHistory, install: InstallRow | undefined): Bookkeeping {
  const installPosition = install === undefined ? -1n : BigInt(install.log_position);
  if (install === undefined || installPosition < facts.position) return factColumns(facts);
  return { log_position: install.log_position, recorded_at: install.recorded_at };
}

const factColumns = ({ position, recordedAt }: SubscriptionHistory): Bookkeeping => ({
  log_position: position.toString(),
  recorded_at: recordedAt,
});

const nothingToCount = { kind: 'none', status: 'none', ended_status: 'canceled', started_at: unknownLaunch } as const;

function viewColumns(view: SubscriptionView, install: InstallRow | undefined) {
  const timetable = statusTimetable(view);
  const { kind, product_id, started_at, intro, intro_started_at, intro_expires_at, status } = view;
  return {
    kind,
    product_id,
    started_at,
    intro,
    intro_started_at,
    intro_expires_at,
    status,
    storefront: view.storefront ?? '',
    is_converted: view.converted,
    is_trial_conversion: view.trial_conversion,
    is_refunded: view.refunded,
    charge_count: view.charges.filter((charge) => charge.kind === 'charge').length,
    billing_issues_at: instantOf(timetable.billing_issues_at),
    ended_at: instantOf(timetable.ended_at),
    ended_status: timetable.ended_status,
    auto_renew: view.auto_renew,
    period_expires_at: view.period_expires_at,
    ...termColumns(view, install),
  };
}

/** More would not be a term of a year or two. */
const mostOwed = 1000;

/** Of what has no future. */
const noTerms = {
  line_charge_count: 0,
  period_started_at: null,
  trial_started_at: null,
  retry_since: null,
  paid_service_days: 0,
  owed_payments: 0,
  ends_after_owed: false,
  next_price_ex_vat_micros: null,
  next_price_currency: '',
} as const;

/** What the value of its future depends on. */
function termColumns({ terms, charges, ...view }: SubscriptionView, install: InstallRow | undefined) {
  if (view.kind === 'one_time') return noTerms;
  const { next_price_micros: price, next_price_currency: currency } = terms;
  const isNamed = price !== null && currency !== null;
  // The next charge is made when the period ends.
  const vat = vatRate(
    view.storefront ?? (install?.country || null),
    view.period_expires_at ?? charges.at(-1)?.purchased_at ?? '',
  );
  return {
    line_charge_count: terms.charge_count,
    period_started_at: terms.period_started_at,
    trial_started_at: terms.trial_started_at,
    retry_since: view.billing_retry_since ?? view.period_expires_at,
    paid_service_days: terms.paid_service_days,
    owed_payments: Math.min(terms.owed_payments, mostOwed),
    ends_after_owed: terms.commitment_expires_at !== null && !view.auto_renew,
    next_price_ex_vat_micros: isNamed ? Math.round(price / (1 + vat.rate)) : null,
    next_price_currency: isNamed ? isoCurrency(currency) : '',
  };
}

const instantOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function chargeColumns(charge: SubscriptionCharge, install: InstallRow | undefined) {
  // Without a storefront of its own a sale counts as made where the install's ad was shown.
  const storefront = charge.storefront ?? (install?.country || null);
  const vat = vatRate(storefront, charge.purchased_at);
  const fee_rate = feeRate(charge, { small_business: false });
  const small = feeRate(charge, { small_business: true });
  const { kind, product_id, purchased_at, refunded_share, is_refund_estimated } = charge;
  const { gross_micros, currency, charge_number } = charge;
  const priced = gross_micros !== null && currency !== null;
  const price = { gross_micros: gross_micros ?? 0, vat_rate: vat.rate, refunded_share };
  return {
    kind,
    product_id,
    purchased_at,
    refunded_share,
    is_refund_estimated,
    charge_number: charge_number ?? 0,
    storefront: storefront ?? '',
    currency: priced ? isoCurrency(currency) : '',
    is_priced: priced,
    is_vat_known: vat.isKnown,
    is_second_year: isAfterPaidYear(charge),
    gross_ex_vat_micros: priced ? Math.round(gross_micros / (1 + vat.rate)) : 0,
    net_micros: priced ? netMicros({ ...price, fee_rate }) : 0,
    net_small_business_micros: priced ? netMicros({ ...price, fee_rate: small }) : 0,
    kept_share: (1 - fee_rate) * (1 - refunded_share),
    kept_share_small_business: (1 - small) * (1 - refunded_share),
  };
}
