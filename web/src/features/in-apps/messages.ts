/** Words of In-Apps; the specification's sentences letter by letter. */
export const inAppsMessages = {
  title: 'In-Apps',
  empty: 'No in-app purchases yet',
  notConnected: 'Please set up App Store Connect integration in settings to see in-app purchases statistics.',
  noApplications:
    'You should create an application and integrate App Store Connect to see in-app purchases statistics.',
  updated: 'Last update',
  loading: 'Loading...',
  setAside: (count: number) =>
    `${count} ${count === 1 ? 'row' : 'rows'} of the store's reports ${count === 1 ? 'is' : 'are'} not counted: currency or product is not known.`,
} as const;
