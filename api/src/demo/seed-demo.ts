import { randomBytes } from 'node:crypto';
import { DomainError, findAccount, findApplication, normalizeEmail } from '@tapwise/domain';
import { emailHashOf } from '../commands/account/judge-password.ts';
import { openReservedAccount, reserveAddress } from '../commands/account/open-account.ts';
import { awaitSdk } from '../commands/application/confirm-sdk.command.ts';
import { addApplication } from '../commands/application/create-application.command.ts';
import { keepStoreConnection } from '../commands/application/set-store-connection.command.ts';
import { keepStorePassword } from '../commands/application/set-store-password.command.ts';
import { giveAdsAccountName } from '../commands/application/submit-ads-account-name.command.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { demoAccountId, demoApplications, demoPerson } from './demo-account.ts';
import { readStoreKeys } from './demo-store.ts';

/**
 * Sets the demo account up through the commands people use. Doing it again, after a crash in the middle too, adds only what
 * is missing.
 */
export async function seedDemo(deps: ApiDependencies): Promise<void> {
  await deps.directory.caughtUp;
  if (findAccount(deps.directory.state, demoAccountId) === undefined) {
    const emailHash = emailHashOf(deps, normalizeEmail(demoPerson.email));
    // Nobody signs in to the demo with an address, so it does not matter if a person took this one while it was off.
    await reserveAddress(deps, emailHash, () => demoAccountId);
    const person = { ...demoPerson, accountId: demoAccountId, emailHash, passwordHash: null, demo: true };
    await deps.directory.reached(await openReservedAccount(deps, person));
  }
  for (const application of demoApplications) await seedApplication(deps, application);
}

async function seedApplication(deps: ApiDependencies, wanted: (typeof demoApplications)[number]): Promise<void> {
  const { applicationId, name, url, currency, adsAccountName } = wanted;
  const owner = { account_id: demoAccountId, team_id: demoAccountId };
  const known = findApplication(deps.directory.state, applicationId);
  if (known === undefined) {
    await addApplication(deps, owner, applicationId, { name, url, currency }).catch(alreadyThere);
  }
  await giveAdsAccountName(deps, applicationId, adsAccountName);
  if ((known?.store_password ?? null) === null) {
    await keepStorePassword(deps, applicationId, randomBytes(16).toString('hex'));
  }
  if ((known?.store_connection ?? null) === null) {
    const keys = await readStoreKeys(deps.settings.demoStoreFile);
    if (keys !== undefined) await keepStoreConnection(deps, applicationId, keys);
  }
  await awaitSdk(deps, applicationId);
}

// Another process that starts at the same moment may have been first.
function alreadyThere(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'conflict')) throw error;
}
