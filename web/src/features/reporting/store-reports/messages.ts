/** Words of the screens made of the store's own reports; the specification's sentences letter by letter. */
export const storeMessages = {
  notConnected: 'Please set up App Store Connect integration in settings to see in-app purchases statistics.',
  noApplications:
    'You should create an application and integrate App Store Connect to see in-app purchases statistics.',
  openSettings: 'Open Settings',
  /** The store reports a day after it has ended: nothing here is live. */
  reports: 'The store’s daily reports',
  never: 'not received yet',
} as const;
