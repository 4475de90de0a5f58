/** Stream of what the store reported of an application for one day of the store's calendar. */
export const storeDayStream = (applicationId: number, day: string): string => `storeDay-${applicationId}.${day}`;
/** Stream of finished pulls of the store's reports of an application. */
export const storeReportsPullStream = (applicationId: number): string => `storeReportsPull-${applicationId}`;
