import { localSettings } from '../storage/local-settings.ts';
import type { AccountScope, RememberedAccount } from './account-scope.ts';

export const rememberedAccount: RememberedAccount = {
  applicationId: localSettings.applicationId,
  organizationId: localSettings.organizationId,
};

/** Keeps what is looked at for the next visit; all of them is no preference. */
export function rememberAccount({ application, organization }: AccountScope): void {
  if (typeof application !== 'number') return;
  localSettings.setApplicationId(application);
  if (typeof organization === 'number') localSettings.setOrganizationId(application, organization);
}
