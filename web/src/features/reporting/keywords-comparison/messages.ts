/** Words of Keywords Comparison; the specification's sentences letter by letter. */
export const comparisonMessages = {
  title: 'Keywords Comparison',
  empty: 'Choose at least one campaign',
  emptyText: 'Choose campaigns above and press Update: their keywords appear in one table.',
  chooseScope: 'Select Application and Organization first',
  integrateAds: 'Please integrate the search-ads service for this application in Settings',
  noApplications: 'Please create your first applicaiton to start using Tapwise',
  noKeywords: 'No keywords in these campaigns',
  noMatch: 'No row matches',
  groupByKeyword: 'Group by keyword',
} as const;
