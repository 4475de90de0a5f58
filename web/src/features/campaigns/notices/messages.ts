/** Words of the bell. */
export const noticeMessages = {
  notices: (unread: number) => `Notices, ${unread} unread`,
  title: 'Notices',
  none: 'No notices yet',
  failed: 'Notices cannot be shown now',
  readAll: 'Mark all as read',
  unread: 'Unread',
};
