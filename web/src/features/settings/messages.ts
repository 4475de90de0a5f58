/** Words of Settings. */
export const settingsMessages = {
  title: 'Settings',
  demo: "You're on a demo account.",
  demoNote: "You're on a demo account: everybody shares it, so its set-up cannot be changed.",
  nameMissing: 'Please input app name',
  urlMissing: 'Please input app store url',
  accountNameMissing: 'Error: account name is required',
  secretMissing: 'Shared Secret is required',
  issuerMissing: 'Issuer ID is required',
  keyIdMissing: 'KEY ID is required',
  keyFileMissing: 'API key file is required',
  notP8: 'The file must be .p8',
  oneFile: 'Choose one file only',
  unreadable: 'The file could not be read',
  vendorMissing: 'Vendor number is required',
  keysStored: 'Keys and vendor number are stored',
  noApplications: 'Please create your first applicaiton to start using Tapwise',
  proofNeeded: 'Proof needed',
  /** Ways to prove that the team runs the app, the quickest first. */
  howToProve: (code: string) =>
    `Prove that you run this app: put ${code} into the name of any campaign of this account, or connect the store, or add our notification address in App Store Connect`,
  ads: 'Search-ads service',
  store: 'Store connection',
  notifications: 'Subscription notifications',
  sdk: 'iOS SDK',
} as const;
