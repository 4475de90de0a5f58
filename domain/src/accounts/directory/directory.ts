import { type ApplicationEvent, applicationEvents } from '../../applications/application/application.events.ts';
import { applicationDecider } from '../../applications/application/application.state.ts';
import { type ChangeSetEvent, changeSetEvents } from '../../campaigns/change-set/change-set.events.ts';
import { changeSetDecider } from '../../campaigns/change-set/change-set.state.ts';
import type { DomainEvent } from '../../event-catalogue.ts';
import { failureDecider } from '../../operations/failure/failure.decider.ts';
import { type FailureEvent, failureEvents } from '../../operations/failure/failure.events.ts';
import { failureStreamPrefix } from '../../operations/failure/failure.stream.ts';
import { dayMs } from '../../shared/calendar/days.ts';
import { type AccountEvent, accountEvents } from '../account/account.events.ts';
import { type AccountState, accountDecider } from '../account/account.state.ts';
import { sessionDecider } from '../account/session.decider.ts';
import { type BillingEvent, billingEvents } from '../billing/billing.events.ts';
import { applyBillingEvent, createBillingAccounts } from '../billing/billing-accounts.ts';
import { type Founding, foundTeam } from '../team/team.decider.ts';
import { type TeamEvent, teamEvents } from '../team/team.events.ts';
import { type TeamState, teamDecider } from '../team/team.state.ts';
import type { Directory, OpenAccount, RecordedAt } from './directory.state.ts';
import { applyLinks, applyPassword, applyReset, keepSession } from './mailed-links.ts';

/** Beginnings of the names of all streams a directory is made from, for a server-side filter. */
export const directoryStreamPrefixes: readonly string[] = [
  'account-',
  'team-',
  'emailReservation-',
  'session-',
  'passwordReset-',
  'application-',
  'adOrganization-',
  'changeSet-',
  failureStreamPrefix,
  'billing-',
  'paymentNotification-',
];

/** Where nobody signs in: sessions are most of what is recorded of people. */
export const directoryPrefixesWithoutSessions: readonly string[] = directoryStreamPrefixes.filter(
  (prefix) => prefix !== 'session-',
);

/** Where only applications, their teams' service and failures matter. */
export const applicationDirectoryPrefixes: readonly string[] = directoryPrefixesWithoutSessions.filter(
  (prefix) => !['emailReservation-', 'passwordReset-', 'changeSet-'].includes(prefix),
);

/** @param options.passwords for the one process that checks them: others have no use for hashes. */
export function createDirectory(options: { passwords: boolean } = { passwords: false }): Directory {
  return {
    position: -1n,
    accounts: new Map(),
    passwordHashes: options.passwords ? new Map() : undefined,
    teams: new Map(),
    foundings: new Map(),
    accountIdsByEmailHash: new Map(),
    sessions: new Map(),
    openSessions: new Map(),
    accountIdsByLink: new Map(),
    resets: new Map(),
    resetsByEmailHash: new Map(),
    teamIdsByInvitation: new Map(),
    applications: new Map(),
    closedApplications: new Map(),
    applicationIdsByApiKey: new Map(),
    ownersByOrganization: new Map(),
    changeSets: new Map(),
    failures: new Map(),
    billing: createBillingAccounts(),
  };
}

/** Applies an event. Events of no interest only move the position; applying one twice changes nothing. */
export function evolveDirectory(directory: Directory, event: DomainEvent, recorded: RecordedAt): void {
  if (event.type === 'AdOrganizationClaimed') applyClaim(directory, event.data);
  else if (isAccountEvent(event)) applyAccountEvent(directory, event);
  else if (isTeamEvent(event)) applyTeamEvent(directory, event);
  else if (isApplicationEvent(event)) applyApplicationEvent(directory, event);
  else if (isChangeSetEvent(event)) applyChangeSetEvent(directory, event);
  else if (isFailureEvent(event)) applyFailure(directory, event);
  else if (isBillingEvent(event)) applyBillingEvent(directory.billing, event, recorded.position);
  if (recorded.position > directory.position) directory.position = recorded.position;
}

function applyAccountEvent(directory: Directory, event: AccountEvent): void {
  switch (event.type) {
    case 'EmailReserved':
      directory.accountIdsByEmailHash.set(event.data.email_hash, event.data.account_id);
      return;
    case 'EmailReleased':
      directory.accountIdsByEmailHash.delete(event.data.email_hash);
      return;
    case 'SessionOpened':
    case 'SessionSeen':
    case 'SessionClosed': {
      const existing = directory.sessions.get(event.data.token_hash) ?? sessionDecider.initialState();
      keepSession(directory, event.data, sessionDecider.evolve(existing, event));
      return;
    }
    case 'PasswordResetRequested':
      applyReset(directory, event.data);
      return;
    case 'NumberTaken':
      return;
    default:
      applyPersonEvent(directory, event);
  }
}

type PersonEvent = Extract<AccountEvent, { data: { account_id: number } }>;

function applyPersonEvent(directory: Directory, event: PersonEvent): void {
  const account = directory.accounts.get(event.data.account_id);
  // A log read twice opens it again, as it was then.
  const before: AccountState =
    account === undefined ? accountDecider.initialState() : { ...account, password_hash: null };
  const after = accountDecider.evolve(before, event);
  if (after.status === 'absent') return;
  applyLinks(directory, before, after);
  applyAccount(directory, after);
  if (event.type === 'PasswordChanged') applyPassword(directory, after.email_hash, event.data);
  if (event.type === 'SubjectErased') directory.passwordHashes?.delete(after.account_id);
}

