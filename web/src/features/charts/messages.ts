/** Words of Charts; the specification's sentences letter by letter. */
export const chartMessages = {
  title: 'Charts',
  empty: 'Choose a report and press Update',
  tickRows: 'Tick rows to draw lines',
  tooMany: (count: number) =>
    `${count} lines are drawn and only 13 colours are told apart. Keep the first by value to read them well.`,
  keepFirst: 'Keep the first five',
  noRows: 'No data for this period',
  loading: 'Loading...',
  integrateAds: 'Please integrate the search-ads service for this application in Settings',
  noApplications: 'Please create your first applicaiton to start using Tapwise',
  otherCurrencies: (names: string, currency: string) =>
    `${names} ${names.includes(',') ? 'count' : 'counts'} in another currency than ${currency} and can be chosen alone.`,
  back: 'Back to previous',
  tableWidth: 'Width of the table',
  before: (days: string) => `before: ${days}`,
  moved: (count: number) => `${count} rows changed order`,
} as const;

/** The levels a chart can be made of, with the words of the selector. */
export const reportTypes = {
  campaigns: { label: 'Campaigns', one: 'Campaign', level: 'campaign' },
  adgroups: { label: 'Ad groups', one: 'Ad group', level: 'ad_group' },
  keywords: { label: 'Keywords', one: 'Keyword', level: 'keyword' },
} as const;
export type ReportType = keyof typeof reportTypes;
