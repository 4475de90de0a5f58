/** Words of Monthly Reports; the specification's sentences letter by letter. */
export const monthlyMessages = {
  title: 'Monthly Reports',
  unread: 'Not known yet: the figures of Apple Ads have not been read as far back as this.',
  noData: (year: number) => `No data for ${year}`,
  noApplications: 'Please create your first applicaiton to start using Tapwise',
  integrateAds: 'Please set up application and complete search-ads integration',
  predictions: 'include predictions for active subscriptions',
  running: 'so far',
  currencies: (currency: string) =>
    `Amounts of all apps are in ${currency}, the currency of the first one; rows of one app are in its own.`,
  inCurrency: (currency: string) => `in ${currency}`,
  loading: 'Loading...',
} as const;