function applyAccount(directory: Directory, state: Extract<AccountState, { status: 'open' }>): void {
  const { password_hash, ...account } = state;
  const isNew = !directory.accounts.has(account.account_id);
  directory.accounts.set(account.account_id, account);
  if (password_hash !== null) directory.passwordHashes?.set(account.account_id, password_hash);
  const founding = foundingOf(account);
  if (!isNew || founding === undefined || directory.teams.has(founding.team_id)) return;
  directory.foundings.set(founding.team_id, founding);
  for (const event of foundTeam(teamDecider.initialState(), founding)) changeTeam(directory, event);
}

const trialMs = 30 * dayMs;

/** The team an account's event founds; its trial runs 30 times 24 hours from the founding, which older events do not give. */
export function foundingOf({ account_id, team_id, demo, founded_team }: OpenAccount): Founding | undefined {
  if (founded_team === null) return undefined;
  const { name, access, trial_expires_at } = founded_team;
  const founded_at = new Date(Date.parse(trial_expires_at) - trialMs).toISOString();
  return { account_id, access, team_id, name, founded_at, trial_expires_at, demo };
}

function applyTeamEvent(directory: Directory, event: TeamEvent): void {
  directory.foundings.delete(event.data.team_id);
  changeTeam(directory, event);
}

function changeTeam(directory: Directory, event: TeamEvent): void {
  const existing: TeamState = directory.teams.get(event.data.team_id) ?? teamDecider.initialState();
  if (event.type === 'TeamMemberInvited') directory.teamIdsByInvitation.set(event.data.token_hash, event.data.team_id);
  const team = teamDecider.evolve(existing, event);
  if (team.status === 'founded') directory.teams.set(team.team_id, team);
  if (event.type === 'TeamClosed') forgetApplications(directory, event.data.team_id);
}

/** Nothing is asked for them or accepted with their keys any more. */
function forgetApplications(directory: Directory, teamId: number): void {
  for (const { application_id, team_id, api_keys } of directory.applications.values()) {
    if (team_id !== teamId) continue;
    directory.applications.delete(application_id);
    noteClosed(directory, team_id, application_id);
    directory.failures.delete(application_id);
    for (const key of api_keys) directory.applicationIdsByApiKey.delete(key);
  }
}

/** What is encrypted for it is erased with its team. */
function noteClosed({ closedApplications }: Directory, teamId: number, applicationId: number): void {
  closedApplications.set(teamId, (closedApplications.get(teamId) ?? new Set()).add(applicationId));
}

// The stream of a claim can be created only once, so the first claim is the only one.
function applyClaim(directory: Directory, claim: { org_id: number; team_id: number }): void {
  if (!directory.ownersByOrganization.has(claim.org_id)) {
    directory.ownersByOrganization.set(claim.org_id, claim.team_id);
  }
}

function applyApplicationEvent(directory: Directory, event: ApplicationEvent): void {
  if (event.type === 'AdOrganizationClaimed') return;
  const existing = directory.applications.get(event.data.application_id);
  if (existing !== undefined && event.type === 'ApplicationCreated') return;
  if (event.type === 'ApplicationCreated' && directory.teams.get(event.data.team_id)?.closed === true) {
    noteClosed(directory, event.data.team_id, event.data.application_id);
    return;
  }
  const application = applicationDecider.evolve(existing ?? applicationDecider.initialState(), event);
  if (application.status !== 'open') return;
  directory.applications.set(application.application_id, application);
  for (const key of existing?.api_keys ?? []) directory.applicationIdsByApiKey.delete(key);
  for (const key of application.api_keys) directory.applicationIdsByApiKey.set(key, application.application_id);
}

function applyChangeSetEvent(directory: Directory, event: ChangeSetEvent): void {
  const { change_set_id } = event.data;
  const listed = directory.changeSets.get(change_set_id);
  const existing = listed && { ...listed, rows: new Map(), change: null };
  const set = changeSetDecider.evolve(existing ?? changeSetDecider.initialState(), event);
  if (set.status === 'absent') return;
  const { rows: _, change: __, ...entry } = set;
  directory.changeSets.set(change_set_id, entry);
}

function applyFailure(directory: Directory, event: FailureEvent): void {
  const { application_id } = event.data;
  const before = directory.failures.get(application_id) ?? failureDecider.initialState();
  directory.failures.set(application_id, failureDecider.evolve(before, event));
}

const failureEventTypes: ReadonlySet<string> = new Set(failureEvents.map((definition) => definition.type));

function isFailureEvent(event: DomainEvent): event is FailureEvent {
  return failureEventTypes.has(event.type);
}

const changeSetEventTypes: ReadonlySet<string> = new Set(changeSetEvents.map((definition) => definition.type));

function isChangeSetEvent(event: DomainEvent): event is ChangeSetEvent {
  return changeSetEventTypes.has(event.type);
}

const billingEventTypes: ReadonlySet<string> = new Set(billingEvents.map((definition) => definition.type));

function isBillingEvent(event: DomainEvent): event is BillingEvent {
  return billingEventTypes.has(event.type);
}

const accountEventTypes: ReadonlySet<string> = new Set(accountEvents.map((definition) => definition.type));

function isAccountEvent(event: DomainEvent): event is AccountEvent {
  return accountEventTypes.has(event.type);
}

const teamEventTypes: ReadonlySet<string> = new Set(teamEvents.map((definition) => definition.type));

function isTeamEvent(event: DomainEvent): event is TeamEvent {
  return teamEventTypes.has(event.type);
}

const applicationEventTypes: ReadonlySet<string> = new Set(applicationEvents.map((definition) => definition.type));

function isApplicationEvent(event: DomainEvent): event is ApplicationEvent {
  return applicationEventTypes.has(event.type);
}
