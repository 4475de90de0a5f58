/** What is asked of a world, in plain words. */
export interface RequestedReport {
  from: string;
  to: string;
  countries: readonly string[] | null;
  claimType: 'click' | 'view' | 'total';
  status: 'all' | 'active' | 'paused';
  timeZone: string;
  currency: string;
  smallBusiness: boolean;
  campaignIds: readonly number[] | null;
  adGroupId: number | null;
}
