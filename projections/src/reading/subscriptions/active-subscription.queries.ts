/**
 * What reports, values and explanations ask of a subscription at an instant. Fragments of statements over tables that have the
 * columns of an active subscription (`0066_live_subscription_columns.sql`) and the parameter `now_ms` (milliseconds since 1970).
 */
export const nowParameter = "fromUnixTimestamp64Milli({now_ms:Int64}, 'UTC')";

/**
 * The status at an instant: periods end and payments fall due without a message of the store.
 * @param instant Expression.
 */
export const statusAt = (
  instant: string,
): string => `multiIf(ifNull(ended_at <= ${instant}, false), toString(ended_status),
      ifNull(billing_issues_at <= ${instant}, false), 'billing_issues', toString(status))`;

/** The status at the instant asked for. */
export const statusNow = statusAt(nowParameter);

/** The same as the number that the tables hold it by: a tenth of the work where hundreds of thousands are looked at. */
export const statusNumber =
  'multiIf(ends_ms <= {now_ms:Int64}, toInt8(ended_status), issues_ms <= {now_ms:Int64}, 3, toInt8(status))';

/** The name of such a number. */
export const statusOfNumber = (number: string): string =>
  `CAST(${number}, 'Enum8(\\'none\\' = 0, \\'trial\\' = 1, \\'trial_canceled\\' = 2, \\'billing_issues\\' = 3, \\'active\\' = 4, \\'canceled\\' = 5, \\'refunded\\' = 6)')`;

/**
 * Whether a subscription may still bring money.
 * @param number Expression or column of its status at that instant, as a number.
 */
export const isActive = (number: string = statusNumber): string => `bitTest(live_statuses, ${number})`;
