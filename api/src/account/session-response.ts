import type { Account, Application, SessionResponse } from '@tapwise/contract';
import {
  type Access,
  applicationsOfTeam,
  type Directory,
  DomainError,
  findMembership,
  type IntegrationProblem,
  integrationProblems,
  integrationStates,
  isDeletionOpen,
  isReadOnly,
  linkCodeOf,
  type Membership,
  type OpenApplication,
  organizationName,
  waitingOrganizations,
} from '@tapwise/domain';
import { type Heard, lastHeardOf } from '@tapwise/projections/queries';
import type { AppleAds } from '../apple-ads/apple-ads.ts';
import { summaryResponse } from '../apple-ads/connection-response.ts';
import { lastInvoice } from '../application/last-invoice.ts';
import { billingFields } from '../billing/billing-fields.ts';
import type { ApiDependencies } from '../http/dependencies.ts';

/** Who is signed in and what they have, as the page needs it to start. */
export async function sessionResponse(
  deps: ApiDependencies,
  accountId: number,
  token: string,
): Promise<SessionResponse> {
  const membership = findMembership(deps.directory.state, accountId);
  if (membership === undefined) throw new DomainError('unavailable', { details: { retry_after: 1 } });
  const teamApplications = applicationsOfTeam(deps.directory.state, membership.team.team_id);
  const heard = await lastHeard(deps, teamApplications);
  const applications = await Promise.all(
    teamApplications.map(async (application) =>
      applicationResponse(application, {
        appleAds: deps.appleAds,
        access: membership.access,
        owners: deps.directory.state.ownersByOrganization,
        heard: heard.get(application.application_id),
        problems: integrationProblems(deps.directory.state, application, deps.now().getTime()),
        ingestUrl: deps.settings.ingestUrl,
        invoice: membership.access === 'restricted' ? null : await lastInvoice(deps, application),
      }),
    ),
  );
  return { status: 'ok', token, account: await accountResponse(deps, membership), applications };
}

export async function accountResponse(deps: ApiDependencies, { account, team, access }: Membership): Promise<Account> {
  const [name, email, organizationName] = await Promise.all(
    [account.name, account.email, team.name].map((cipher) => deps.vault.decrypt(cipher)),
  );
  return {
    user_id: account.account_id,
    team_id: team.team_id,
    // A person whose key was destroyed has no name any more.
    name: name ?? '',
    email: email ?? '',
    email_verified: account.email_verified,
    organizationName: organizationName ?? '',
    access,
    ...billingFields(deps, team),
    receiveProductUpdates: account.preferences.receive_product_updates,
    share_usage: account.preferences.share_usage,
    mail_switches: account.preferences.mail_switches,
    demo: account.demo,
    export: exportResponse(account, deps.now().getTime()),
    deletes_at: isDeletionOpen(account) ? (account.deletion?.expires_at ?? null) : null,
  };
}

function exportResponse({ export: last }: Membership['account'], now: number): Account['export'] {
  if (last === null || (last.expires_at !== null && now >= Date.parse(last.expires_at))) return null;
  return { requested_at: last.requested_at, expires_at: last.expires_at };
}

interface ApplicationDetails {
  readonly appleAds: Pick<AppleAds, 'version' | 'connections'>;
  readonly access: Access;
  readonly owners: Directory['ownersByOrganization'];
  readonly heard: Heard | undefined;
  readonly invoice: Application['locInvoiceDetails'];
  readonly ingestUrl: string | undefined;
  readonly problems: readonly IntegrationProblem[];
}

/** An application with the state of its integrations. */
function applicationResponse(application: OpenApplication, details: ApplicationDetails): Application {
  const { access, appleAds, owners, heard, invoice, ingestUrl, problems } = details;
  // With it anyone can send installs in the application's name.
  const api_key = access === 'restricted' ? null : (application.api_keys.at(-1) ?? null);
  const lineOfCredit = application.organizations.some((organization) => organization.payment_model === 'LOC');
  return {
    id: application.application_id,
    name: application.name,
    url: application.url,
    adam_id: application.adam_id,
    currency: application.currency,
    api_key,
    api_keys: access === 'restricted' ? null : [...application.api_keys],
    small_business: application.small_business,
    asa_account_name: application.submitted_names.at(-1) ?? null,
    link_code: linkCodeOf(application),
    ...integrationStates(application),
    asa_problem: adsProblem(application, owners),
    asc_checked_at: application.store_checked_at,
    asc_problem: application.store_problem,
    notifications_url:
      api_key === null || ingestUrl === undefined ? null : `${ingestUrl}/store/notifications/${api_key}`,
    ingest_url: ingestUrl ?? null,
    last_notification_at: heard?.store ?? null,
    last_sdk_event_at: heard?.sdk ?? null,
    problems: [...problems],
    asaOrganizations: application.organizations.map((organization) => ({
      organization_id: organization.org_id,
      name: organizationName(application.organizations, organization.org_id),
      currency: organization.currency,
      time_zone: organization.time_zone,
      ...summaryResponse(appleAds, { application, organization }),
    })),
    locInvoiceDetails: invoice,
    paymentModel: lineOfCredit ? 'LOC' : (application.organizations[0]?.payment_model ?? null),
    first_sdk_event_date: application.first_sdk_event_date,
  };
}

const heardMs = 1000;

/** When something last came from the SDK and the store; nothing is known while the tables are away. */
async function lastHeard(
  { tables, logger }: ApiDependencies,
  applications: readonly OpenApplication[],
): Promise<ReadonlyMap<number, Heard>> {
  if (applications.length === 0) return new Map();
  const ids = applications.map(({ application_id }) => application_id);
  return lastHeardOf(tables, ids, AbortSignal.timeout(heardMs)).catch((error: unknown) => {
    logger.debug({ err: error }, 'When applications were last heard of is not known now');
    return new Map();
  });
}

function adsProblem(
  application: OpenApplication,
  owners: Directory['ownersByOrganization'],
): Application['asa_problem'] {
  if (application.missed_organizations.some(({ lost }) => lost)) return 'access_lost';
  if (application.organizations.some(({ org_id }) => isReadOnly(application, org_id))) return 'role';
  return proofNeeded(application, owners) ? 'proof_needed' : null;
}

/** Whether an ad organization waits for a proof. One that belongs to another team shows nothing but waiting. */
function proofNeeded(application: OpenApplication, owners: Directory['ownersByOrganization']): boolean {
  if (application.ownership_proof !== null) return false;
  return waitingOrganizations(application).some(
    ({ org_id }) => (owners.get(org_id) ?? application.team_id) === application.team_id,
  );
}
