import { randomBytes, randomUUID } from 'node:crypto';
import { type CommandContext, newWebhookSecret } from '@tapwise/adapters';
import { DomainError, findAccount, findApplication, normalizeEmail, setEndpoint } from '@tapwise/domain';
import { awaitSdk } from '../../application/commands/confirm-sdk.command.ts';
import { addApplication } from '../../application/commands/create-application.command.ts';
import { keepStoreConnection } from '../../application/commands/set-store-connection.command.ts';
import { keepStorePassword } from '../../application/commands/set-store-password.command.ts';
import { giveAdsAccountName } from '../../application/commands/submit-ads-account-name.command.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { changeEndpoints } from '../../webhooks/commands/endpoints.ts';
import { secretSubject } from '../../webhooks/customer-endpoints.ts';
import { openReservedAccount, reserveAddress } from '../commands/open-account.ts';
import { foundTeams } from '../commands/team/found-teams.ts';
import { emailHashOf } from '../verify-password.ts';
import { demoAccountId, demoApplications, demoPerson } from './demo-account.ts';
import { seedDemoAlerts } from './demo-alerts.ts';
import { seedDemoSqlUser } from './demo-sql-user.ts';
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
  await foundTeams(deps);
  await seedDemoSqlUser(deps, context);
  for (const application of demoApplications) await seedApplication(deps, application);
  await seedWebhook(deps);
  await seedDemoAlerts(deps);
}

async function seedApplication(deps: ApiDependencies, wanted: (typeof demoApplications)[number]): Promise<void> {
  const { applicationId, name, url, currency, adsAccountName } = wanted;
  const owner = { account_id: demoAccountId, team_id: demoAccountId };
  const application = findApplication(deps.directory.state, applicationId);
  if (application === undefined) {
    await addApplication(deps, context, owner, applicationId, { name, url, currency }).catch(alreadyThere);
  }
  await giveAdsAccountName(deps, context, applicationId, { name: adsAccountName, again: false });
  if ((application?.store_password ?? null) === null) {
    await keepStorePassword(deps, context, applicationId, randomBytes(16).toString('hex'));
  }
  if ((application?.store_connection ?? null) === null) {
    const keys = await readStoreKeys(deps.settings.demoStoreFile);
    if (keys !== undefined) await keepStoreConnection(deps, context, applicationId, keys);
  }
  await awaitSdk(deps, context, applicationId);
}

/** Points the first application's webhook to the customer that the simulator plays; its port may be another at each start. */
async function seedWebhook(deps: ApiDependencies): Promise<void> {
  const [target] = deps.outbound.targets;
  const [{ applicationId: application_id }] = demoApplications;
  if (target === undefined) return;
  const url = `http://${target}/customer/webhooks`;
  const secret = await deps.vault.encrypt(secretSubject(application_id), newWebhookSecret());
  const wish = { application_id, kind: 'webhook' as const, url, secret, endpoint_id: randomUUID() };
  await changeEndpoints(deps, context, { application_id }, (state) =>
    setEndpoint(state, { ...wish, at: deps.now().toISOString() }),
  );
}

// Another process that starts at the same moment may have been first.
function alreadyThere(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'conflict')) throw error;
}
