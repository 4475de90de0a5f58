/** Stream of one original transaction: a subscription's whole life, or a one-time purchase. */
export const subscriptionStream = (originalTransactionId: string): string => `subscription-${originalTransactionId}`;
/** Stream of one notification that changes no subscription, or of one that was refused; it can be created only once. */
export const storeNoticeStream = (applicationId: number, noticeId: string): string =>
  `storeNotice-${applicationId}.${noticeId}`;
/** Stream of the bytes of one notification as they came; it can be created only once. */
export const storeRequestStream = (applicationId: number, notificationId: string): string =>
  `storeRequest-${applicationId}.${notificationId}`;
