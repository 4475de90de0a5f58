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

/**
 * Whether a subscription may still bring money: it runs, is on trial or its payment is being collected, and it has been charged
 * or is on an introduction. One-time purchases and free periods that are no introduction bring nothing more.
 * @param status Expression or column of the status at that instant.
 */
export const isLive = (status: string = statusNow): string =>
  `kind = 'subscription' AND ${status} IN ('trial', 'active', 'billing_issues')
      AND (line_charge_count > 0 OR (${status} != 'active' AND isNotNull(trial_started_at)))`;
