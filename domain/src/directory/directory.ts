import { type AccountState, accountDecider } from '../account/account.decider.ts';
import type { AccountEvent } from '../account/account.events.ts';
import { type SessionState, sessionDecider } from '../account/session.decider.ts';
import { type ApplicationEvent, applicationEvents } from '../application/application.events.ts';
import { applicationDecider, type OpenApplication } from '../application/application.state.ts';
import type { DomainEvent } from '../event-catalogue.ts';
import { foundTeam } from '../team/team.decider.ts';
import { type TeamEvent, teamEvents } from '../team/team.events.ts';
import { type FoundedTeam, type TeamState, teamDecider } from '../team/team.state.ts';

type AccountFacts = Extract<AccountState, { status: 'open' }>;

/** An account; what its password is checked with is kept apart. */
export type OpenAccount = Omit<AccountFacts, 'password_hash'>;

/** A team that an account founded and that its own stream does not know of yet. */
export type Founding = Parameters<typeof foundTeam>[1];

/** Position of an event in the log. */
export interface RecordedAt {
  /** Commit position. */
  position: bigint;
}

/**
 * Who is who, in memory: accounts, teams, sessions, applications and their ad organizations. It is small, asked on every call,
 * and filled by following the log, so its maps change in place; only `evolveDirectory` may change them.
 */
export interface Directory {
  /** Commit position up to which events are in; -1 before the first. */
  position: bigint;
  readonly accounts: Map<number, OpenAccount>;
  /** Only in processes that check passwords. */
  readonly passwordHashes: Map<number, string> | undefined;
  readonly teams: Map<number, FoundedTeam>;
  /** Teams of accounts from before teams had streams, and of those whose founding was cut short; by team. */
  readonly foundings: Map<number, Founding>;
  readonly accountIdsByEmailHash: Map<string, number>;
  readonly sessions: Map<string, SessionState>;
  readonly applications: Map<number, OpenApplication>;
  readonly applicationIdsByApiKey: Map<string, number>;
  /** Team by the id of the ad organization it has claimed. */
  readonly ownersByOrganization: Map<number, number>;
}

/** Beginnings of the names of all streams a directory is made from, for a server-side filter. */
export const directoryStreamPrefixes: readonly string[] = [
  'account-',
  'team-',
  'emailReservation-',
  'session-',
  'application-',
  'adOrganization-',
];

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
    applications: new Map(),
    applicationIdsByApiKey: new Map(),
    ownersByOrganization: new Map(),
  };
}

/** Takes an event in. Events of no interest only move the position; taking one twice changes nothing. */
export function evolveDirectory(directory: Directory, event: DomainEvent, recorded: RecordedAt): void {
  switch (event.type) {
    case 'AccountOpened':
    case 'EmailReserved':
    case 'SessionOpened':
    case 'SessionClosed':
      takeAccountEvent(directory, event);
      break;
    case 'AdOrganizationClaimed':
      takeClaim(directory, event.data);
      break;
    default:
      if (isTeamEvent(event)) takeTeamEvent(directory, event);
      else if (isApplicationEvent(event)) takeApplicationEvent(directory, event);
  }
  if (recorded.position > directory.position) directory.position = recorded.position;
}

function takeAccountEvent(directory: Directory, event: AccountEvent): void {
  if (event.type === 'EmailReserved') {
    directory.accountIdsByEmailHash.set(event.data.email_hash, event.data.account_id);
  } else if (event.type === 'AccountOpened') {
    takeAccount(directory, accountDecider.evolve({ status: 'absent' }, event));
  } else if (event.type === 'SessionOpened' || event.type === 'SessionClosed') {
    const known = directory.sessions.get(event.data.token_hash) ?? sessionDecider.initialState();
    directory.sessions.set(event.data.token_hash, sessionDecider.evolve(known, event));
  }
}

function takeAccount(directory: Directory, state: AccountState): void {
  if (state.status === 'absent') return;
  const { password_hash, ...account } = state;
  directory.accounts.set(account.account_id, account);
  if (password_hash !== null) directory.passwordHashes?.set(account.account_id, password_hash);
  const founding = foundingOf(account);
  if (founding === undefined || directory.teams.has(founding.team_id)) return;
  directory.foundings.set(founding.team_id, founding);
  for (const event of foundTeam(teamDecider.initialState(), founding)) changeTeam(directory, event);
}

const trialMs = 30 * 86_400_000;

/** The team an account's event founds; its trial runs 30 times 24 hours from the founding, which older events do not give. */
export function foundingOf({ account_id, team_id, demo, founded_team }: OpenAccount): Founding | undefined {
  if (founded_team === null) return undefined;
  const { name, access, trial_expires_at } = founded_team;
  const founded_at = new Date(Date.parse(trial_expires_at) - trialMs).toISOString();
  return { account_id, access, team_id, name, founded_at, trial_expires_at, demo };
}

function takeTeamEvent(directory: Directory, event: TeamEvent): void {
  directory.foundings.delete(event.data.team_id);
  changeTeam(directory, event);
}

function changeTeam(directory: Directory, event: TeamEvent): void {
  const known: TeamState = directory.teams.get(event.data.team_id) ?? teamDecider.initialState();
  const team = teamDecider.evolve(known, event);
  if (team.status === 'founded') directory.teams.set(team.team_id, team);
}

// The stream of a claim can be created only once, so the first claim is the only one.
function takeClaim(directory: Directory, claim: { org_id: number; team_id: number }): void {
  if (!directory.ownersByOrganization.has(claim.org_id)) {
    directory.ownersByOrganization.set(claim.org_id, claim.team_id);
  }
}

function takeApplicationEvent(directory: Directory, event: ApplicationEvent): void {
  if (event.type === 'AdOrganizationClaimed') return;
  const known = directory.applications.get(event.data.application_id);
  if (known !== undefined && event.type === 'ApplicationCreated') return;
  const application = applicationDecider.evolve(known ?? applicationDecider.initialState(), event);
  if (application.status !== 'open') return;
  directory.applications.set(application.application_id, application);
  directory.applicationIdsByApiKey.set(application.api_key, application.application_id);
}

const teamEventTypes: ReadonlySet<string> = new Set(teamEvents.map((definition) => definition.type));

function isTeamEvent(event: DomainEvent): event is TeamEvent {
  return teamEventTypes.has(event.type);
}

const applicationEventTypes: ReadonlySet<string> = new Set(applicationEvents.map((definition) => definition.type));

function isApplicationEvent(event: DomainEvent): event is ApplicationEvent {
  return applicationEventTypes.has(event.type);
}
