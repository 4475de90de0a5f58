/** Stream of one organization's figures for one day, in the organization's time zone. */
export const adsReportStream = (applicationId: number, orgId: number, day: string): string =>
  `adsReport-${applicationId}.${orgId}.${day}`;
/** Stream of finished pulls of one organization. */
export const adsPullStream = (applicationId: number, orgId: number): string => `adsPull-${applicationId}.${orgId}`;
