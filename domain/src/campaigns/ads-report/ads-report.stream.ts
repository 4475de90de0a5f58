/** Stream of one organization's figures for one day, in the organization's time zone. */
export const adsReportStream = (applicationId: number, orgId: number, day: string): string =>
  `adsReport-${applicationId}.${orgId}.${day}`;
/** Stream of finished pulls of one organization. */
export const adsPullStream = (applicationId: number, orgId: number): string => `adsPull-${applicationId}.${orgId}`;
/** Stream of days of one organization that are older than those that pulls ask for and were loaded. */
export const adsDaysStream = (applicationId: number, orgId: number): string => `adsDays-${applicationId}.${orgId}`;
/** Stream of one organization's figures for one month that is not known by day; the month is its first day. */
export const adsMonthStream = (applicationId: number, orgId: number, month: string): string =>
  `adsMonth-${applicationId}.${orgId}.${month}`;
/** Stream of an organization's search terms of one day. */
export const searchTermStream = (applicationId: number, orgId: number, day: string): string =>
  `searchTerms-${applicationId}.${orgId}.${day}`;
/** Stream of an application's impression shares of one day in an organization. */
export const impressionShareStream = (applicationId: number, orgId: number, day: string): string =>
  `impressionShare-${applicationId}.${orgId}.${day}`;
/** Stream of what was pulled beside structure and figures by day: months, search terms, impression shares. */
export const adsExtraPullStream = (applicationId: number, orgId: number): string =>
  `adsExtraPull-${applicationId}.${orgId}`;
/** Stream of the daily snapshots of one campaign's search terms, each added up over a year. */
export const termTotalsStream = (applicationId: number, orgId: number, campaignId: number): string =>
  `termTotals-${applicationId}.${orgId}.${campaignId}`;
/** Stream of one organization's figures of ads for one day. */
export const adFiguresStream = (applicationId: number, orgId: number, day: string): string =>
  `adFigures-${applicationId}.${orgId}.${day}`;
