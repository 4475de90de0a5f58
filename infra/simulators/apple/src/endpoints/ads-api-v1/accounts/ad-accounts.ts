import type { PlatformFaults } from '../../../control/platform-faults.ts';
import type { Organization } from '../../../market/world/organizations.ts';
import type { ApiUser } from '../../advertising/access/api-users.ts';

/** An ad account. Those with an organization are the older API's campaign groups under the same number. */
export interface AdAccount {
  readonly id: number;
  readonly orgId: number;
  readonly name: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly paymentModel: 'PAYG' | 'LOC';
  readonly roles: readonly string[];
  /** What the account may run; null: the service does not say. */
  readonly features: readonly string[] | null;
  /** Why the account is inactive; null while it is active. */
  readonly inactive: string | null;
  /** Null: the older API has never known the account. */
  readonly organization: Organization | null;
}

const MANUAL = ['APPSTORE_APP_MANUAL'];
const AUTOMATED = ['APPSTORE_APP_AUTOMATED'];

/** Accounts without campaigns of the market: one that Apple automates, one of Maps, one inactive, one without features. */
const FURTHER: readonly Omit<AdAccount, 'organization' | 'inactive' | 'roles' | 'paymentModel' | 'currency'>[] = [
  { id: 40669840, orgId: 40669800, name: 'Moonvale Basic', timeZone: 'UTC', features: AUTOMATED },
  { id: 40669850, orgId: 40669800, name: 'Moonvale Studio', timeZone: 'UTC', features: ['BUSINESS_BRAND_MANUAL'] },
  { id: 40669860, orgId: 40669800, name: 'Moonvale Archive', timeZone: 'UTC', features: MANUAL },
  { id: 40669870, orgId: 40669800, name: 'Moonvale Labs', timeZone: 'UTC', features: null },
];

const INACTIVE_ID = 40669860;

/** All accounts of the world as the switches make them. */
export function adAccountsOf(organizations: readonly Organization[], faults: AccountFaults): readonly AdAccount[] {
  const { platform, readOnly } = faults;
  const advertising = organizations.map((organization, index): AdAccount => {
    const { orgId, parentOrgId, displayName, timeZone, currency, paymentModel, roleNames } = organization;
    // The web page's "API Account Manager" comes back under another name from some accounts.
    const roles = index === 1 ? ['API Campaign Manager'] : roleNames;
    const account = { id: orgId, orgId: parentOrgId ?? orgId, name: displayName };
    return { ...account, timeZone, currency, paymentModel, roles, features: MANUAL, inactive: null, organization };
  });
  const further = FURTHER.map((account): AdAccount => {
    const inactive = account.id === INACTIVE_ID ? 'NO_PAYMENT_METHOD_ON_FILE' : null;
    const usual = {
      currency: 'USD',
      paymentModel: 'PAYG',
      roles: ['API Account Manager'],
      organization: null,
    } as const;
    return { ...account, ...usual, inactive };
  });
  return [...advertising, ...further].map((account) => ({
    ...account,
    roles: readOnly.includes(account.id) ? ['API Account Read Only'] : account.roles,
    features: platform.turnedBasic.includes(account.id) ? AUTOMATED : account.features,
  }));
}

export interface AccountFaults {
  readonly platform: Pick<PlatformFaults, 'acls' | 'turnedBasic'>;
  readonly readOnly: readonly number[];
}

/** The accounts that a user sees. Those of an account's own user are the accounts of its org, as keys belong to one. */
export function visibleAccounts(
  all: readonly AdAccount[],
  user: ApiUser,
  { platform: { acls } }: AccountFaults,
): readonly AdAccount[] {
  if (user.adAccountId !== null) return all.filter(({ id }) => id === user.adAccountId);
  if (acls === 'empty') return [];
  return acls === 'all' ? all : all.filter(({ orgId }) => orgId === all[0]?.orgId);
}

/** Whether Apple runs the campaigns of an account itself. */
export const isAutomated = ({ features }: AdAccount): boolean => features?.includes('APPSTORE_APP_AUTOMATED') ?? false;

/** Whether an account advertises places on maps. */
export const isForMaps = ({ features }: AdAccount): boolean => features?.includes('BUSINESS_BRAND_MANUAL') ?? false;
