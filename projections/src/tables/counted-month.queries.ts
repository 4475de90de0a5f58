/** Condition of rows of months that count. A month that was taken back has rows of zeros: its days count. */
export const isCountedMonth =
  '(spend_micros != 0 OR unread != 0 OR impressions + taps + tap_installs + view_installs > 0)';
