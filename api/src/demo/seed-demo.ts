import { randomBytes } from 'node:crypto';
import type { CommandContext } from '@tapwise/adapters';
import { DomainError, findAccount, findApplication, normalizeEmail } from '@tapwise/domain';
import { openReservedAccount, reserveAddress } from '../commands/account/open-account.ts';
import { emailHashOf } from '../commands/account/verify-password.ts';
import { awaitSdk } from '../commands/application/confirm-sdk.command.ts';
import { addApplication } from '../commands/application/create-application.command.ts';
import { keepStoreConnection } from '../commands/application/set-store-connection.command.ts';
import { keepStorePassword } from '../commands/application/set-store-password.command.ts';
import { giveAdsAccountName } from '../commands/application/submit-ads-account-name.command.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { demoAccountId, demoApplications, demoPerson } from './demo-account.ts';
import { readStoreKeys } from './demo-store.ts';

const context: CommandContext = { actor: { kind: 'system', id: 'demo' } };

/**
 * Sets the demo account up through the commands people use. Doing it again, after a crash in the middle too, adds only what
 * is missing.
 */
export async function seedDemo(deps: ApiDependencies): Promise<void> {
  await deps.directory.caughtUp;
  if (findAccount(deps.directory.state, demoAccountId) === undefined) {
    const emailHash = emailHashOf(deps, normalizeEmail(demoPerson.email));
    // The demo is not entered with an address, so it does not matter if a person took this one while it was off.
    await reserveAddress(deps, context, emailHash, () => demoAccountId);
    const person = { ...demoPerson, accountId: demoAccountId, emailHash, passwordHash: null, demo: true };
    await deps.directory.reached(await openReservedAccount(deps, context, person));
  }
  for (const application of demoApplications) await seedApplication(deps, application);
}

async function seedApplication(deps: ApiDependencies, wanted: (typeof demoApplications)[number]): Promise<void> {
  const { applicationId, name, url, currency, adsAccountName } = wanted;
  const owner = { account_id: demoAccountId, team_id: demoAccountId };
  const known = findApplication(deps.directory.state, applicationId);
  if (known === undefined) {
    await addApplication(deps, context, owner, applicationId, { name, url, currency }).catch(alreadyThere);
  }
  await giveAdsAccountName(deps, context, applicationId, adsAccountName);
  if ((known?.store_password ?? null) === null) {
    await keepStorePassword(deps, context, applicationId, randomBytes(16).toString('hex'));
  }
  if ((known?.store_connection ?? null) === null) {
    const keys = await readStoreKeys(deps.settings.demoStoreFile);
    if (keys !== undefined) await keepStoreConnection(deps, context, applicationId, keys);
  }
  await awaitSdk(deps, context, applicationId);
}

// Another process that starts at the same moment may have been first.
function alreadyThere(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'conflict')) throw error;
}
