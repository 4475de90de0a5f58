/** Words of Countries. */
export const countriesMessages = {
  title: 'Countries',
  empty: 'No installs or sales yet',
  emptyText: 'Each country appears here the day after its first install.',
  noMatch: 'No row matches',
  allDevices: 'All Devices',
  store: 'Store’s daily reports',
  predicted: 'Predicted',
  never: 'not yet',
  ratesWait: 'Not known yet: installs are missing until the store’s reports are in as far back as trials are.',
} as const;
