/** Words of Settings. */
export const settingsMessages = {
  title: 'Settings',
  nameMissing: 'Please input app name',
  urlMissing: 'Please input app store url',
  accountNameMissing: 'Error: account name is required',
  secretMissing: 'Shared Secret is required',
  noApplications: 'Please create your first applicaiton to start using Tapwise',
  ads: 'Search-ads service',
  store: 'Store connection',
  notifications: 'Subscription notifications',
  sdk: 'iOS SDK',
} as const;
