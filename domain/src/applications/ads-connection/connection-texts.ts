/** Which interface of the ad service is spoken, and whether the older one is there. */
export interface AdsInterface {
  readonly version: 'v1' | 'v5';
  /** Of v5; over v1 nobody asks. */
  readonly isEnded: boolean;
}

/** What people read about the connection of an organization to Apple Ads. */
export const connectionTexts = {
  credentials: 'Apple Ads does not show us this account. Please add our key. Campaigns keep running either way.',
  notHolding: 'This account does not hold the campaigns that we know of this organization.',
  choose: 'Which Apple Ads account is this?',
  readOnly: 'Our user may read but not change this account. Give it the role API Account Manager.',
  ended:
    'Apple has switched off the old interface. Your campaigns run on in Apple Ads; we cannot see or change them until you connect again.',
} as const;
