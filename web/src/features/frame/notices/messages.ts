/** Words of the bell and of what is below it. */
export const noticeMessages = {
  title: 'Notices',
  name: (unread: number) => `Notices, ${unread} unread`,
  markAll: 'Mark all read',
  markRead: 'Mark read',
  markReadOf: (text: string) => `Mark read: ${text}`,
  unread: 'Unread',
  severities: { high: 'High', normal: 'Normal', low: 'Low' },
  older: 'Show older',
  loading: 'Loading...',
  retry: 'Retry',
  none: 'No notices',
  noneText: 'What alerts find is shown here for 90 days.',
} as const;
