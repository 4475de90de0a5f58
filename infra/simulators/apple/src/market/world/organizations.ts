/** An ad organization (campaign group) as `GET /acls` lists it. */
export interface Organization {
  readonly orgId: number;
  /** Null: the organization is a root itself. */
  readonly parentOrgId: number | null;
  readonly orgName: string;
  readonly displayName: string;
  readonly currency: string;
  readonly paymentModel: 'PAYG' | 'LOC';
  readonly roleNames: readonly string[];
  readonly timeZone: string;
}

/** The first two share a display name, so that one submitted account name links both. */
export const ORGANIZATIONS: readonly Organization[] = [
  {
    orgId: 40669820,
    parentOrgId: 40669800,
    orgName: 'Moonvale Apps',
    displayName: 'Moonvale Apps',
    currency: 'USD',
    paymentModel: 'PAYG',
    roleNames: ['API Account Manager'],
    timeZone: 'America/Los_Angeles',
  },
  {
    orgId: 40669830,
    parentOrgId: 40669800,
    orgName: 'Moonvale Apps EU',
    displayName: 'Moonvale Apps',
    currency: 'EUR',
    paymentModel: 'PAYG',
    roleNames: ['API Account Manager'],
    timeZone: 'Europe/Berlin',
  },
  {
    orgId: 40771010,
    parentOrgId: null,
    orgName: 'Ledgerly',
    displayName: 'Ledgerly',
    currency: 'JPY',
    paymentModel: 'LOC',
    roleNames: ['API Account Manager'],
    timeZone: 'Asia/Tokyo',
  },
];
