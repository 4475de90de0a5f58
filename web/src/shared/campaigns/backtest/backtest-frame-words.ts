/** Words around the back-test of any rule. */
export const backtestFrameWords = {
  title: (name: string) => `Back-test of ${name}`,
  from: 'From',
  to: 'To',
  run: 'Run back-test',
  again: 'Run again',
  cancel: 'Cancel back-test',
  cancelled: 'The back-test was cancelled',
  later: 'There is no room for another back-test right now. Please try again in a minute.',
  tooLong: 'At most 90 days',
  order: 'The first day must not be after the last',
  future: 'Only days up to today',
  required: 'Date range is required',
  close: 'Close',
} as const;
