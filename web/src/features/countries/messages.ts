/** Words of Countries; the specification's sentences letter by letter. */
export const countriesMessages = {
  title: 'Countries',
  empty: 'No data for this period',
  notConnected: 'Please set up App Store Connect integration in settings to see in-app purchases statistics.',
  noApplications:
    'You should create an application and integrate App Store Connect to see in-app purchases statistics.',
  allDevices: 'All Devices',
  updated: 'Last update',
  setAside: (count: number) =>
    `${count} ${count === 1 ? 'row' : 'rows'} of the store's reports ${count === 1 ? 'is' : 'are'} not counted: currency or product is not known.`,
} as const;
