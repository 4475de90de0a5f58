import { type AccountState, accountDecider } from '../account/account.decider.ts';
import type { AccountEvent } from '../account/account.events.ts';
import { type SessionState, sessionDecider } from '../account/session.decider.ts';
import { type ApplicationEvent, applicationEvents } from '../application/application.events.ts';
import { applicationDecider, type OpenApplication } from '../application/application.state.ts';
import type { DomainEvent } from '../event-catalogue.ts';

export type OpenAccount = Extract<AccountState, { status: 'open' }>;

/** Where in the log an event stands. */
export interface RecordedAt {
  /** Commit position. */
  position: bigint;
}

/**
 * Who is who, in memory: accounts, sessions, applications and their ad organizations. It is small, asked on every call,
 * and filled by following the log, so its maps change in place; only `evolveDirectory` may change them.
 */
export interface Directory {
  /** Commit position up to which events are in; -1 before the first. */
  position: bigint;
  readonly accounts: Map<number, OpenAccount>;
  readonly accountIdsByEmailHash: Map<string, number>;
  readonly sessions: Map<string, SessionState>;
  readonly applications: Map<number, OpenApplication>;
  readonly applicationIdsByApiKey: Map<string, number>;
  readonly ownersByOrganization: Map<number, number>;
}

/** Beginnings of the names of all streams a directory is made from, for a server-side filter. */
export const directoryStreamPrefixes: readonly string[] = [
  'account-',
  'emailReservation-',
  'session-',
  'application-',
  'adOrganization-',
];

export function createDirectory(): Directory {
  return {
    position: -1n,
    accounts: new Map(),
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
      if (isApplicationEvent(event)) takeApplicationEvent(directory, event);
  }
  if (recorded.position > directory.position) directory.position = recorded.position;
}

function takeAccountEvent(directory: Directory, event: AccountEvent): void {
  if (event.type === 'EmailReserved') {
    directory.accountIdsByEmailHash.set(event.data.email_hash, event.data.account_id);
  } else if (event.type === 'AccountOpened') {
    const account = accountDecider.evolve({ status: 'absent' }, event);
    if (account.status === 'open') directory.accounts.set(account.account_id, account);
  } else if (event.type === 'SessionOpened' || event.type === 'SessionClosed') {
    const known = directory.sessions.get(event.data.token_hash) ?? sessionDecider.initialState();
    directory.sessions.set(event.data.token_hash, sessionDecider.evolve(known, event));
  }
}

// The stream of a claim can be created only once, so the first claim is the only one.
function takeClaim(directory: Directory, claim: { org_id: number; account_id: number }): void {
  if (!directory.ownersByOrganization.has(claim.org_id)) {
    directory.ownersByOrganization.set(claim.org_id, claim.account_id);
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

const applicationEventTypes: ReadonlySet<string> = new Set(applicationEvents.map((definition) => definition.type));

function isApplicationEvent(event: DomainEvent): event is ApplicationEvent {
  return applicationEventTypes.has(event.type);
}
