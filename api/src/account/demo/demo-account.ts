/** Number of the account that all visitors may enter. */
export const demoAccountId = 17;

/** Who the demo account is. It is not possible to sign in with this address: it has no password, and `.example` gets no mail. */
export const demoPerson = { name: 'Demo', email: 'demo@tapwise.example', organizationName: 'Demo team' } as const;

/**
 * The demo's applications. Their numbers lie below those handed out to people, so that starting twice, or two processes at
 * once, can never make a second one.
 */
export const demoApplications = [
  {
    applicationId: 1,
    name: 'Moonvale',
    url: 'https://apps.apple.com/app/id1500000001',
    currency: 'USD',
    adsAccountName: 'Moonvale Apps',
  },
  {
    applicationId: 2,
    name: 'Ledgerly',
    url: 'https://apps.apple.com/app/id1500000002',
    currency: 'USD',
    adsAccountName: 'Ledgerly',
  },
] as const;
