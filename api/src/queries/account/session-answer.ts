import type { Account, Application, SessionAnswer } from '@tapwise/contract';
import {
  type Access,
  applicationsOfTeam,
  type Directory,
  DomainError,
  findMembership,
  integrationStates,
  linkCodeOf,
  type Membership,
  type OpenApplication,
  waitingOrganizations,
} from '@tapwise/domain';
import { demoTrialEnd } from '../../access/trial.ts';
import type { ApiDependencies } from '../../dependencies.ts';

/** Who is signed in and what they have, as the page needs it to start. */
export async function sessionAnswer(deps: ApiDependencies, accountId: number, token: string): Promise<SessionAnswer> {
  const membership = findMembership(deps.directory.state, accountId);
  if (membership === undefined) throw new DomainError('unavailable', { details: { retry_after: 1 } });
  const applications = applicationsOfTeam(deps.directory.state, membership.team.team_id).map((application) =>
    applicationAnswer(application, membership.access, deps.directory.state.ownersByOrganization),
  );
  return { status: 'ok', token, account: await accountAnswer(deps, membership), applications };
}

async function accountAnswer(deps: ApiDependencies, { account, team, access }: Membership): Promise<Account> {
  const [name, email, organizationName] = await Promise.all(
    [account.name, account.email, team.name].map((cipher) => deps.vault.decrypt(cipher)),
  );
  return {
    user_id: account.account_id,
    team_id: team.team_id,
    // A person whose key was destroyed has no name any more.
    name: name ?? '',
    email: email ?? '',
    organizationName: organizationName ?? '',
    access,
    activeSubscription: false,
    trialExpirationDate: team.demo ? demoTrialEnd(deps.now()) : team.trial_expires_at,
    paidUntil: null,
    hasBillingIssues: false,
    receiveProductUpdates: false,
    demo: account.demo,
  };
}

/** An application with the state of its integrations. */
export function applicationAnswer(
  application: OpenApplication,
  access: Access,
  owners: Directory['ownersByOrganization'],
): Application {
  const lineOfCredit = application.organizations.some((organization) => organization.payment_model === 'LOC');
  return {
    id: application.application_id,
    name: application.name,
    url: application.url,
    adam_id: application.adam_id,
    currency: application.currency,
    // With it anyone can send installs in the application's name.
    api_key: access === 'restricted' ? null : application.api_key,
    small_business: application.small_business,
    asa_account_name: application.submitted_names.at(-1) ?? null,
    link_code: linkCodeOf(application),
    ...integrationStates(application),
    asa_problem: proofNeeded(application, owners) ? 'proof_needed' : null,
    asaOrganizations: application.organizations.map(({ org_id, name, currency, time_zone }) => ({
      organization_id: org_id,
      name,
      currency,
      time_zone,
    })),
    paymentModel: lineOfCredit ? 'LOC' : (application.organizations[0]?.payment_model ?? null),
    first_sdk_event_date: application.first_sdk_event_date,
  };
}

/** Whether an ad organization waits for a proof. One that belongs to another team shows nothing but waiting. */
function proofNeeded(application: OpenApplication, owners: Directory['ownersByOrganization']): boolean {
  if (application.ownership_proof !== null) return false;
  return waitingOrganizations(application).some(
    ({ org_id }) => (owners.get(org_id) ?? application.team_id) === application.team_id,
  );
}
