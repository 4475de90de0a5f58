/** Words of the page that takes the card. */
export const checkoutMessages = {
  opening: 'Opening the payment window...',
  open: 'The payment window is open.',
  invalid: 'This link is no longer valid.',
  blocked: 'The payment window could not be opened. Check your ad blocker and try again.',
  plan: (installs: string, period: 'monthly' | 'annual') =>
    `Plan for ${installs} installs a month, billed ${period === 'annual' ? 'once a year' : 'each month'}`,
  retry: 'Retry',
  sales: 'Contact sales',
} as const;
