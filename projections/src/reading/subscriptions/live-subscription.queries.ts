/**
 * The one definition of a live subscription: what rows count, values are added up from and explanations list. Fragments of
 * statements over `subscription_current_v1` that have the parameter `now_ms` (milliseconds since 1970).
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
export const statusNumber = `multiIf(ifNull(ended_at <= ${nowParameter}, false), toInt8(ended_status),
      ifNull(billing_issues_at <= ${nowParameter}, false), toInt8(3), toInt8(status))`;

/** The name of such a number. */
export const statusOfNumber = (number: string): string =>
  `CAST(${number}, 'Enum8(\\'none\\' = 0, \\'trial\\' = 1, \\'trial_canceled\\' = 2, \\'billing_issues\\' = 3, \\'active\\' = 4, \\'canceled\\' = 5, \\'refunded\\' = 6)')`;

/**
 * Whether a subscription may still bring money: it runs, is on trial or its payment is being collected, and it has been charged
 * or is on an introduction. One-time purchases and free periods that are no introduction bring nothing more.
 * @param status Expression or column of the status at that instant.
 */
export const isLive = (status: string = statusNow): string => liveBy(status, "'trial'", "'active'", "'billing_issues'");

/** The same by the number of the status. */
export const isLiveNumber = (status: string): string => liveBy(status, '1', '4', '3');

const liveBy = (status: string, trial: string, active: string, issues: string): string =>
  `kind = 'subscription' AND ${status} IN (${trial}, ${active}, ${issues})
      AND (line_charge_count > 0 OR (${status} != ${active} AND isNotNull(trial_started_at)))`;
